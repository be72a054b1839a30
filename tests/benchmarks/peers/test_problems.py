"""The problems of the race: what they are made of, and how exact their solutions are."""

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.benchmarks.peers.problems import (
    StateProblem,
    natural_problem,
    photograph_problem,
    shapes_problem,
)


@pytest.fixture(scope="module", params=["shapes", "photograph", "natural"])
def problem(request: pytest.FixtureRequest) -> StateProblem:
    if request.param == "shapes":
        return shapes_problem(12, temporal=True)
    if request.param == "natural":
        return natural_problem(12, temporal=True)
    return photograph_problem(12, temporal=True, side=6, states=30, steps=5)


def test_every_input_shows_something_and_follows_another(problem: StateProblem) -> None:
    assert problem.inputs.any(axis=1).all()
    assert problem.predicted is not None
    assert problem.predicted.any()
    assert problem.predicted.shape == (12, problem.C.shape[1])
    np.testing.assert_allclose(np.linalg.norm(problem.C, axis=0), 1, rtol=1e-5)


def test_the_solution_is_certain_by_duality(problem: StateProblem) -> None:
    assert 0 <= problem.certainty < 1e-6
    assert problem.gap(problem.solution) == 0
    assert problem.gap(np.zeros_like(problem.solution)) > 0.01


def test_the_bound_lies_below_every_energy(problem: StateProblem) -> None:
    rng = np.random.default_rng(0)
    for scale in (0.0, 0.1, 1.0):
        states = problem.solution + scale * rng.normal(size=problem.solution.shape)
        assert problem.lower_bound(states) <= problem.lowest_energy * (1 + 1e-12)


def test_a_convex_solver_finds_the_same_energy(problem: StateProblem) -> None:
    few = problem.first(2)
    assert few.predicted is not None
    x = cp.Variable(few.predicted.shape)
    C, y, c = (a.astype(np.float64) for a in (few.C, few.inputs, few.predicted))
    cost = 0.5 * cp.sum_squares(y - x @ C.T) + few.sparsity * cp.sum(cp.abs(x))
    cost += few.transition_weight * cp.sum(cp.abs(x - c))
    cp.Problem(cp.Minimize(cost)).solve(solver=cp.CLARABEL)
    assert abs(few.gap(np.asarray(x.value))) < 1e-5


def test_without_time_it_is_the_plain_lasso() -> None:
    problem = shapes_problem(5, temporal=False)
    assert problem.predicted is None
    states = problem.solution
    residual = problem.inputs - states @ problem.C.T
    plain = 0.5 * (residual**2).sum() + problem.sparsity * np.abs(states).sum()
    assert problem.energy(states) == pytest.approx(plain, rel=1e-6)
