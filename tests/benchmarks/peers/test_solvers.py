"""Every solver of the race solves the problem that it is given."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dpcn_app.benchmarks.peers import installed
from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, OURS, Contestant, tune
from dpcn_app.benchmarks.peers.lasso import dense, largest_eigenvalue, lasso_contestants
from dpcn_app.benchmarks.peers.problems import StateProblem, photograph_problem
from dpcn_app.benchmarks.peers.temporal import cvxpy_contestant, temporal_contestants

PEERS = {
    "NumPy FISTA": "numpy",
    "SPAMS cd": "spams",
    "SPAMS lasso": "spams",
    "scikit-learn cd": "sklearn",
    "SPORCO ADMM": "sporco",
    "PyTorch FISTA": "torch",
}


def small(temporal: bool) -> StateProblem:
    return photograph_problem(6, temporal, side=6, states=30, steps=5)


def reached(contestant: Contestant, problem: StateProblem) -> float:
    def gap(states: Any) -> float:
        return problem.gap(dense(states, problem))

    setting = tune(contestant, gap)
    return gap(contestant.solve(setting.kind, setting.effort))


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


def test_a_solver_with_the_temporal_term_reaches_the_accuracy() -> None:
    problem = small(temporal=True)
    contestants = temporal_contestants(problem)
    cvxpy = cvxpy_contestant(problem.first(1))
    assert len(contestants) == 4
    for contestant in contestants:
        assert -1e-6 <= reached(contestant, problem) <= LARGEST_GAP, contestant.name
    assert cvxpy is not None
    assert -1e-6 <= reached(cvxpy, problem.first(1)) <= LARGEST_GAP


@pytest.mark.parametrize("module", ["spams", "sklearn", "sporco", "torch"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_a_peer_that_is_not_installed_stays_out(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole: Callable[[str], Any] = installed.import_module

    def without(name: str) -> Any:
        if name == module:
            raise ImportError(name)
        return whole(name)

    monkeypatch.setattr(installed, "import_module", without)
    names = {each.name for each in lasso_contestants(small(temporal=False))}
    assert names.isdisjoint({name for name, needs in PEERS.items() if needs == module})
    assert {OURS, "NumPy FISTA"} <= names
    assert installed.versions()[installed.PACKAGES[module]] is None


def test_the_step_size_is_safe() -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        C = rng.normal(size=(20, 30))
        exact = float(np.linalg.eigvalsh(C.T @ C)[-1])
        assert exact * 0.99 < largest_eigenvalue(C.T @ C) < exact * 1.03
