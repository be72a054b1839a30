"""What stages learn, against known results: a dictionary, a regression, causes kept apart."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine import stage_updates
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Layer, normalise_columns
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.stage_updates import Moments, first_layer, update_in_stage
from dpcn_app.engine.stages import Stage
from dpcn_app.engine.state import LayerState

SPEC = LayerSpec(20, 8, 4, ((0, 0), (0, 1)), sparsity=0.05, transition_weight=0.0, iterations=50)


def layer_with(spec: LayerSpec = SPEC, **matrices: np.ndarray) -> Layer:
    K, D, P = spec.states, spec.causes, spec.inputs
    given = {"A": np.eye(K), "B": np.zeros((K, D)), "C": np.eye(P, K)} | matrices
    return Layer(spec, **{name: matrix.astype(np.float32) for name, matrix in given.items()})


def sparse_states(rng: np.random.Generator, count: int, size: int = 8) -> np.ndarray:
    return rng.normal(0, 1, (count, size)) * (rng.uniform(size=(count, size)) < 0.25)


def test_a_dictionary_is_found_again_from_what_it_made() -> None:
    rng = np.random.default_rng(0)
    truth = normalise_columns(rng.normal(size=(20, 8)))
    stage = Stage("C", share=1.0)

    def batch() -> np.ndarray:
        return (sparse_states(rng, 240) @ truth.T).astype(np.float32).reshape(120, 2, 20)

    layer = first_layer(layer_with(replace(SPEC, sparsity=0.3)), batch(), rng)
    moments = Moments.fresh(SPEC)
    for step in range(250):
        state = infer_layer(layer, batch())
        layer, _ = update_in_stage(state, None, layer, stage, step / 250, moments, rng)
    likeness = np.abs(truth.T @ layer.C).max(axis=1)
    assert (likeness > 0.97).all()


def held(layer: Layer, states: np.ndarray) -> LayerState:
    """Return states as if they had been inferred, without causes."""
    x = states.astype(np.float32).reshape(-1, layer.spec.group, layer.spec.states)
    return infer_layer(layer, (x @ layer.C.T).astype(np.float32))


def test_the_transition_is_the_lasso_of_states_on_those_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On independent states of unit energy it is known: each weight is τ nearer to that of I."""
    monkeypatch.setattr(stage_updates, "_TRANSITION_MEMORY", 1.0)
    rng = np.random.default_rng(1)
    truth = np.roll(np.eye(8), 1, axis=0) * 0.8
    layer, moments = layer_with(), Moments.fresh(SPEC)
    stage = Stage("A", share=1.0)
    for step in range(200):
        before = rng.normal(size=(400, 8))
        state = held(layer, np.zeros((400, 8)))
        after = (before @ truth.T + 0.1 * rng.normal(size=(400, 8))).reshape(200, 2, 8)
        object.__setattr__(state, "states", after.astype(np.float32))
        previous = before.reshape(200, 2, 8).astype(np.float32)
        layer, _ = update_in_stage(state, previous, layer, stage, step / 200, moments, rng)
    change = truth - np.eye(8)
    expected = np.eye(8) + np.sign(change) * np.maximum(np.abs(change) - stage_updates._LASSO, 0)
    np.testing.assert_allclose(layer.A, expected, atol=0.01)
    assert (layer.A == 0).mean() > 0.7  # sparse, not merely small


def test_what_stands_still_but_for_noise_is_foretold_to_stay_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Noise makes the regression's weights a little less than 1: no reason for states to fade."""
    monkeypatch.setattr(stage_updates, "_TRANSITION_MEMORY", 1.0)
    rng = np.random.default_rng(6)
    layer, moments = layer_with(), Moments.fresh(SPEC)
    stage = Stage("A", share=1.0)
    for step in range(50):
        still = rng.normal(size=(400, 8))
        before, after = (still + 0.15 * rng.normal(size=still.shape) for _ in range(2))
        state = held(layer, np.zeros((400, 8)))
        object.__setattr__(state, "states", after.reshape(200, 2, 8).astype(np.float32))
        previous = before.reshape(200, 2, 8).astype(np.float32)
        layer, _ = update_in_stage(state, previous, layer, stage, step / 50, moments, rng)
    assert (moments.crossed.diagonal() / moments.before.diagonal()).max() < 0.99
    assert np.array_equal(layer.A, np.eye(8))


