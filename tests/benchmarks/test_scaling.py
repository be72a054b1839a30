"""How the time grows with the work: measured at each size, told as an exponent."""

import math

import numpy  # noqa: F401 - loads BLAS
import numpy as np
import pytest

from dpcn_app.benchmarks import scaling
from dpcn_app.benchmarks.scaling import log_slope
from dpcn_app.engine.network import Network
from dpcn_app.training.presets import SHAPES_NETWORK, preset


def test_the_slope_is_the_exponent_of_a_power_law() -> None:
    sizes = (1, 2, 4, 8)
    assert math.isclose(log_slope(sizes, [3 * size**1.5 for size in sizes]), 1.5)


EASY = preset("shapes-easy")


@pytest.fixture(scope="module")
def network() -> Network:
    return Network.initial(SHAPES_NETWORK, seed=0)


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
