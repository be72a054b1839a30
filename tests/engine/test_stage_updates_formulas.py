"""What a stage learns from a batch, against the formulas of its docstrings, summed one by one.

`test_stage_updates.py` tests what comes of many batches; here one step has to be right.
"""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import Update
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.stage_updates import Moments, first_layer, update_in_stage
from dpcn_app.engine.stages import Stage
from dpcn_app.engine.state import LayerState

K, D, P, N, G = 6, 3, 10, 2, 7
SPEC = LayerSpec(P, K, D, ((0, 0), (0, 1)), 0.0, sparsity=0.3, cause_sparsity=0.1)
ETA = 0.2
FLOOR, PATIENCE, ACTIVE, HOMEOSTASIS, SETTLED = 0.02, 25, 0.07, 0.05, 0.7


def unit(matrix: Array) -> Array:
    return matrix / np.linalg.norm(matrix, axis=0)


def some_layer(rng: np.random.Generator) -> Layer:
    A, B, C = np.eye(K), unit(rng.uniform(0.1, 1, (K, D))), unit(rng.normal(size=(P, K)))
    return Layer(SPEC, A, B, C)


def batch(rng: np.random.Generator, layer: Layer) -> LayerState:
    """Return made-up states, causes and inputs, all of them in use."""
    state = infer_layer(layer, np.zeros((G, N, P)))
    return replace(
        state,
        inputs=rng.normal(size=(G, N, P)),
        states=rng.normal(size=(G, N, K)),
        causes=rng.exponential(size=(G, D)) * (rng.random((G, D)) < 0.6),
    )


def learn(
    letter: str, state: LayerState, moments: Moments, within: float = 0.1, seed: int = 0
) -> tuple[Layer, Update]:
    stage = Stage(letter, share=1.0, rate=ETA, last_rate=ETA)
    rng = np.random.default_rng(seed)
    return update_in_stage(state, None, state.layer, stage, within, moments, rng)


# --- C --------------------------------------------------------------------------------------------


def test_a_step_on_C_goes_by_the_means_over_all_batches_so_far() -> None:
    rng = np.random.default_rng(0)
    layer, moments = some_layer(rng), Moments.fresh(SPEC)
    xs: list[Array] = []
    ys: list[Array] = []
    for _ in range(4):
        state = batch(rng, layer)
        xs += list(state.states.reshape(-1, K))
        ys += list(state.inputs.reshape(-1, P))
        together = np.mean([np.outer(x, x) for x in xs], axis=0)
        explained = np.mean([np.outer(y, x) for x, y in zip(xs, ys, strict=True)], axis=0)
        energies = np.array([together[k, k] for k in range(K)])
        step = (explained - layer.C @ together) / (energies + FLOOR * energies.mean())
        expected = unit(layer.C + ETA * step)
        layer, update = learn("C", state, moments)
        np.testing.assert_allclose(layer.C, expected, rtol=1e-5, atol=1e-6)
        assert update.reseeded == 0


