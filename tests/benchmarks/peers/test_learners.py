"""Ways to learn a dictionary: each lowers the objective, and none is needed by the others."""

import numpy as np
import pytest

from dpcn_app.benchmarks.peers import learners
from dpcn_app.benchmarks.peers.contest import OURS
from dpcn_app.benchmarks.peers.dictionary import objective
from dpcn_app.benchmarks.peers.learners import Learner, Patches
from dpcn_app.engine.network import normalise_columns
from dpcn_app.training.presets import preset


def planted() -> tuple[Patches, Patches]:
    """Return patches made of few atoms of a hidden dictionary, and others of the same."""
    spec = preset("shapes-easy").network.layers[0]
    rng = np.random.default_rng(0)
    hidden = normalise_columns(rng.normal(size=(spec.inputs, spec.states)))
    x = rng.normal(size=(2600, spec.states)) * (rng.random((2600, spec.states)) < 0.03)
    y = (4 * x @ hidden.T).astype(np.float32)
    start = normalise_columns(rng.normal(size=hidden.shape)).astype(np.float32)
    return Patches(spec, y[:2000], start), Patches(spec, y[2000:], start)


@pytest.mark.parametrize("learner", learners.learners(), ids=lambda learner: learner.name)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_learner_finds_a_better_dictionary_than_it_began_with(learner: Learner) -> None:
    seen, others = planted()
    gamma = seen.spec.sparsity
    before = objective(seen.start, others.inputs, gamma)
    for settings in (learner.grid[0], learner.grid[-1]):
        *_, C = learner.learn(seen, settings)
        assert C.shape == seen.start.shape
        assert objective(C, others.inputs, gamma) < 0.95 * before, settings
    assert len({tuple(each.items()) for each in learner.grid}) == len(learner.grid)


def test_peers_that_are_not_installed_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "peer", lambda module: None)
    assert [each.name for each in learners.learners()] == [OURS]


def test_batches_keep_the_order_and_leave_a_rest_out() -> None:
    seen, _ = planted()
    batches = list(seen.batches(300))
    assert len(batches) == 6
    np.testing.assert_array_equal(np.concatenate(batches), seen.inputs[:1800])
