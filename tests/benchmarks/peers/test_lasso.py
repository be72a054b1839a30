"""Every solver of the lasso solves the problem that it is given."""

import numpy as np
import pytest

from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, OURS
from dpcn_app.benchmarks.peers.lasso import largest_eigenvalue, lasso_contestants
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


def test_the_step_size_is_safe() -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        C = rng.normal(size=(20, 30))
        exact = float(np.linalg.eigvalsh(C.T @ C)[-1])
        assert exact * 0.99 < largest_eigenvalue(C.T @ C) < exact * 1.03