def test_after_many_batches_the_past_counts_98_of_100() -> None:
    rng = np.random.default_rng(1)
    layer, moments = some_layer(rng), Moments.fresh(SPEC)
    state = batch(rng, layer)
    for _ in range(60):
        learn("C", state, moments)
    before = moments.states.copy(), moments.explained.copy()
    learn("C", replace(state, states=2 * state.states), moments)
    np.testing.assert_allclose(moments.states, (0.98 + 0.02 * 4) * before[0], rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(
        moments.explained, (0.98 + 0.02 * 2) * before[1], rtol=1e-4, atol=1e-6
    )


def idle(batches: int) -> tuple[LayerState, Moments]:
    """Return a batch in which states 1 and 4 are silent, as they were for some batches before."""
    rng = np.random.default_rng(2)
    state = batch(rng, some_layer(rng))
    states = state.states.copy()
    states[:, :, [1, 4]] = 0
    moments = Moments.fresh(SPEC)
    learn("C", replace(state, states=states), moments)
    moments.state_idle[:] = batches - 1
    return replace(state, states=states), moments


def test_a_state_that_was_silent_for_25_batches_becomes_what_was_not_explained() -> None:
    state, moments = idle(PATIENCE)
    learnt, update = learn("C", state, moments)
    assert update.reseeded == 2
    residuals = (state.inputs - state.states @ state.layer.C.T).reshape(-1, P)
    worst = residuals[np.argsort(-(residuals**2).sum(axis=1))[:8]]  # four times as many as needed
    likeness = unit(worst.T).T @ learnt.C[:, [1, 4]]
    np.testing.assert_allclose(likeness.max(axis=0), 1, rtol=1e-5)
    assert likeness[:, 0].argmax() != likeness[:, 1].argmax()  # no two units are alike
    np.testing.assert_allclose(np.linalg.norm(learnt.C, axis=0), 1, rtol=1e-5)
    assert not moments.state_idle.any()


def test_a_state_that_begins_anew_has_no_past_and_others_keep_theirs() -> None:
    state, moments = idle(PATIENCE)
    moments.states, moments.explained = moments.states + 1, moments.explained + 1
    shared = moments.states, moments.explained
    kept = shared[0].copy(), shared[1].copy()
    learn("C", state, moments)
    alive = [0, 2, 3, 5]
    assert not moments.states[[1, 4]].any() and not moments.states[:, [1, 4]].any()
    assert not moments.explained[:, [1, 4]].any()
    assert moments.states[np.ix_(alive, alive)].all() and moments.explained[:, alive].all()
    for array, before in zip(shared, kept, strict=True):  # copies of moments share arrays
        np.testing.assert_array_equal(array, before)


@pytest.mark.parametrize(("batches", "within"), [(PATIENCE - 1, 0.1), (PATIENCE, SETTLED)])
def test_no_state_begins_anew_before_25_batches_or_late_in_a_stage(
    batches: int, within: float
) -> None:
    state, moments = idle(batches)
    learnt, update = learn("C", state, moments, within)
    assert update.reseeded == 0
    assert moments.state_idle[[1, 4]].tolist() == [batches, batches]
    np.testing.assert_allclose(learnt.C[:, [1, 4]], state.layer.C[:, [1, 4]], rtol=1e-6)


def test_where_all_is_explained_a_silent_state_stays_as_it_is() -> None:
    state, moments = idle(PATIENCE)
    explained = replace(state, inputs=state.states @ state.layer.C.T)
    residual = explained.inputs - explained.states @ state.layer.C.T
    assert not residual.any()
    assert learn("C", explained, moments)[1].reseeded == 0


# --- A --------------------------------------------------------------------------------------------


def test_for_A_batches_count_alike_at_first_and_then_the_past_998_of_1000() -> None:
    rng = np.random.default_rng(10)
    moments, stage = Moments.fresh(SPEC), Stage("A", share=1.0)
    layer, seen = some_layer(rng), []
    for number in range(4):
        if number == 3:
            moments.transitions, old = 1000, (moments.before.copy(), moments.crossed.copy())
        state, previous = batch(rng, layer), rng.normal(size=(G, N, K))
        update_in_stage(state, previous, layer, stage, 0.1, moments, rng)
        x, z = state.states.reshape(-1, K), previous.reshape(-1, K)
        before = np.mean([np.outer(each, each) for each in z], axis=0)
        crossed = np.mean([np.outer(a, b) for a, b in zip(x, z, strict=True)], axis=0)
        seen.append((before, crossed))
        if number < 3:
            expected = np.mean(seen, axis=0)
        else:
            expected = 0.998 * np.array(old) + 0.002 * np.array(seen[-1])
        np.testing.assert_allclose(moments.before, expected[0], rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(moments.crossed, expected[1], rtol=1e-4, atol=1e-6)


# --- B --------------------------------------------------------------------------------------------


def test_at_first_each_cause_is_made_of_the_states_of_one_group() -> None:
    """Groups differ in which states are active; values are varied by a half at most."""
    rng = np.random.default_rng(3)
    state = batch(rng, some_layer(rng))
    pairs = list(combinations(range(K), 2))[::2]
    active = np.array([[k in pairs[g] for k in range(K)] for g in range(G)])
    state = replace(state, states=state.states * active[:, None, :])
    pooled = np.sum([np.abs(state.states[:, n]) for n in range(N)], axis=0)
    moments = Moments.fresh(SPEC)
    learnt, update = learn("B", state, moments)
    np.testing.assert_allclose(np.linalg.norm(learnt.B, axis=0), 1, rtol=1e-6)
    origins = []
    for column in learnt.B.T:
        (fitting,) = [g for g in range(G) if np.array_equal(pooled[g] > 0, column > 0)]
        ratios = column[column > 0] / pooled[fitting][column > 0]
        assert 1 < ratios.max() / ratios.min() < 3  # varied, from ½ to 1½
        origins.append(fitting)
    assert len(set(origins)) == D
    assert moments.pooled == 1 and update.reseeded == 0


def test_with_fewer_groups_than_causes_all_groups_are_used() -> None:
    rng = np.random.default_rng(4)
    state = batch(rng, some_layer(rng))
    two = np.zeros((2, N, K))
    two[0, :, :3], two[1, :, 3:] = 1, 1
    learnt, _ = learn("B", replace(state, states=two, causes=np.zeros((2, D))), Moments.fresh(SPEC))
    upper = [bool((column[:3] > 0).all()) for column in learnt.B.T]
    lower = [bool((column[3:] > 0).all()) for column in learnt.B.T]
    assert set(upper) == {True, False} and lower == [not each for each in upper]


def gradient_in_B(state: LayerState) -> Array:
    """Return ∂E/∂B by central differences."""
    layer, step = state.layer, 1e-6
    latents = (state.states, state.causes, np.zeros_like(state.states), 0 * state.causes, 0.0)
    gradient = np.zeros((K, D))
    for k in range(K):
        for d in range(D):
            moved = np.zeros((K, D))
            moved[k, d] = step
            ahead, behind = (
                energy(replace(layer, B=layer.B + each), state.inputs, *latents).total.sum()
                for each in (moved, -moved)
            )
            gradient[k, d] = (ahead - behind) / (2 * step)
    return gradient


def used(state: LayerState) -> tuple[Array, Array]:
    """Return E[u²] of a batch, and the share of groups in which each cause is active."""
    squares = np.mean([u**2 for u in state.causes], axis=0)
    return squares, np.mean([u > 0 for u in state.causes], axis=0)


def test_a_step_on_B_follows_the_gradient_and_pushes_columns_apart() -> None:
    rng = np.random.default_rng(5)
    state = batch(rng, some_layer(rng))
    B, moments = state.layer.B, Moments.fresh(SPEC)
    moments.pooled = 1
    learnt, _ = learn("B", state, moments, within=SETTLED)
    energies, use = used(state)
    pull = -gradient_in_B(state) / np.sqrt(energies + FLOOR * energies.mean())
    pull /= np.mean([np.linalg.norm(column) for column in pull.T])
    apart = np.zeros((K, D))
    for d in range(D):
        for other in set(range(D)) - {d}:
            apart[:, d] += B[:, other] * (B[:, other] @ B[:, d])
    expected = unit(np.maximum(B + ETA * (pull - 2.5 * apart), 0))
    expected *= np.exp(-HOMEOSTASIS * (use / ACTIVE - 1))
    np.testing.assert_allclose(learnt.B, expected, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(moments.cause_energy, energies)
    np.testing.assert_allclose(moments.cause_use, use)


def test_the_causes_energies_are_plain_means_at_first_and_then_forget_five_of_100() -> None:
    rng = np.random.default_rng(6)
    layer, moments = some_layer(rng), Moments.fresh(SPEC)
    learn("B", batch(rng, layer), moments)  # which gives B its start
    seen = []
    for _ in range(3):
        state = batch(rng, layer)
        learn("B", state, moments, SETTLED)
        seen.append(used(state))
    np.testing.assert_allclose(moments.cause_energy, np.mean([each[0] for each in seen], axis=0))
    np.testing.assert_allclose(moments.cause_use, np.mean([each[1] for each in seen], axis=0))
    moments.pooled = 100
    before = moments.cause_energy.copy(), moments.cause_use.copy()
    learn("B", state, moments, SETTLED)
    for kept, old, new in zip(
        (moments.cause_energy, moments.cause_use), before, used(state), strict=True
    ):
        np.testing.assert_allclose(kept, 0.95 * old + 0.05 * new)


@pytest.mark.parametrize("causes", [np.ones((G, D)), np.zeros((G, D))])
def test_the_price_of_causes_rises_where_many_are_active_and_falls_where_few_are(
    causes: Array,
) -> None:
    rng = np.random.default_rng(7)
    state = replace(batch(rng, some_layer(rng)), causes=causes)
    moments = Moments.fresh(SPEC)
    moments.pooled = 30
    learnt, _ = learn("B", state, moments)
    share = float(causes.mean())
    expected = 0.1 * np.exp(HOMEOSTASIS * (share / ACTIVE - 1))
    assert learnt.spec.cause_sparsity == pytest.approx(expected)
    settled, _ = learn("B", state, moments, SETTLED)
    assert settled.spec.cause_sparsity == 0.1


def with_a_dead_cause() -> tuple[LayerState, Moments]:
    """Return a batch after thirty others, in which cause 1 was hardly ever active."""
    rng = np.random.default_rng(8)
    state = batch(rng, some_layer(rng))
    moments = Moments.fresh(SPEC)
    moments.pooled = 30
    moments.cause_use = np.array([0.5, 0.0065, 0.5])
    moments.cause_energy = np.array([2.0, 0.1, 3.0])
    moments.lengths = np.array([1.0, 1.7, 0.5])
    causes = state.causes.copy()
    causes[:, 1] = 0
    return replace(state, causes=causes), moments


def test_a_cause_that_is_hardly_used_becomes_pooled_states_that_no_cause_explains() -> None:
    state, moments = with_a_dead_cause()
    learnt, update = learn("B", state, moments)
    assert update.reseeded == 1
    pooled = np.sum([np.abs(state.states[:, n]) for n in range(N)], axis=0)
    left = pooled * np.exp(-state.causes @ state.layer.B.T)
    worst = left[np.argsort(-left.sum(axis=1))[:4]]
    assert np.isclose(worst / np.linalg.norm(worst, axis=1)[:, None], learnt.B[:, 1]).all(1).any()
    assert moments.cause_use[1] == ACTIVE and moments.lengths[1] == 1
    energies = 0.95 * np.array([2.0, 0.1, 3.0]) + 0.05 * used(state)[0]
    assert moments.cause_energy[1] == pytest.approx(energies.mean())
    np.testing.assert_allclose(moments.cause_energy[[0, 2]], energies[[0, 2]])
    assert moments.cause_use[0] > 0.4 and moments.lengths[2] < 0.5


def test_a_cause_with_an_empty_column_begins_anew_too() -> None:
    state, moments = with_a_dead_cause()
    moments.cause_use[1] = 0.5
    B = state.layer.B.copy()
    B[:, 1] = 0
    learnt, update = learn("B", replace(state, layer=replace(state.layer, B=B)), moments)
    assert update.reseeded == 1 and learnt.B[:, 1].any()


@pytest.mark.parametrize(("use", "within"), [(0.0078, 0.1), (0.0065, SETTLED)])
def test_no_cause_begins_anew_that_is_used_a_little_or_late_in_a_stage(
    use: float, within: float
) -> None:
    state, moments = with_a_dead_cause()
    moments.cause_use[1] = use
    learnt, update = learn("B", state, moments, within)
    assert update.reseeded == 0
    assert np.linalg.norm(learnt.B[:, 1]) > 1.7  # a rare cause grows longer


# --- the start ------------------------------------------------------------------------------------


def test_the_first_dictionary_is_made_of_inputs_with_noise_of_three_tenths_of_their_contrast() -> (
    None
):
    rng = np.random.default_rng(9)
    spec = LayerSpec(2000, 4, 2, ((0, 0),), 0.0)
    inputs = rng.normal(0, 5, (3, 1, 2000))
    layer = Layer(spec, np.eye(4), np.ones((4, 2)), np.zeros((2000, 4)))
    first = first_layer(layer, inputs, np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(first.C, axis=0), 1)
    likeness = (unit(inputs[:, 0].T).T @ first.C).max(axis=0)
    np.testing.assert_allclose(likeness, 1 / np.sqrt(1 + 0.3**2), atol=0.01)
    assert not first.B.any() and np.array_equal(first.A, layer.A)
    black = first_layer(layer, np.zeros((3, 1, 2000)), np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(black.C, axis=0), 1)
