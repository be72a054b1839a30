"""Every solver of the lasso solves the problem that it is given."""

import pytest

from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, OURS
from dpcn_app.benchmarks.peers.lasso import dense, lasso_contestants
from tests.helpers.small_races import PEERS, reached, small


@pytest.mark.parametrize("name", [OURS, *PEERS])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_a_lasso_solver_reaches_the_accuracy(name: str) -> None:
    if name in PEERS:
        pytest.importorskip(PEERS[name])
    problem = small(temporal=False)
    contestant = next(each for each in lasso_contestants(problem) if each.name == name)
    assert -1e-6 <= reached(contestant, problem) <= LARGEST_GAP
    if contestant.operations is not None:
        assert contestant.operations(0.0, contestant.efforts[-1]) > 0


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_sporco_adapts_its_penalty_where_none_is_given() -> None:
    pytest.importorskip("sporco")
    problem = small(temporal=False)
    sporco = next(each for each in lasso_contestants(problem) if each.name == "SPORCO ADMM")
    assert sporco.kinds[-1] == 0
    assert abs(problem.gap(dense(sporco.solve(0.0, 300), problem))) < LARGEST_GAP
