"""Updates of A, B and C: they lower the energy, keep the constraints and revive dead units."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import LearningSpec, RunningMeans, Update, choose, update_layer
from dpcn_app.engine.network import Array, Layer, normalise_columns
from dpcn_app.engine.state import LayerState
from dpcn_app.errors import UserError
from tests.helpers.synthetic import random_layer, small_inputs, small_spec

PATIENCE = 25
ONLY_A = LearningSpec(dictionary_rate=0, invariant_rate=0)
DEAD_STATES, DEAD_CAUSE = [3, 7], 2


def infer_two_frames(layer: Layer, seed: int = 0) -> tuple[LayerState, Array]:
    """Return what a layer infers for the second of two frames, and its states in the first."""
    rng = np.random.default_rng(seed)
    inputs = small_inputs(rng, layer, 5)
    before = infer_layer(layer, inputs).states
    noise = 0.1 * rng.normal(size=inputs.shape)
    return infer_layer(layer, inputs + noise, before), before


def update(
    state: LayerState,
    previous: Array | None,
    learning: LearningSpec,
    progress: float = 0.0,
    means: RunningMeans | None = None,
) -> tuple[Layer, Update]:
    means = means or RunningMeans.fresh(state.layer.spec)
    return update_layer(state, previous, learning, progress, means, np.random.default_rng(0))


def smoothed_transition(layer: Layer, states: Array, previous: Array) -> float:
    error, mu = np.abs(states - previous @ layer.A.T), layer.spec.smoothing
    smooth = np.where(error <= mu, error**2 / (2 * mu), error - mu / 2)
    return layer.spec.transition_weight * float(smooth.sum())


@pytest.mark.parametrize("name", ["C", "B"])
@pytest.mark.parametrize("seed", range(3))
def test_a_small_step_on_a_matrix_lowers_the_energy_of_its_batch(name: str, seed: int) -> None:
    layer = random_layer(np.random.default_rng(seed), small_spec())
    state, previous = infer_two_frames(layer, seed)
    rates = {"C": (1e-3, 0, 0), "B": (0, 1e-3, 0)}[name]
    learnt, what = update(state, previous, LearningSpec(3, *rates))
    assert what.change[name] > 1e-5
    assert max(change for other, change in what.change.items() if other != name) < 1e-12
    latents = (state.states, state.causes, state.predicted_states, state.predicted_causes, 0.0)
    before = energy(layer, state.inputs, *latents).total.sum()
    after = energy(learnt, state.inputs, *latents).total.sum()
    assert after < before - 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_a_small_step_on_the_transition_lowers_its_smoothed_energy(seed: int) -> None:
    layer = random_layer(np.random.default_rng(seed), small_spec())
    state, previous = infer_two_frames(layer, seed)
    learnt, what = update(state, previous, replace(ONLY_A, transition_rate=1e-3))
    assert what.change["A"] > 1e-5
    assert what.change["B"] < 1e-12 > what.change["C"]
    before = smoothed_transition(layer, state.states, previous)
    assert smoothed_transition(learnt, state.states, previous) < before - 1e-6


def test_learning_a_layer_again_and_again_lowers_its_energy() -> None:
    rng = np.random.default_rng(0)
    truth = random_layer(rng, small_spec(), np.float32)
    layer = Layer.initial(truth.spec, rng)
    means, inputs = RunningMeans.fresh(layer.spec), small_inputs(rng, truth, 40)
    totals = []
    for step in range(40):
        state = infer_layer(layer, inputs)
        totals.append(float(state.energy.total.mean()))
        layer, _ = update_layer(state, None, LearningSpec(), step / 40, means, rng)
    assert totals[-1] < 0.8 * totals[0]


@pytest.mark.parametrize("rate", [0.1, 10.0])
def test_columns_of_B_and_C_keep_unit_length_and_B_stays_positive(rate: float) -> None:
    rng = np.random.default_rng(1)
    layer = random_layer(rng, small_spec(), np.float32)
    learning = LearningSpec(dictionary_rate=rate, invariant_rate=rate)
    means, previous = RunningMeans.fresh(layer.spec), None
    for step in range(30):
        state = infer_layer(layer, small_inputs(rng, layer, 4), previous)
        layer, _ = update_layer(state, previous, learning, step / 30, means, rng)
        previous = state.states
        assert (layer.B >= 0).all()
        np.testing.assert_allclose(np.linalg.norm(layer.B, axis=0), 1, rtol=1e-5)
        np.testing.assert_allclose(np.linalg.norm(layer.C, axis=0), 1, rtol=1e-5)
        assert layer.A.dtype == layer.B.dtype == layer.C.dtype == np.float32
    assert np.isfinite(layer.A).all()


def test_the_transition_learns_nothing_at_the_start_of_a_sequence() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, _ = infer_two_frames(layer)
    learnt, what = update(state, None, LearningSpec())
    np.testing.assert_array_equal(learnt.A, layer.A)
    assert what.change["A"] == 0 < what.change["C"]


def test_the_transition_learns_nothing_without_a_weight() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec(transition_weight=0.0))
    state, previous = infer_two_frames(layer)
    learnt, what = update(state, previous, LearningSpec())
    np.testing.assert_array_equal(learnt.A, layer.A)
    assert what.change["A"] == 0 < what.change["C"]


def test_the_step_on_the_transition_does_not_depend_on_starts_seen_before() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, previous = infer_two_frames(layer)
    learnt, _ = update(state, previous, ONLY_A)
    means = RunningMeans.fresh(layer.spec)
    for _ in range(3):
        means.see(state, None)
    after_starts, _ = update(state, previous, ONLY_A, means=means)
    np.testing.assert_allclose(after_starts.A, learnt.A, rtol=1e-12)


def test_the_running_means_are_plain_means_at_first() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    means, seen, before = RunningMeans.fresh(layer.spec), [], []
    for seed in range(4):
        state, previous = infer_two_frames(layer, seed)
        means.see(state, previous if seed else None)
        seen.append(state.states.reshape(-1, 24))
        before += [previous.reshape(-1, 24)] if seed else []
    np.testing.assert_allclose(means.state_energy, (np.concatenate(seen) ** 2).mean(axis=0))
    np.testing.assert_allclose(means.input_energy, (np.concatenate(before) ** 2).mean(axis=0))


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_rates_fall_late(name: str) -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, previous = infer_two_frames(layer)
    learning = LearningSpec(3, 1e-4, 1e-4, 1e-4, late_share=0.6, late_factor=0.3)
    early, still_early, late, last = (
        update(state, previous, learning, progress)[1].change[name]
        for progress in (0.0, 0.599, 0.6, 1.0)
    )
    assert early == still_early > 0
    assert late == last == pytest.approx(0.3 * early, rel=1e-2)


# --- dead units -----------------------------------------------------------------------------------


def layer_with_dead_units() -> Layer:
    """Return a layer with states for pixels that stay black, and a cause for those states."""
    layer = random_layer(np.random.default_rng(4), small_spec(), np.float32)
    B, C = layer.B.copy(), layer.C.copy()
    C[8:] = 0
    C[:, DEAD_STATES] = 0
    C[8:, DEAD_STATES] = np.random.default_rng(5).normal(size=(8, 2))
    B[DEAD_STATES] = 0
    B[:, DEAD_CAUSE] = 0
    B[DEAD_STATES, DEAD_CAUSE] = 1
    A = np.eye(24, dtype=np.float32)
    return replace(layer, A=A, B=normalise_columns(B), C=normalise_columns(C))


def bright_half(groups: int = 24) -> Array:
    """Return inputs whose last eight pixels are black."""
    inputs = np.random.default_rng(6).normal(size=(groups, 4, 16)).astype(np.float32)
    inputs[..., 8:] = 0
    return inputs


def idle(
    layer: Layer, inputs: Array, batches: int, progress: float, **settings: Any
) -> tuple[Any, ...]:
    """Reseed dead units, without learning, for some batches; return layers, states, updates."""
    learning = LearningSpec(dictionary_rate=0, invariant_rate=0, transition_rate=0, **settings)
    means, rng = RunningMeans.fresh(layer.spec), np.random.default_rng(0)
    layers, states, updates = [layer], [], []
    for _ in range(batches):
        state = infer_layer(layers[-1], inputs)
        learnt, what = update_layer(state, None, learning, progress, means, rng)
        layers.append(learnt)
        states.append(state)
        updates.append(what)
    return layers, states, updates


def test_dead_units_are_given_a_new_start_after_the_patience_and_not_before() -> None:
    _, states, updates = idle(layer_with_dead_units(), bright_half(), PATIENCE + 1, 0.0)
    assert not any(state.states[..., DEAD_STATES].any() for state in states[:PATIENCE])
    assert not any(state.causes[:, DEAD_CAUSE].any() for state in states[:PATIENCE])
    others = [d for d in range(6) if d != DEAD_CAUSE]
    assert all(state.causes[:, others].any(axis=0).all() for state in states)
    assert [what.reseeded for what in updates] == [0] * (PATIENCE - 1) + [3, 0]
    assert states[-1].states[..., DEAD_STATES].any()
    assert states[-1].causes[:, DEAD_CAUSE].any()


def test_a_dead_state_becomes_the_unit_residual_of_an_input_and_no_two_the_same() -> None:
    layers, states, _ = idle(layer_with_dead_units(), bright_half(), PATIENCE, 0.0)
    before, after, state = layers[-2], layers[-1], states[-1]
    residuals = (state.inputs - state.states @ before.C.T).reshape(-1, 16)
    residuals /= np.linalg.norm(residuals, axis=1, keepdims=True)
    origins = []
    for k in DEAD_STATES:
        likeness = residuals @ after.C[:, k]
        assert likeness.max() == pytest.approx(1, abs=1e-5)
        origins.append(int(likeness.argmax()))
    assert len(set(origins)) == 2
    others = [k for k in range(24) if k not in DEAD_STATES]
    np.testing.assert_allclose(after.C[:, others], before.C[:, others], atol=1e-6)


def test_a_dead_cause_becomes_states_that_the_other_causes_do_not_explain() -> None:
    layers, states, _ = idle(layer_with_dead_units(), bright_half(), PATIENCE, 0.0)
    before, after, state = layers[-2], layers[-1], states[-1]
    unexplained = np.abs(state.states).sum(axis=1) * np.exp(-state.causes @ before.B.T)
    unexplained /= np.linalg.norm(unexplained, axis=1, keepdims=True)
    assert (unexplained @ after.B[:, DEAD_CAUSE]).max() == pytest.approx(1, abs=1e-5)
    assert (after.B >= 0).all()


def test_many_dead_states_are_revived_from_different_residuals() -> None:
    layer = layer_with_dead_units()
    C = layer.C.copy()
    C[:, :20] = 0
    C[8:, :20] = normalise_columns(np.random.default_rng(7).normal(size=(8, 20)))
    layers, _, updates = idle(replace(layer, C=C), bright_half(), PATIENCE, 0.0)
    assert updates[-1].reseeded >= 20
    likeness = np.abs(layers[-1].C[:, :20].T @ layers[-1].C[:, :20]) - np.eye(20)
    assert likeness.max() < 0.9999


def test_nobody_is_revived_late() -> None:
    layers, _, updates = idle(layer_with_dead_units(), bright_half(), PATIENCE + 5, 0.6)
    assert not any(what.reseeded for what in updates)
    np.testing.assert_allclose(layers[-1].C, layers[0].C, atol=1e-6)
    np.testing.assert_allclose(layers[-1].B, layers[0].B, atol=1e-6)


def test_nobody_is_revived_where_that_is_switched_off() -> None:
    layer, inputs = layer_with_dead_units(), bright_half()
    layers, _, updates = idle(layer, inputs, PATIENCE + 5, 0.0, reseeding=False)
    assert not any(what.reseeded for what in updates)
    np.testing.assert_allclose(layers[-1].C, layers[0].C, atol=1e-6)


def test_black_video_revives_nobody_and_breaks_nothing() -> None:
    layer = layer_with_dead_units()
    layers, _, updates = idle(layer, np.zeros((2, 4, 16), np.float32), PATIENCE + 2, 0.0)
    assert not any(what.reseeded for what in updates)
    np.testing.assert_allclose(layers[-1].C, layer.C, atol=1e-6)


def test_a_revived_state_does_not_make_the_transition_leap() -> None:
    layer, inputs = layer_with_dead_units(), bright_half()
    learning = LearningSpec(dictionary_rate=0, invariant_rate=0, transition_rate=0.05)
    means, rng, previous = RunningMeans.fresh(layer.spec), np.random.default_rng(0), None
    steps = []
    for batch in range(PATIENCE + 3):
        state = infer_layer(layer, inputs * (1 if batch % 2 else -1), previous)
        learnt, _ = update_layer(state, previous, learning, 0.0, means, rng)
        steps.append(np.abs(learnt.A - layer.A).max(axis=0))
        layer, previous = learnt, state.states
    revived = max(step[DEAD_STATES].max() for step in steps[PATIENCE:])
    others = max(step.max() for step in steps[PATIENCE - 10 : PATIENCE])
    assert 0 < revived < 5 * others


# --- specification --------------------------------------------------------------------------------


def test_the_causes_sparsity_grows_to_its_full_value_over_the_warm_up() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec(cause_sparsity=0.2))
    learning = LearningSpec(cause_warm_up=0.5)
    betas = [
        learning.softened(layer, progress).spec.cause_sparsity
        for progress in (0, 0.1, 0.25, 0.4999, 0.5, 0.7)
    ]
    assert betas == pytest.approx([0.01, 0.048, 0.105, 0.2, 0.2, 0.2], rel=1e-3)
    assert betas == sorted(betas)
    softened = learning.softened(layer, 0.1)
    np.testing.assert_array_equal(softened.B, layer.B)
    assert replace(softened.spec, cause_sparsity=0.2) == layer.spec


def test_causes_stay_small_from_the_first_step_of_a_warm_up() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    inputs = small_inputs(np.random.default_rng(1), layer, 4)
    softened = LearningSpec(cause_warm_up=0.9).softened(layer, 0.0)
    causes, full = (infer_layer(each, inputs).causes for each in (softened, layer))
    assert full.max() < causes.max() < 100


def test_without_a_warm_up_the_layer_is_learnt_as_it_is() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    assert LearningSpec().softened(layer, 0.0) is layer


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"epochs": 0}, "epochs"),
        ({"epochs": 10_001}, "epochs"),
        ({"restarts": 0}, "restarts"),
        ({"restarts": 101}, "restarts"),
        ({"dictionary_rate": -0.1}, "Learning rates"),
        ({"invariant_rate": float("nan")}, "Learning rates"),
        ({"transition_rate": float("inf")}, "Learning rates"),
        ({"coherence": 11.0}, "Learning rates"),
        ({"late_share": 1.1}, "Late share"),
        ({"late_factor": -1.0}, "late factor"),
        ({"cause_warm_up": float("nan")}, "warm-up"),
    ],
)
def test_settings_out_of_range_are_refused(setting: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        LearningSpec(**setting)


def test_the_step_on_the_transition_is_divided_by_the_energy_of_its_inputs() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, previous = infer_two_frames(layer)
    previous = previous * np.linspace(0.5, 2, 24)  # states of unlike energies
    learnt, _ = update(state, previous, ONLY_A)
    error = (state.states - state.predicted_states).reshape(-1, 24)
    before = previous.reshape(-1, 24)
    energy = (before**2).mean(axis=0)
    pull = np.clip(error / layer.spec.smoothing, -1, 1).T @ before / len(before)
    step = ONLY_A.transition_rate * pull / (energy + 0.02 * energy.mean())
    np.testing.assert_allclose(learnt.A - layer.A, step, rtol=1e-6, atol=1e-12)


def test_without_own_steps_each_matrix_has_one_step_size_that_of_a_mean_unit() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, previous = infer_two_frames(layer)
    rates = LearningSpec(3, 1e-3, 1e-3, 1e-3, own_steps=False)
    learnt, _ = update(state, previous, rates)
    x, before = state.states.reshape(-1, 24), previous.reshape(-1, 24)
    residual = state.inputs.reshape(len(x), -1) - x @ layer.C.T
    C = layer.C + 1e-3 * (residual.T @ x / len(x)) / (x**2).mean()
    np.testing.assert_allclose(learnt.C, normalise_columns(C), rtol=1e-6, atol=1e-12)
    error = (state.states - state.predicted_states).reshape(-1, 24)
    pull = np.clip(error / layer.spec.smoothing, -1, 1).T @ before / len(before)
    A = layer.A + 1e-3 * pull / (before**2).mean()
    np.testing.assert_allclose(learnt.A, A, rtol=1e-6, atol=1e-12)
    pooled = np.abs(state.states).sum(axis=1)
    pull = (pooled * np.exp(-state.causes @ layer.B.T)).T @ state.causes
    B = layer.B + 1e-3 * pull / np.linalg.norm(pull, axis=0).mean()
    np.testing.assert_allclose(learnt.B, normalise_columns(B), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize(
    "setting",
    [
        *({"epochs": good} for good in (1, 10_000)),
        *({"restarts": good} for good in (1, 100)),
        *({name: good} for name in ("dictionary_rate", "coherence") for good in (0, 10)),
        *({name: good} for name in ("late_share", "late_factor") for good in (0, 1)),
        {"cause_warm_up": 1},
    ],
)
def test_settings_at_their_limits_are_taken(setting: dict[str, Any]) -> None:
    learning = LearningSpec(**setting)
    assert {name: getattr(learning, name) for name in setting} == setting


def test_a_step_on_the_dictionary_is_divided_by_the_energy_of_the_states() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, _ = infer_two_frames(layer)
    learnt, _ = update(state, None, LearningSpec(3, 0.3, 0, 0))
    x, y = state.states.reshape(-1, 24), state.inputs.reshape(-1, 16)
    pull = sum(np.outer(y[n] - layer.C @ x[n], x[n]) for n in range(len(x))) / len(x)
    energy = (x**2).mean(axis=0)
    stepped = layer.C + 0.3 * pull / (energy + 0.02 * energy.mean())
    expected = stepped / np.linalg.norm(stepped, axis=0)
    np.testing.assert_allclose(learnt.C, expected, rtol=1e-6, atol=1e-9)


def test_a_step_on_the_invariant_matrix_has_the_length_of_its_rate_in_each_column() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, _ = infer_two_frames(layer)
    assert state.causes.any(axis=0).all()
    learnt, _ = update(state, None, LearningSpec(3, 0, 0.3, 0))
    pull = sum(
        np.outer(np.abs(x).sum(axis=0) * np.exp(-layer.B @ u), u)
        for x, u in zip(state.states, state.causes, strict=True)
    )
    stepped = np.maximum(layer.B + 0.3 * pull / np.linalg.norm(pull, axis=0), 0)
    expected = stepped / np.linalg.norm(stepped, axis=0)
    np.testing.assert_allclose(learnt.B, expected, rtol=1e-9, atol=1e-12)


def test_after_many_batches_the_past_counts_98_of_100() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    state, previous = infer_two_frames(layer)
    means = RunningMeans.fresh(layer.spec)
    for _ in range(60):
        means.see(state, previous)
    before = means.state_energy.copy(), means.input_energy.copy()
    means.see(replace(state, states=2 * state.states), 3 * previous)
    np.testing.assert_allclose(means.state_energy, (0.98 + 0.02 * 4) * before[0])
    np.testing.assert_allclose(means.input_energy, (0.98 + 0.02 * 9) * before[1])


def test_revived_states_are_given_the_mean_of_all_energies() -> None:
    """The small energies of their past would make their first steps too large."""
    layer, inputs = layer_with_dead_units(), bright_half()
    means = RunningMeans.fresh(layer.spec)
    state = infer_layer(layer, inputs)
    means.state_idle[DEAD_STATES] = PATIENCE - 1
    means.input_energy = np.arange(24.0)
    _, what = update(state, None, LearningSpec(), means=means)
    assert what.reseeded == 2
    x = state.states.reshape(-1, 24).astype(float)
    np.testing.assert_allclose(
        means.state_energy[DEAD_STATES], (x**2).mean(axis=0).mean(), rtol=1e-6
    )
    np.testing.assert_allclose(means.input_energy[DEAD_STATES], np.arange(24.0).mean())
    assert not means.state_idle[DEAD_STATES].any()


# --- the choice of new values ---------------------------------------------------------------------


def test_new_values_come_from_the_worst_rows_each_once() -> None:
    badness = np.array([0.1, 5.0, 0.3, 4.0, 3.0, 0.2, 2.0, 1.0, 0.9, 0.8])
    chosen = [choose(badness, 2, np.random.default_rng(seed)) for seed in range(60)]
    assert all(len(set(rows.tolist())) == 2 for rows in chosen)
    assert {int(row) for rows in chosen for row in rows} == {1, 3, 4, 6, 7, 8, 9, 2}  # the worst 8
    assert len({tuple(rows.tolist()) for rows in chosen}) > 20  # at random among them


def test_rows_that_are_not_bad_at_all_are_never_chosen() -> None:
    badness = np.array([0.0, 2.0, 0.0, 1.0])
    assert sorted(choose(badness, 3, np.random.default_rng(0)).tolist()) == [1, 3]
    assert not len(choose(np.zeros(4), 2, np.random.default_rng(0)))
