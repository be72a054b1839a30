"""A small problem for the solvers of the race, and how near to its solution one comes."""

from typing import Any

from dpcn_app.benchmarks.peers.contest import Contestant, tune
from dpcn_app.benchmarks.peers.lasso import dense
from dpcn_app.benchmarks.peers.problems import StateProblem, photograph_problem

PEERS = {
    "NumPy FISTA": "numpy",
    "NumPy ADMM": "numpy",
    "NumPy ADMM, Cholesky": "scipy",
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
