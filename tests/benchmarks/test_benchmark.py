"""What the benchmark measures: these tests check the work done, never the time it took."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from dpcn_app.benchmarks import scaling, solver_speed, training_cost
from dpcn_app.benchmarks.timing import Ratio, Timing
from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.state import LayerState
from dpcn_app.training.presets import SHAPES_NETWORK, preset

EASY = preset("shapes-easy")


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


def test_a_training_is_reckoned_from_the_sampled_inferences() -> None:
    shares: list[float] = []
    _, cost = training_cost.training_cost(EASY, frames=60, every=2, seed=0, report=shares.append)
    first, second = cost.layers
    # Two steps per pass: three epochs of layer 1 and one encoding; five epochs of layer 2 and one
    # judging, for each restart; and one pass that maps both layers.
    assert first.inferences == 3 * 2 + 2 + 2
    assert second.inferences in {(5 * 2 + 2) * restarts + 2 for restarts in range(1, 5)}
    assert (first.sampled, second.sampled) == (3, 5)
    assert cost.steps == first.inferences + second.inferences - 2
    extra = sum(each.inferences * (each.numpy_mean - each.exact_mean) for each in cost.layers)
    assert cost.numpy_seconds == pytest.approx(cost.exact_seconds + extra)
    assert cost.numpy_to_exact == pytest.approx(cost.numpy_seconds / cost.exact_seconds)
    assert "3 of layer 1 and 5 of layer 2" in cost.explanation
    assert shares == sorted(shares) and shares[-1] == 1


def test_inferences_are_counted_as_the_trainer_makes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[int] = Counter()
    infer_layer = training_cost.infer_layer

    def counted(layer: Layer, *arguments: Any, **options: Any) -> LayerState:
        sizes = [spec.states for spec in SHAPES_NETWORK.layers]
        made[sizes.index(layer.spec.states)] += 1
        return infer_layer(layer, *arguments, **options)

    monkeypatch.setattr("dpcn_app.engine.trainer.infer_layer", counted)
    _, _, inferences, _ = training_cost.timed_training(EASY, 60, 0, lambda share: None)
    assert inferences == made


def test_frames_side_by_side_make_one_large_frame() -> None:
    images = np.arange(5 * 2 * 3, dtype=np.float32).reshape(5, 2, 3)
    tiled = scaling.tiled(images, 2)
    assert tiled.shape == (4, 6)
    np.testing.assert_array_equal(tiled[:2, 3:], images[1])
    np.testing.assert_array_equal(tiled[2:, :3], images[2])


def test_growth_is_measured_at_each_size(network: Network) -> None:
    with_states = scaling.growth_with_states(EASY, 60, (5, 10), rounds=1)
    with_frames = scaling.growth_with_frames(network, "easy", (1, 3), rounds=1)
    with_pixels = scaling.growth_with_pixels(network, "easy", (1, 2), rounds=1)
    assert with_states.sizes == (5, 10)
    assert with_frames.sizes == (1, 3)
    assert with_pixels.sizes == (32 * 32, 64 * 64)
    for each in (with_states, with_frames, with_pixels):
        medians = [timing.median for timing in each.seconds]
        assert each.slope == pytest.approx(scaling.log_slope(each.sizes, medians))


def test_a_comparison_divides_by_the_exact_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"exact": (1.0, 2.0), "paper": (4.0, 8.0), "numpy": (10.0, 20.0)}
    monkeypatch.setattr(solver_speed, "interleaved", lambda tasks, rounds: seconds)
    result = solver_speed.Comparison.of("work", "frame", 10, {}, rounds=2)
    assert result.numpy_to_exact == Ratio(10, 10, 10)
    assert result.paper_to_exact == Ratio(4, 4, 4)
    assert result.exact == Timing.of([0.1, 0.2])
