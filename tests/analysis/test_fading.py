"""Measures of what a reconstruction keeps, against plain counting."""

import numpy as np
import pytest

from dpcn_app.analysis.fading import fading
from dpcn_app.errors import UserError


def frames() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two frames: an object of four pixels in each, and noise of three pixels in the first."""
    clean, image = np.zeros((2, 6, 6)), np.zeros((2, 6, 6))
    clean[:, 1, 1:5] = 1
    image[:] = clean
    image[0, 1, 4] = image[0, 2:5, 4] = 1  # the first of its pixels lies on the object
    found = 0.1 * np.random.default_rng(0).random((2, 6, 6))
    found[:, 1, 1:4] = 0.8
    found[0, 2, 4] = 0.6
    return found, image, clean


def test_leak_is_over_pixels_of_noise_alone_and_kept_over_those_of_objects() -> None:
    found, image, clean = frames()
    measured = fading(list(found), list(image), list(clean))
    assert measured.leak == pytest.approx(found[0, 2:5, 4].mean())
    assert measured.kept == pytest.approx(found[:, 1, 1:5].mean())


def test_correlation_is_numpys_frame_by_frame() -> None:
    found, image, clean = frames()
    each = [np.corrcoef(f.ravel(), c.ravel())[0, 1] for f, c in zip(found, clean, strict=True)]
    assert fading(found, image, clean).correlation == pytest.approx(np.mean(each))


def test_overlaps_count_shown_pixels() -> None:
    found, image, clean = frames()
    measured = fading(found, image, clean)
    assert measured.iou_clean == pytest.approx((3 / 5 + 3 / 4) / 2)
    assert measured.iou_noise == pytest.approx(1 / 6)  # the second frame has no noise


def test_the_clean_frame_itself_is_perfect() -> None:
    _, image, clean = frames()
    measured = fading(clean, image, clean)
    assert (measured.correlation, measured.kept, measured.iou_clean) == pytest.approx((1, 1, 1))
    assert (measured.leak, measured.iou_noise) == (0, 0)


def test_an_empty_reconstruction_has_no_correlation() -> None:
    _, image, clean = frames()
    measured = fading(np.zeros_like(clean), image, clean)
    assert measured.correlation == measured.kept == measured.iou_clean == 0


def test_lists_of_different_lengths_are_refused() -> None:
    found, image, clean = frames()
    with pytest.raises(UserError, match="must have one shape"):
        fading(found[:1], image, clean)
    with pytest.raises(UserError, match="must have one shape"):
        fading([], [], [])