def test_causes_that_begin_as_twins_part() -> None:
    """Two pairs of states are active by turns; two causes that start alike divide them."""
    rng = np.random.default_rng(2)
    spec = LayerSpec(8, 8, 2, ((0, 0), (0, 1)), 0.0, sparsity=0.3, cause_sparsity=0.05)
    stage = Stage("B", share=1.0, rate=0.05, last_rate=0.01)
    start = np.ones((8, 2)) + 0.05 * rng.uniform(size=(8, 2))
    layer = layer_with(spec, B=normalise_columns(start), C=np.eye(8))
    moments = Moments.fresh(spec)
    moments.pooled = 1
    for step in range(200):
        active = np.zeros((64, 2, 8))
        which = rng.integers(2, size=64)
        for group, number in enumerate(which):
            active[group, :, 4 * number : 4 * number + 4] = rng.uniform(1, 2, (2, 4))
        state = infer_layer(layer, active.astype(np.float32))
        layer, _ = update_in_stage(state, None, layer, stage, step / 200, moments, rng)
    unit = normalise_columns(layer.B)
    assert float(unit[:, 0] @ unit[:, 1]) < 0.2
    halves = layer.B.reshape(2, 4, 2).sum(axis=1)
    assert set(halves.argmax(axis=0)) == {0, 1}


def test_a_cause_that_is_never_used_starts_anew() -> None:
    rng = np.random.default_rng(3)
    layer = layer_with(B=np.pad(np.eye(8, 3), ((0, 0), (0, 1))))
    moments = Moments.fresh(SPEC)
    moments.pooled = 30
    moments.cause_use = np.array([0.1, 0.1, 0.1, 0.005])
    state = infer_layer(layer, rng.normal(size=(30, 2, 20)).astype(np.float32))
    learnt, update = update_in_stage(
        state, None, layer, Stage("B", share=1.0, rate=0.05), 0.1, moments, rng
    )
    assert update.reseeded == 1
    assert learnt.B[:, 3].any()


def lengths_after(use: list[float], lengths: float = 1.0) -> np.ndarray:
    """Return the lengths of B's columns after one update, for causes with this use."""
    rng = np.random.default_rng(4)
    layer = layer_with(B=lengths * np.eye(8, 4))
    moments = Moments.fresh(SPEC)
    moments.pooled, moments.cause_use = 30, np.array(use)
    moments.lengths = np.full(4, lengths)
    state = infer_layer(layer, rng.normal(size=(30, 2, 20)).astype(np.float32))
    object.__setattr__(state, "causes", (rng.uniform(size=(30, 4)) < use).astype(np.float32))
    stage = Stage("B", share=1.0, rate=0.05)
    learnt, _ = update_in_stage(state, None, layer, stage, 0.9, moments, rng)
    return np.linalg.norm(learnt.B, axis=0)


def test_columns_of_busy_causes_grow_shorter_and_those_of_rare_ones_longer() -> None:
    lengths = lengths_after([0.9, stage_updates._ACTIVE, 0.0, 0.0])
    assert lengths[0] < 0.8
    assert lengths[1] == pytest.approx(1, abs=0.06)
    assert (lengths[2:] > 1.02).all()


def test_columns_are_neither_lost_nor_endless() -> None:
    assert lengths_after([1.0] * 4, stage_updates._SHORTEST).min() == pytest.approx(
        stage_updates._SHORTEST
    )
    assert lengths_after([0.0] * 4, stage_updates._LONGEST).max() == pytest.approx(
        stage_updates._LONGEST
    )


def test_columns_of_B_are_pushed_apart_by_what_they_have_in_common() -> None:
    """Without causes there is no gradient: B − ηκ B offdiag(BᵀB) is left, columns of length 1."""
    rng = np.random.default_rng(5)
    B = normalise_columns(rng.uniform(size=(8, 4)))
    layer, stage = layer_with(B=B), Stage("B", share=1.0, rate=0.02, last_rate=0.02)
    moments = Moments.fresh(SPEC)
    moments.pooled = 30
    state = infer_layer(layer, np.zeros((3, 2, 20), np.float32))
    assert not state.causes.any()
    learnt, _ = update_in_stage(state, None, layer, stage, 0.9, moments, rng)
    together = B.T @ B - np.eye(4)
    pushed = normalise_columns(np.maximum(B - 0.02 * 2.5 * B @ together, 0))
    assert np.abs(pushed - B).max() > 0.01
    np.testing.assert_allclose(normalise_columns(learnt.B), pushed, atol=1e-5)
    plain = replace(stage, decorrelation=0.0)
    left, _ = update_in_stage(state, None, layer, plain, 0.9, moments, rng)
    np.testing.assert_allclose(normalise_columns(left.B), B, atol=1e-5)
