"""Stages of learning: their order, their rates and work, and those that are refused."""

from dataclasses import replace

import pytest

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.stages import Stage, stage_at, work_before
from dpcn_app.errors import UserError
from tests.helpers.tiny_stages import LEARNING, STAGES


def test_work_counts_the_inputs_and_the_causes() -> None:
    assert work_before(STAGES, 0, 4) == 0
    assert work_before(STAGES, 1, 4) == pytest.approx(1)
    # One input of four for .6 of the steps, then all four with causes, at twice the price.
    assert work_before(STAGES, 0.6, 4) == pytest.approx(0.6 / (0.6 + 0.4 * 8))


def test_stages_follow_each_other_and_the_last_one_ends_with_all() -> None:
    assert stage_at(STAGES, 0.0) == (STAGES[0], 0.0)
    assert stage_at(STAGES, 0.5) == (STAGES[1], pytest.approx(0.5))
    stage, within = stage_at(STAGES, 1.0)
    assert stage is STAGES[3]
    assert within == pytest.approx(1)


def test_rates_fall_geometrically() -> None:
    stage = Stage("C", share=1.0, rate=0.4, last_rate=0.1)
    assert [stage.rate_at(within) for within in (0, 0.5, 1)] == pytest.approx([0.4, 0.2, 0.1])


@pytest.mark.parametrize(
    "stage",
    [
        {"learns": ""},
        {"learns": "D"},
        {"share": 0},
        {"share": 1.5},
        {"rate": 0.1, "last_rate": 0.2},
        {"rate": 20},
        {"inputs": -1},
        {"decorrelation": -1},
    ],
)
def test_impossible_stages_are_refused(stage: dict[str, object]) -> None:
    with pytest.raises(UserError):
        Stage(**({"learns": "C", "share": 1.0} | stage))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "stage",
    [{"share": 1e-9}, {"rate": 10.0}, {"rate": 0.1, "last_rate": 0.1}, {"last_rate": 1e-9}],
)
def test_stages_at_their_limits_are_taken(stage: dict[str, float]) -> None:
    taken = Stage(**({"learns": "C", "share": 1.0} | stage))  # type: ignore[arg-type]
    assert all(getattr(taken, name) == value for name, value in stage.items())


@pytest.mark.parametrize(
    "stage", [{"rate": 10.001}, {"last_rate": 0.0}, {"share": 1.001}, {"rate": 0, "last_rate": 0}]
)
def test_stages_a_little_beyond_their_limits_are_refused(stage: dict[str, float]) -> None:
    with pytest.raises(UserError):
        Stage(**({"learns": "C", "share": 1.0} | stage))  # type: ignore[arg-type]


@pytest.mark.parametrize(("inputs", "learnt_from"), [(0, 4), (1, 1), (3, 3), (4, 4), (9, 4)])
def test_a_stage_learns_from_as_many_inputs_as_it_says_and_there_are(
    inputs: int, learnt_from: int
) -> None:
    assert Stage("C", share=1.0, inputs=inputs).inputs_of(4) == learnt_from


def test_order_matters_to_transitions_alone() -> None:
    assert Stage("A", share=1.0).ordered and Stage("C", share=1.0, transitions=True).ordered
    assert not Stage("BC", share=1.0).ordered


def test_stages_must_fill_the_learning_and_take_no_restarts() -> None:
    with pytest.raises(UserError, match="add up"):
        LearningSpec(stages=(Stage("C", share=0.5),))
    with pytest.raises(UserError, match="restarts"):
        LearningSpec(stages=(Stage("C", share=1.0),), restarts=2)
    assert replace(LEARNING[0], epochs=2).stages == STAGES


def test_the_share_that_is_done_of_a_stage_grows_from_none_to_all_in_each() -> None:
    one, two = Stage("C", share=0.25), Stage("B", share=0.75)
    found = [stage_at((one, two), progress) for progress in (0, 0.125, 0.25, 0.625, 1, 1 + 1e-9)]
    assert [stage for stage, _ in found] == [one, one, two, two, two, two]
    assert [within for _, within in found] == pytest.approx([0, 0.5, 0, 0.5, 1, 1], abs=1e-12)
