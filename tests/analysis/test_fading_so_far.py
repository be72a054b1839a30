"""Measures of fading, compared with their written-out definitions, and frame by frame."""

import numpy as np
import pytest

from dpcn_app.analysis.fading import FadingSoFar, fading


@pytest.fixture
def video():
    rng = np.random.default_rng(4)
    clean = (rng.random((12, 16, 16)) < 0.2).astype(float)
    clean[5] = 0  # a frame without objects
    images = np.maximum(clean, rng.random((12, 16, 16)) < 0.1)
    images[3] = clean[3]  # and one without noise
    return rng.random((12, 16, 16)), images, clean


def written_out(found, seen, true):
    """Return the measures over whole arrays, as their definitions say."""
    objects, shown = true >= 0.5, found >= 0.5
    noise = (seen >= 0.5) & ~objects

    def overlaps(other):
        both, either = (shown & other).sum(axis=(1, 2)), (shown | other).sum(axis=(1, 2))
        return both / either

    pairs = zip(found, true, strict=True)
    correlations = [
        np.corrcoef(one.ravel(), other.ravel())[0, 1] if other.any() else 0 for one, other in pairs
    ]
    return {
        "correlation": np.mean(correlations),
        "leak": found[noise].mean(),
        "kept": found[objects].mean(),
        "iou_clean": overlaps(objects).mean(),
        "iou_noise": overlaps(noise)[noise.any(axis=(1, 2))].mean(),
    }


def test_the_measures_are_what_they_are_defined_to_be(video):
    assert vars(fading(*video)) == pytest.approx(written_out(*video), rel=1e-9)


def test_frames_may_come_in_any_order_and_count_once(video):
    so_far = FadingSoFar(12)
    for index in (*np.random.default_rng(0).permutation(12), 3, 3, 7):
        so_far.add(index, *(each[index] for each in video))
    assert vars(so_far.result()) == pytest.approx(written_out(*video), rel=1e-9)


def test_so_far_means_over_the_frames_added(video):
    so_far = FadingSoFar(12)
    for index in (0, 1):
        so_far.add(index, *(each[index] for each in video))
    expected = written_out(*(each[:2] for each in video))
    assert vars(so_far.result()) == pytest.approx(expected, rel=1e-9)
    assert 1 in so_far and 2 not in so_far


def test_nothing_is_known_before_the_first_frame():
    assert FadingSoFar(5).result() is None


def test_without_noise_nothing_leaks(video):
    found, _, clean = video
    measured = fading(found, clean, clean)
    assert (measured.leak, measured.iou_noise) == (0, 0)
    assert measured.kept > 0
