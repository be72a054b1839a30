"""Every solver with the temporal term solves the problem that it is given."""

from dpcn_app.benchmarks.peers.contest import LARGEST_GAP
from dpcn_app.benchmarks.peers.temporal import cvxpy_contestant, temporal_contestants
from tests.helpers.small_races import reached, small


def test_a_solver_with_the_temporal_term_reaches_the_accuracy() -> None:
    problem = small(temporal=True)
    contestants = temporal_contestants(problem)
    cvxpy = cvxpy_contestant(problem.first(1))
    assert len(contestants) == 4
    for contestant in contestants:
        assert -1e-6 <= reached(contestant, problem) <= LARGEST_GAP, contestant.name
    assert cvxpy is not None
    assert -1e-6 <= reached(cvxpy, problem.first(1)) <= LARGEST_GAP
