"""Natural frames: the size of a small video, in motion, larger where more is asked for."""

import numpy as np

from dpcn_app.benchmarks import natural_frames


def test_frames_are_as_large_as_a_small_video_and_move() -> None:
    network, now, state = natural_frames.natural_second_frame(2)
    spec = network.spec
    assert len(now) == len(spec.corners((144, 176), 0))
    assert state.layers[0].inputs.reshape(now.shape).shape == now.shape
    assert (state.layers[0].inputs.reshape(now.shape) != now).any()
    assert np.abs(now).mean() > 0.1


def test_solvers_are_compared_frame_after_frame() -> None:
    result = natural_frames.compare_on_natural_frames(frames=1, across=1, rounds=1)
    assert (result.what, result.unit, result.units) == ("natural, bottom-up", "frame", 1)


def test_growth_is_measured_in_pixels() -> None:
    growth = natural_frames.growth_with_natural_pixels((1, 2), rounds=1)
    assert growth.sizes == (72 * 88, 144 * 176)
