"""Solvers at the same work: what is compared, never how long it took."""

import pytest

from dpcn_app.benchmarks import solver_speed
from dpcn_app.benchmarks.timing import Ratio, Timing
from dpcn_app.engine.network import Network
from dpcn_app.training.presets import SHAPES_NETWORK


@pytest.fixture(scope="module")
def network() -> Network:
    return Network.initial(SHAPES_NETWORK, seed=0)


def test_the_video_shows_every_class_and_noise() -> None:
    frames = [solver_speed.noisy_video("easy", 30).frame(index) for index in range(30)]
    assert [frame.label for frame in frames] == [0] * 10 + [1] * 10 + [2] * 10
    assert any((frame.image != frame.clean).any() for frame in frames)


def test_all_solvers_do_the_same_work_in_turn(network: Network) -> None:
    result = solver_speed.compare_on_frames(network, "hard", "both", frames=2, rounds=2)
    assert (result.what, result.unit, result.units) == ("hard, top-down both", "frame", 2)
    for timing in (result.exact, result.paper, result.numpy):
        assert 0 < timing.lowest <= timing.median <= timing.highest
    assert result.numpy_to_exact.lowest <= result.numpy_to_exact.median


def test_algorithm_1_ends_no_lower_than_the_exact_solver(network: Network) -> None:
    result = solver_speed.compare_on_patches(network, "easy", frames=2, rounds=1)
    assert result.speed.units == 32
    assert -1e-4 < result.paper_energy_excess < 0.1
    assert result.numpy_energy_excess == pytest.approx(result.paper_energy_excess, abs=1e-4)


def test_a_comparison_divides_by_the_exact_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"exact": (1.0, 2.0), "paper": (4.0, 8.0), "numpy": (10.0, 20.0)}
    monkeypatch.setattr(solver_speed, "interleaved", lambda tasks, rounds: seconds)
    result = solver_speed.Comparison.of("work", "frame", 10, {}, rounds=2)
    assert result.numpy_to_exact == Ratio(10, 10, 10)
    assert result.paper_to_exact == Ratio(4, 4, 4)
    assert result.exact == Timing.of([0.1, 0.2])
