"""Algorithm 1 in PyTorch beside Algorithm 1 in NumPy."""

import numpy as np
import pytest

from dpcn_app.benchmarks.natural_frames import natural_second_frame
from dpcn_app.benchmarks.peers import frames
from dpcn_app.benchmarks.peers.algorithm1 import TorchNetwork
from dpcn_app.benchmarks.reference import reference_step
from dpcn_app.storage.bundled import open_model


@pytest.mark.parametrize("name", ["shapes-easy", "natural"])
def test_pytorch_takes_the_same_steps_as_numpy(name: str) -> None:
    torch = pytest.importorskip("torch")
    if name == "natural":
        network, patches, before = natural_second_frame(1)
    else:
        network = open_model(name).network
        patches, before = frames.second_frame(network, 1)
    expected = reference_step(network, patches, before, tolerance=0.0)
    found = TorchNetwork(torch, network).infer(patches, before)
    for layer, (states, causes) in zip(expected.layers, found, strict=True):
        assert layer.causes.any()
        np.testing.assert_allclose(states, layer.states, atol=2e-3)
        np.testing.assert_allclose(causes, layer.causes, atol=2e-3)
