"""States alone (E1): coordinate descent compared with a convex solver."""

from functools import partial

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import Array, normalise_columns
from dpcn_app.errors import UserError

SIZES = ((20, 12), (12, 30), (30, 30), (8, 40), (25, 10))


def state_energy(C: Array, y: Array, x: Array, predicted: Array, lam: float, gamma: Array) -> float:
    """E1(x) = ½‖y − Cx‖² + λ‖x − A x_{t−1}‖₁ + Σ_k γ_k|x_k| of one input."""
    residual = y - C @ x
    return float(
        0.5 * residual @ residual + lam * np.abs(x - predicted).sum() + (gamma * np.abs(x)).sum()
    )


def lowest_energy(C: Array, y: Array, predicted: Array, lam: float, gamma: Array) -> float:
    x = cp.Variable(C.shape[1])
    terms = [0.5 * cp.sum_squares(y - C @ x)]
    if lam:
        terms.append(lam * cp.norm1(x - predicted))
    if gamma.any():
        terms.append(cp.norm1(cp.multiply(gamma, x)))
    problem = cp.Problem(cp.Minimize(sum(terms)))
    precise = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12}
    problem.solve(solver=cp.CLARABEL, **precise)
    return state_energy(C, y, np.asarray(x.value), predicted, lam, gamma)


@pytest.mark.parametrize("number", range(50))
def test_states_reach_the_energy_that_a_convex_solver_finds(number: int) -> None:
    rng = np.random.default_rng(number)
    P, K = SIZES[number % len(SIZES)]
    C = normalise_columns(rng.normal(size=(P, K)))
    if number % 7 == 1:
        C[:, rng.integers(0, K, 3)] = 0
    if number % 7 == 4:
        C *= rng.uniform(0.1, 4, K)  # columns of any length
    y = np.zeros(P) if number % 10 == 3 else rng.normal(size=P)
    lam = 0.0 if number % 6 == 2 else rng.uniform(0.01, 0.5)
    gamma = np.zeros(K) if number % 8 == 5 else rng.uniform(0, 0.6, K)
    predicted = rng.normal(size=K) * (rng.random(K) < 0.3)
    given = number % 4 != 0
    x = infer_states(
        C,
        y[None],
        predicted[None] if given else None,
        transition_weight=lam,
        sparsity=gamma[None],
        iterations=100_000,
        tolerance=1e-10,
    )[0]
    predicted = predicted if given else np.zeros(K)
    found = state_energy(C, y, x, predicted, lam, gamma)
    best = lowest_energy(C, y, predicted, lam, gamma)
    # Relative to the lowest energy; where that is nearly zero (K > P without any prior explains
    # every input), relative to a thousandth of the energy of x = 0.
    scale = max(best, 1e-3 * (0.5 * float(y @ y)), 1e-6)
    assert (found - best) / scale <= 1e-6


def test_the_defaults_reach_a_millionth_of_the_lowest_energy() -> None:
    rng = np.random.default_rng(0)
    C = normalise_columns(rng.normal(size=(144, 100)))
    y, predicted = rng.normal(size=(2, 144)), rng.normal(size=(2, 100))
    gamma = np.full(100, 0.3)
    states = infer_states(C, y, predicted, transition_weight=0.1, sparsity=0.3)
    for n in range(2):
        found = state_energy(C, y[n], states[n], predicted[n], 0.1, gamma)
        assert found <= lowest_energy(C, y[n], predicted[n], 0.1, gamma) * (1 + 1e-6)


def test_states_of_a_silent_input_without_prediction_are_zero() -> None:
    C = normalise_columns(np.random.default_rng(0).normal(size=(5, 8)))
    states = infer_states(C, np.zeros((3, 5)), transition_weight=0.1, sparsity=0.1)
    assert not states.any()


def test_one_sparsity_stands_for_all_states_of_all_inputs() -> None:
    rng = np.random.default_rng(1)
    C, y = normalise_columns(rng.normal(size=(6, 9))), rng.normal(size=(4, 6))
    one = infer_states(C, y, transition_weight=0.0, sparsity=0.2)
    every = infer_states(C, y, transition_weight=0.0, sparsity=np.full((4, 9), 0.2))
    assert one.any()
    assert np.array_equal(one, every)


def test_arrays_that_do_not_fit_are_refused() -> None:
    C = np.eye(3, 4)
    infer = partial(infer_states, C, transition_weight=0.1)
    with pytest.raises(UserError, match="do not suit a dictionary"):
        infer(np.zeros((2, 4)), sparsity=0.1)
    with pytest.raises(UserError, match="Predicted states have shape"):
        infer(np.zeros((2, 3)), np.zeros((1, 4)), sparsity=0.1)
    with pytest.raises(UserError, match="sparsity of shape"):
        infer(np.zeros((2, 3)), sparsity=np.zeros(3))


@pytest.mark.parametrize("count", [2, 3])
def test_each_input_may_have_a_sparsity_of_its_own(count: int) -> None:
    rng = np.random.default_rng(3)
    C = normalise_columns(rng.normal(size=(10, 14)))
    y, gamma = rng.normal(size=(count, 10)), rng.uniform(0.05, 0.8, (count, 14))
    infer = partial(infer_states, C, transition_weight=0.1, tolerance=1e-10, iterations=1000)
    together = infer(y, sparsity=gamma)
    for n in range(count):
        alone = infer(y[n : n + 1], sparsity=gamma[n])
        np.testing.assert_allclose(together[n : n + 1], alone, atol=1e-7)
