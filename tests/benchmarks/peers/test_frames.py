"""A whole frame: all versions of Algorithm 1 do the same, and the machine is measured."""

import numpy as np
import pytest

from dpcn_app.benchmarks.peers import frames, machine
from dpcn_app.benchmarks.peers.algorithm1 import TorchNetwork
from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, OURS
from dpcn_app.benchmarks.reference import reference_step
from dpcn_app.storage.bundled import open_model


def test_pytorch_takes_the_same_steps_as_numpy() -> None:
    torch = pytest.importorskip("torch")
    network = open_model("shapes-easy").network
    patches, before = frames.second_frame(network, 1)
    expected = reference_step(network, patches, before, tolerance=0.0)
    found = TorchNetwork(torch, network).infer(patches, before)
    for layer, (states, causes) in zip(expected.layers, found, strict=True):
        assert layer.causes.any()
        np.testing.assert_allclose(states, layer.states, atol=2e-3)
        np.testing.assert_allclose(causes, layer.causes, atol=2e-3)


def test_all_end_at_the_same_energy_and_the_exact_solver_no_higher() -> None:
    both, alone = frames.frame_race(rounds=1)
    for heat in (both, alone):
        exact = heat.entry(frames.EXACT)
        assert exact is not None and exact.setting.gap < 0
        for entry in heat.entries:
            assert entry.qualified
            if entry is not exact:
                assert abs(entry.setting.gap) < LARGEST_GAP
        assert heat.entries[0].name == OURS


def test_threads_are_timed_on_frames_of_many_groups() -> None:
    scalings = frames.two_threads((2,), rounds=1)
    assert [each.what for each in scalings] == [
        "frame of 16 groups, exact",
        "frame of 16 groups, paper",
    ]


def test_the_machine_has_limits() -> None:
    measured = machine.measure_machine(rounds=1)
    assert 0.1 < measured.gemm_gflops < 10_000
    assert measured.scaling.faster.median > 0
