"""Every solver with the temporal term solves the problem that it is given."""

from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, tune
from dpcn_app.benchmarks.peers.temporal import (
    SMOOTHED,
    cvxpy_contestant,
    temporal_contestants,
)
from tests.helpers.small_races import reached, small


def test_a_solver_with_the_temporal_term_reaches_the_accuracy() -> None:
    problem = small(temporal=True)
    contestants = temporal_contestants(problem)
    cvxpy = cvxpy_contestant(problem.first(1))
    assert len(contestants) == 5
    for contestant in contestants:
        assert -1e-6 <= reached(contestant, problem) <= LARGEST_GAP, contestant.name
    assert cvxpy is not None
    assert -1e-6 <= reached(cvxpy, problem.first(1)) <= LARGEST_GAP


def test_the_smoothing_that_needs_least_iterations_is_chosen() -> None:
    problem = small(temporal=True)
    smoothed = next(each for each in temporal_contestants(problem) if each.name == SMOOTHED)
    chosen = tune(smoothed, problem.gap)
    fewer = smoothed.efforts[smoothed.efforts.index(chosen.effort) - 1]
    for mu in smoothed.kinds[::4]:
        assert problem.gap(smoothed.solve(mu, fewer)) > LARGEST_GAP, mu
