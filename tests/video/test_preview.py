"""Frames made small enough to be drawn often."""

import numpy as np

from dpcn_app.video.preview import LONGEST, preview


def test_a_small_frame_stays_as_it_is() -> None:
    image = np.ones((LONGEST, 20), np.float32)
    assert preview(image) is image


def test_a_large_frame_becomes_the_means_of_its_blocks() -> None:
    rng = np.random.default_rng(0)
    image = rng.random((1080, 1920), dtype=np.float32)
    small = preview(image)
    assert small.shape == (270, 480) and small.dtype == np.float32
    np.testing.assert_allclose(small[3, 5], image[12:16, 20:24].mean(), rtol=1e-5)


def test_a_frame_that_is_thinner_than_a_block_stays_as_it_is() -> None:
    line = np.ones((1, 4000), np.float32)
    assert preview(line) is line
