"""Each estimator compared with an independent computation of the same estimate."""

from dataclasses import replace
from itertools import islice

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.engine.inference import infer_states
from dpcn_app.experiments.state_estimators import (
    SPARSITIES,
    DynamicInference,
    KalmanFilter,
    Oracle,
    PeerSparseCoding,
    SparseCoding,
    relative_error,
)
from dpcn_app.experiments.state_simulation import Array, Moment, Simulation, SimulationSpec

SMALL = SimulationSpec(observations=10, states=24, nonzeros=4)


def drawn(spec: SimulationSpec, seed: int, steps: int) -> tuple[Simulation, list[Moment]]:
    simulation = Simulation.draw(spec, seed)
    return simulation, list(islice(simulation.moments(), steps))


def test_the_error_is_relative_to_the_truth() -> None:
    truth = np.array([3.0, 0.0, 4.0])
    assert relative_error(np.zeros(3), truth) == 1
    assert relative_error(truth + np.array([0, 0.5, 0]), truth) == pytest.approx(0.1)


@pytest.mark.parametrize("seed", range(3))
def test_dynamic_inference_follows_what_a_convex_solver_finds(seed: int) -> None:
    simulation, moments = drawn(SMALL, seed, 4)
    C, dynamic = simulation.dictionary, DynamicInference(simulation, 0.02, 0.03)
    expected = np.zeros(SMALL.states)
    for moment in moments:
        x = cp.Variable(SMALL.states)
        terms = [
            cp.sum_squares(moment.observation - C @ x) / (2 * SMALL.observations),
            0.02 * cp.norm1(x - moment.transition.apply(expected)),
            0.03 * cp.norm1(x),
        ]
        precise = {"tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}
        cp.Problem(cp.Minimize(sum(terms))).solve(solver=cp.CLARABEL, **precise)
        expected = np.asarray(x.value)
        np.testing.assert_allclose(dynamic.estimate(moment), expected, atol=2e-3)


def test_without_a_transition_weight_dynamic_inference_is_sparse_coding() -> None:
    simulation, moments = drawn(SimulationSpec(), 1, 2)
    for moment in moments:
        alone = [
            DynamicInference(simulation, 0.0, sparsity).estimate(moment) for sparsity in SPARSITIES
        ]
        best = min(relative_error(each, moment.states) for each in alone)
        found = SparseCoding(simulation).estimate(moment)
        assert relative_error(found, moment.states) == pytest.approx(best, rel=0.03)


@pytest.mark.parametrize("observations", [50, 80, 140])
def test_sparse_coding_here_and_by_scikit_learn_err_alike(observations: int) -> None:
    simulation, moments = drawn(SimulationSpec(observations), 1, 3)
    for moment in moments:
        ours, theirs = (
            relative_error(kind(simulation).estimate(moment), moment.states)
            for kind in (SparseCoding, PeerSparseCoding)
        )
        assert ours == pytest.approx(theirs, rel=0.05)


@pytest.mark.parametrize("kind", [SparseCoding, PeerSparseCoding])
def test_sparse_coding_gets_the_sparsity_that_suits_it_best(kind: type[SparseCoding]) -> None:
    simulation, [moment] = drawn(SimulationSpec(observations=80), 2, 1)
    found = relative_error(kind(simulation).estimate(moment), moment.states)
    for sparsity in np.geomspace(0.5, 0.001, 12):
        x = infer_states(
            simulation.dictionary,
            moment.observation[None],
            transition_weight=0.0,
            sparsity=80 * sparsity,
        )[0]
        assert found <= relative_error(x, moment.states) + 0.02


def brute_force_posterior_mean(simulation: Simulation, moments: list[Moment]) -> Array:
    """Return the last mean of the joint Gaussian of all states, given all observations at once."""
    spec, T = simulation.spec, len(moments)
    K, P, kept = spec.states, spec.observations, 1 - spec.switched
    variance = spec.nonzeros / K
    scales = [simulation.initial_scale, *(m.transition.after for m in moments)]
    prior = np.zeros(((T + 1) * K, (T + 1) * K))
    to_here = np.zeros(((T + 1) * K, (T + 1) * K))  # x = to_here · (x_0, w_1 … w_T)
    for t in range(T + 1):
        rows = slice(t * K, (t + 1) * K)
        fresh = 1.0 if t == 0 else 1 - kept**2
        prior[rows, rows] = np.diag(fresh * variance * scales[t] ** 2)
        to_here[rows, rows] = np.eye(K)
        if t:
            A = np.stack([moments[t - 1].transition.apply(unit) for unit in np.eye(K)], axis=1)
            to_here[rows] += kept * A @ to_here[(t - 1) * K : t * K]
    joint = to_here @ prior @ to_here.T
    H = np.zeros((T * P, (T + 1) * K))
    for t in range(T):
        H[t * P : (t + 1) * P, (t + 1) * K : (t + 2) * K] = simulation.dictionary
    y = np.concatenate([m.observation for m in moments])
    S = H @ joint @ H.T + spec.noise * np.eye(T * P)
    mean: Array = joint @ H.T @ np.linalg.solve(S, y)
    return mean[T * K :]


@pytest.mark.parametrize("spec", [SMALL, replace(SMALL, innovations=0.3, noise=0.5)])
def test_the_kalman_filter_is_bayes_rule_on_all_steps_at_once(spec: SimulationSpec) -> None:
    simulation, moments = drawn(spec, 4, 6)
    kalman = KalmanFilter(simulation)
    estimates = [kalman.estimate(moment) for moment in moments]
    for t in (1, 3, 6):
        expected = brute_force_posterior_mean(simulation, moments[:t])
        np.testing.assert_allclose(estimates[t - 1], expected, atol=1e-9)


def test_the_kalman_filter_stays_sound_over_a_long_run_with_next_to_no_noise() -> None:
    simulation, moments = drawn(replace(SMALL, noise=0.0, innovations=0.01), 5, 400)
    kalman = KalmanFilter(simulation)
    errors = [relative_error(kalman.estimate(moment), moment.states) for moment in moments]
    assert np.isfinite(errors).all()
    assert np.mean(errors[200:]) < np.mean(errors[:5])


@pytest.mark.parametrize("wrong", [0.25, 4.0])
def test_no_other_share_of_innovations_makes_a_better_kalman_filter(wrong: float) -> None:
    spec = SimulationSpec(observations=20, states=80, nonzeros=8)
    right_errors, wrong_errors = [], []
    for seed in range(15):
        simulation, moments = drawn(spec, seed, 30)
        believed = replace(spec, innovations=wrong * spec.innovations)
        filters = (KalmanFilter(simulation), KalmanFilter(replace(simulation, spec=believed)))
        for moment in moments:
            right, other = (each.estimate(moment) for each in filters)
            right_errors.append(np.sum((right - moment.states) ** 2))
            wrong_errors.append(np.sum((other - moment.states) ** 2))
    assert np.mean(right_errors) < np.mean(wrong_errors)


def test_the_oracle_solves_the_normal_equations_on_the_true_support() -> None:
    simulation, [moment] = drawn(SMALL, 6, 1)
    states, support = Oracle(simulation).estimate(moment), moment.states != 0
    C = simulation.dictionary[:, support]
    np.testing.assert_allclose(states[support], np.linalg.solve(C.T @ C, C.T @ moment.observation))
    assert not states[~support].any()


def test_without_noise_the_oracle_knows_the_truth() -> None:
    simulation, [moment] = drawn(replace(SMALL, noise=0.0), 6, 1)
    assert relative_error(Oracle(simulation).estimate(moment), moment.states) < 1e-12
