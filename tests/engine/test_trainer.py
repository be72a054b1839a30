"""Training: the order of the plan, what is learnt, and that the best restart is kept."""

from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

import numpy as np
import pytest

from dpcn_app.engine import health as health_module
from dpcn_app.engine import learning as learning_module
from dpcn_app.engine import trainer as trainer_module
from dpcn_app.engine.health import Health
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.network import Layer
from dpcn_app.engine.spec import LayerSpec, NetworkSpec
from dpcn_app.engine.trainer import Place
from dpcn_app.errors import UserError
from tests.helpers.tiny_training import (
    FIRST,
    LEARNING,
    SECOND,
    SPEC,
    BarsStream,
    assert_same,
    differences,
    finish,
    trainer,
    without_restarts,
)


@pytest.fixture
def eventful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make units die soon, so that randomness takes part, and make no restart good enough."""
    monkeypatch.setattr(learning_module, "_PATIENCE", 2)
    monkeypatch.setattr(health_module, "GOOD", 1.1)


# --- the plan -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("eventful")
def test_phases_come_in_the_planned_order() -> None:
    places = [progress.place for progress in trainer()]
    passes = [
        (key, [place.step for place in group])
        for key, group in groupby(places, lambda p: (p.layer, p.phase, p.restart, p.epoch))
    ]
    expected = [
        (0, "learn", 0, 0), (0, "learn", 0, 1), (0, "judge", 0, 0),
        (0, "learn", 1, 0), (0, "learn", 1, 1), (0, "judge", 1, 0),
        (1, "encode", 0, 0),
        (1, "learn", 0, 0), (1, "learn", 0, 1), (1, "judge", 0, 0),
        (1, "learn", 1, 0), (1, "learn", 1, 1), (1, "judge", 1, 0),
        (1, "learn", 2, 0), (1, "learn", 2, 1), (1, "judge", 2, 0),
    ]  # fmt: skip
    assert passes == [(key, list(range(6))) for key in expected]


def test_a_lower_layer_that_is_learnt_once_is_not_judged() -> None:
    phases = {(p.place.layer, p.place.phase) for p in trainer(learning=without_restarts())}
    assert phases == {(0, "learn"), (1, "encode"), (1, "learn"), (1, "judge")}


@pytest.mark.parametrize("good", [0.0, 1.1])
def test_the_share_of_work_rises_from_above_zero_to_exactly_one(
    monkeypatch: pytest.MonkeyPatch, good: float
) -> None:
    monkeypatch.setattr(health_module, "GOOD", good)  # no further restarts, or all of them
    shares = [progress.share for progress in trainer()]
    assert 0 < shares[0] < 0.05
    assert all(before < after for before, after in pairwise(shares))
    assert shares[-1] == 1.0 > shares[-2]


def test_progress_tells_what_a_step_did() -> None:
    training = trainer()
    for progress in training:
        learns = progress.place.phase == "learn"
        assert progress.change.keys() == (set("ABC") if learns else set())
        assert progress.energy.keys() == {
            "reconstruction",
            "transition",
            "state_sparsity",
            "cause_sparsity",
            "top_down",
            "prior",
        }
        assert all(np.isfinite(value) for value in progress.energy.values())
        assert 0 <= progress.active_states <= 1 >= progress.active_causes >= 0
    first = next(iter(trainer()))
    assert first.change["C"] > 0 < first.active_states
    assert first.change["A"] == 0


def test_after_the_last_step_iteration_ends_and_no_further_step_can_be_taken() -> None:
    training = finish(trainer(learning=without_restarts()))
    network = training.network
    assert list(training) == []
    with pytest.raises(RuntimeError, match="The training is done"):
        training.advance()
    assert training.network is network


def test_pausing_is_not_iterating() -> None:
    training = trainer(learning=without_restarts())
    for progress in training:
        if progress.place == Place(0, "learn", 0, 1, 2):
            break
    assert not training.done
    assert next(iter(training)).place == Place(0, "learn", 0, 1, 3)
    assert_same(finish(training), finish(trainer(learning=without_restarts())))


def test_the_same_seed_gives_the_same_network_and_another_seed_another() -> None:
    one, same, other = (finish(trainer(seed=seed)) for seed in (0, 0, 1))
    assert_same(one, same)
    changed = differences(one.network, other.network)
    assert {f"{name} of layer {index}" for name in "BC" for index in (0, 1)} <= set(changed)


def test_restarts_begin_from_different_values() -> None:
    begun = []
    for progress in trainer(learning=(LearningSpec(epochs=1, restarts=3),), spec=ONE_LAYER):
        if progress.place.phase == "learn" and progress.place.step == 0:
            begun.append(progress.energy["reconstruction"])
    assert len(begun) == len(set(begun)) > 1


def test_training_needs_one_way_of_learning_for_each_layer_and_a_sound_seed() -> None:
    with pytest.raises(UserError, match="1 learning settings were given for 2 layers"):
        trainer(learning=LEARNING[:1])
    with pytest.raises(UserError, match="seed must be zero or more"):
        trainer(seed=-1)
    with pytest.raises(UserError, match="at least one time step"):
        trainer(stream=BarsStream(steps=0))


# --- what is learnt -------------------------------------------------------------------------------

ONE_LAYER = NetworkSpec((16, 16), 8, (replace(FIRST, offsets=SPEC.layers[0].offsets),), stride=4)
THREE_LAYERS = NetworkSpec(
    (16, 16), 8, (FIRST, SECOND, LayerSpec(2, 4, 2, ((0, 0),), sparsity=0.1))
)


@pytest.mark.parametrize("spec", [ONE_LAYER, SPEC, THREE_LAYERS], ids=["one", "two", "three"])
def test_networks_of_any_depth_train_and_improve(spec: NetworkSpec) -> None:
    learning = (LearningSpec(epochs=4),) * spec.depth
    training = trainer(spec, learning)
    energies = [
        sum(progress.energy.values())
        for progress in training
        if progress.place.phase == "learn" and progress.place.layer == 0
    ]
    assert np.mean(energies[-6:]) < 0.9 * np.mean(energies[:6])
    initial = trainer(spec, learning).network
    for index, layer in enumerate(training.network.layers):
        assert layer.spec == spec.layers[index]
        assert not np.array_equal(layer.C, initial.layers[index].C)
        np.testing.assert_allclose(np.linalg.norm(layer.C, axis=0), 1, rtol=1e-5)
        np.testing.assert_allclose(np.linalg.norm(layer.B, axis=0), 1, rtol=1e-5)
    assert len(training.health[spec.depth - 1]) == 1


def test_the_output_scale_gives_active_groups_a_mean_norm_of_one() -> None:
    stream = BarsStream()
    network = finish(trainer(THREE_LAYERS, (LearningSpec(epochs=2),) * 3, stream)).network
    norms: list[list[float]] = [[], []]
    previous: list[Any] = [None, None]
    for step in range(stream.steps):
        inputs = stream.patches(step)
        for index, layer in enumerate(network.layers[:2]):
            state = infer_layer(layer, inputs, None if stream.starts(step) else previous[index])
            previous[index] = state.states
            inputs = state.causes * np.float32(layer.output_scale)
            norms[index] += [float(norm) for norm in np.linalg.norm(inputs, axis=1) if norm > 0]
    for index in (0, 1):
        assert len(norms[index]) > 3
        assert np.mean(norms[index]) == pytest.approx(1, rel=1e-5)
        assert network.layers[index].output_scale != 1
    assert network.layers[2].output_scale == 1


def test_states_do_not_carry_over_from_one_sequence_to_the_next() -> None:
    learning = (LearningSpec(epochs=1, late_share=0),)
    still = finish(trainer(ONE_LAYER, learning, BarsStream(length=1)))
    np.testing.assert_array_equal(still.network.layers[0].A, np.eye(12))
    moving = finish(trainer(ONE_LAYER, learning, BarsStream(length=6)))
    assert not np.array_equal(moving.network.layers[0].A, np.eye(12))


def test_coherence_takes_part_in_learning_alone_and_not_where_sequences_begin() -> None:
    stream, seen = BarsStream(), set()
    for progress in trainer(stream=stream):
        place = progress.place
        expected = place.layer == 1 and place.phase == "learn" and not stream.starts(place.step)
        assert expected or progress.energy["top_down"] == 0
        if progress.energy["top_down"] > 0:
            seen.add(place.step)
    assert seen == {1, 2, 4, 5}


def scripted(monkeypatch: pytest.MonkeyPatch, scores: list[float]) -> None:
    """Make `judge` return these scores, one after the other."""
    verdicts = iter(Health(score, 1.0, 1.0, 1.0) for score in scores)
    monkeypatch.setattr(trainer_module, "judge", lambda causes, starts, seen: next(verdicts))


@pytest.mark.parametrize(
    ("scores", "kept"),
    [
        ([0.96], 0),
        ([0.5, 0.8, 0.97], 2),
        ([0.5, 0.9, 0.7, 0.2], 1),
        ([0.5, 0.5, 0.5, 0.5], 0),
        ([0.0, 0.0, 0.0, 0.0], 0),
    ],
)
def test_restarts_end_with_the_first_healthy_one_and_the_healthiest_is_kept(
    monkeypatch: pytest.MonkeyPatch, scores: list[float], kept: int
) -> None:
    scripted(monkeypatch, scores)
    first, second = without_restarts()
    training = trainer(learning=(first, replace(second, restarts=4)))
    learnt: dict[int, Layer] = {}
    for progress in training:
        if progress.place.phase == "judge" and progress.place.step == 0:
            learnt[progress.place.restart] = training.network.layers[1]
    assert [verdict.score for verdict in training.health[1]] == scores
    assert list(learnt) == list(range(len(scores)))
    assert training.network.layers[1] is learnt[kept]


def test_the_layer_above_learns_from_the_healthiest_restart_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted(monkeypatch, [0.6, 0.3, 1.0])
    training = trainer()
    first_restart = None
    for progress in training:
        place = progress.place
        if first_restart is None and place.phase == "judge":
            first_restart = training.network.layers[0]
        if place.phase == "encode":
            assert first_restart is not None
            np.testing.assert_array_equal(training.network.layers[0].C, first_restart.C)
    assert [len(verdicts) for verdicts in training.health.values()] == [2, 1]
