"""The experiment on wide frames: its checks and verdict, and a small run."""

import json

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.attention import ordered_pairs
from dpcn_app.experiments.context import CONDITIONS
from dpcn_app.experiments.wide import MEASURES, MODES, WideResult, _checks, reproduce_wide
from dpcn_app.experiments.workers import HERE

GOOD = {"kmeans": 0.99, "silhouette": 0.9, "leak": 0.05, "kept": 0.7, "correlation": 0.8}


def result(
    shape_set: str = "wide", context: float = 0.3, prior: dict[str, float] | None = None
) -> WideResult:
    """A result that reaches every figure but those given; all controls are 0."""
    pairs = ordered_pairs(shape_set)
    measured = {
        name: [value - 0.001, value + 0.001] for name, value in (GOOD | (prior or {})).items()
    }
    zero = {pair: [-0.001, 0.001] for pair in pairs}
    acting = {pair: [context - 0.001, context + 0.001] for pair in pairs}
    picture = np.zeros((64, 64), np.float32)
    return WideResult(
        shape_set=shape_set,
        noises=(1.0, 4.0),
        seeds=(1, 2),
        watched={mode: {noise: dict(measured) for noise in (1.0, 4.0)} for mode in MODES},
        clean_kmeans=[1.0, 0.99],
        health=[0.99, 0.98],
        belief={"belief": acting, "matched-placebo": zero, "prior": zero},
        context=dict.fromkeys(CONDITIONS, zero) | {"context": acting},
        examples={
            "square+diamond": dict.fromkeys(
                ("square", "diamond", "nothing", "triangle"), (picture, picture)
            )
        },
        checks={},
        seconds=1.0,
    )


def failed(found: WideResult) -> list[str]:
    return [check for check, held in _checks(found).items() if not held]


def test_a_result_that_reaches_all_figures_passes() -> None:
    assert len(_checks(result())) == 6
    assert failed(result()) == failed(result("wide-easy")) == []


@pytest.mark.parametrize(
    ("measure", "value"), [("kmeans", 0.97), ("silhouette", 0.84), ("leak", 0.09), ("kept", 0.67)]
)
def test_every_measure_can_fail(measure: str, value: float) -> None:
    assert len(failed(result(prior={measure: value}))) == 1


def test_a_weak_context_fails_and_one_that_a_placebo_has_too_fails() -> None:
    assert failed(result(context=0.24)) == ["selectivity by context is at least 0.25"]
    alike = result()
    alike.context["placebo"] = alike.context["context"]
    assert failed(alike) == ["its interval lies above that of the matched placebo"]


def test_selectivity_over_all_pairs_is_a_value_a_seed() -> None:
    found = result()
    assert found.by_seed(found.context, "context") == pytest.approx([0.299, 0.301])
    assert found.by_context("context").mean == pytest.approx(0.3)


def test_json_holds_everything() -> None:
    document = json.loads(json.dumps(result().as_dict()))
    assert document["watched"]["prior"]["4"]["leak"] == pytest.approx([0.049, 0.051])
    assert set(document["context"]) == set(CONDITIONS)


def test_a_small_training_gives_a_value_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpcn_app.experiments.shapes.TEST_FRAMES_PER_SHAPE", 4)
    monkeypatch.setattr("dpcn_app.experiments.wide._BELIEF_FRAMES", 7)
    monkeypatch.setattr("dpcn_app.experiments.context.FRAMES", 7)
    monkeypatch.setattr("dpcn_app.analysis.beliefs._FRAMES", 3)
    told = []
    found = reproduce_wide(
        "wide", (1.0,), (5,), 60, lambda share, words: told.append((share, words)), workers=HERE
    )
    assert all(len(found.watched[mode][1.0][name]) == 1 for mode in MODES for name in MEASURES)
    assert all(len(values) == 1 for values in found.context["context"].values())
    assert told[-1] == (1.0, "seed 5: done")
    assert found.verdict == "fail"  # nothing is learnt from 60 frames


def test_bad_input_is_refused_before_anything_is_trained() -> None:
    for words, arguments in (
        ("'hard' has no wide frames; choose from wide, wide-easy", ("hard",)),
        ("At least one amount of noise", ("wide", ())),
        ("At least one seed", ("wide", (1.0,), ())),
        ("Give each seed once", ("wide", (1.0,), (1, 1))),
        ("Structured noise goes from 0", ("wide", (-1.0,))),
    ):
        with pytest.raises(UserError, match=words):
            reproduce_wide(*arguments)
