"""Joint inference against states alone: the same patches, the same γ, by turns."""

import numpy as np
import pytest

from dpcn_app.benchmarks import joint_speed
from dpcn_app.benchmarks.solver_speed import batch_problem
from dpcn_app.benchmarks.timing import Ratio
from dpcn_app.engine.inference import infer_layer
from dpcn_app.storage.bundled import open_model


def test_both_solve_the_same_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    network = open_model("shapes-easy").network
    problem = batch_problem(network.layers[0], network.spec, "easy", 2)
    results = {}

    def once(tasks, rounds):
        results.update({name: task() for name, task in tasks.items()})
        return {"joint": (3.0,), "states": (2.0,)}

    monkeypatch.setattr(joint_speed, "interleaved", once)
    result = joint_speed.JointComparison.of("two frames", problem, rounds=1)
    assert result.joint_to_states == Ratio(1.5, 1.5, 1.5)
    assert result.patches == 32
    states = problem.solve(infer_layer).states.reshape(results["states"].shape)
    assert (states != 0).any()
    np.testing.assert_allclose(results["states"], states, atol=0.02)
