"""The machine is measured."""

from dpcn_app.benchmarks.peers import machine


def test_the_machine_has_limits() -> None:
    measured = machine.measure_machine(rounds=1)
    assert 0.1 < measured.gemm_gflops < 10_000
    assert measured.scaling.faster.median > 0
