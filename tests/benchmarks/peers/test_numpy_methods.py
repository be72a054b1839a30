"""FISTA and ADMM in NumPy, beside a convex solver."""

import itertools

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.benchmarks.peers.contest import LARGEST_GAP
from dpcn_app.benchmarks.peers.numpy_methods import admm, fista, largest_eigenvalue, momenta
from dpcn_app.benchmarks.peers.problems import StateProblem
from tests.helpers.small_races import reached, small


def lowest_energy(problem: StateProblem) -> float:
    """Return the lowest E1 by Clarabel, which shares no code with the race."""
    C, y = problem.C.astype(np.float64), problem.inputs.astype(np.float64)
    x = cp.Variable((len(y), C.shape[1]))
    cost = 0.5 * cp.sum_squares(y - x @ C.T) + problem.sparsity * cp.sum(cp.abs(x))
    if problem.predicted is not None:
        c = problem.predicted.astype(np.float64)
        cost += problem.transition_weight * cp.sum(cp.abs(x - c))
    return float(cp.Problem(cp.Minimize(cost)).solve(solver=cp.CLARABEL))


@pytest.mark.parametrize("temporal", [False, True])
@pytest.mark.parametrize("method", ["fista", "admm", "admm by its factor"])
def test_a_method_comes_as_near_to_the_lowest_energy_as_it_claims(
    method: str, temporal: bool
) -> None:
    problem = small(temporal)
    contestant = fista(problem) if method == "fista" else admm(problem, cholesky=method != "admm")
    assert reached(contestant, problem) <= LARGEST_GAP
    states = contestant.solve(contestant.kinds[0], contestant.efforts[-1])
    lowest = lowest_energy(problem)
    assert states.dtype == np.float32
    assert abs(problem.energy(states) / lowest - 1) < 1e-5


def test_both_ways_to_solve_admms_system_take_the_same_steps() -> None:
    problem = small(temporal=True)
    by_inverse, by_factor = (admm(problem, cholesky).solve(0.5, 6) for cholesky in (False, True))
    np.testing.assert_allclose(by_inverse, by_factor, atol=1e-4)


def test_momentum_is_nesterovs_up_to_its_limit() -> None:
    free, held = list(momenta(50, 1.0)), list(momenta(50, 0.8))
    assert free[0] == 0
    assert free[1] == pytest.approx((1.618034 - 1) / 2.193527, rel=1e-5)
    assert all(a < b for a, b in itertools.pairwise(free))
    assert held == [min(each, 0.8) for each in free]


def test_the_step_size_is_safe() -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        C = rng.normal(size=(20, 30))
        exact = float(np.linalg.eigvalsh(C.T @ C)[-1])
        assert exact * 0.99 < largest_eigenvalue(C.T @ C) < exact * 1.03
