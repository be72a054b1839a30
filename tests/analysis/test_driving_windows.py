"""What drives a cause: its windows, and their mean after their signs were made to agree."""

from itertools import product

import numpy as np
import pytest

from dpcn_app.analysis.driving_windows import (
    DrivingWindows,
    field_likeness,
    sign_aligned_mean,
    strongest_rows,
)
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets


def longest_mean(windows: np.ndarray) -> float:
    """Return the length of the longest mean over all choices of signs."""
    rows = windows.reshape(len(windows), -1)
    signs = np.array(list(product((-1, 1), repeat=len(rows))))
    return float(np.linalg.norm(signs @ rows / len(rows), axis=1).max())


@pytest.mark.parametrize("seed", range(20))
def test_windows_that_show_one_thing_agree_as_well_as_any_signs_let_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    thing = rng.normal(size=(5, 4))
    signs = rng.choice([-1, 1], 9)[:, None, None]
    windows = signs * thing + rng.normal(0, 0.8, (9, 5, 4))
    mean = sign_aligned_mean(windows)
    assert mean.shape == (5, 4)
    assert np.linalg.norm(mean) == pytest.approx(longest_mean(windows), rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_windows_of_mere_noise_come_close_to_the_best_signs(seed: int) -> None:
    windows = np.random.default_rng(seed).normal(size=(10, 3, 3))
    length = float(np.linalg.norm(sign_aligned_mean(windows)))
    assert 0.95 * longest_mean(windows) <= length <= longest_mean(windows) + 1e-9


def test_the_mean_does_not_depend_on_how_the_windows_came() -> None:
    rng = np.random.default_rng(1)
    windows = rng.normal(size=(6, 4, 4)).astype(np.float32)
    mean = sign_aligned_mean(windows)
    np.testing.assert_allclose(sign_aligned_mean(-windows[::-1]), mean, atol=1e-6)
    assert mean.dtype == np.float32


def test_no_window_has_an_empty_mean() -> None:
    assert not sign_aligned_mean(np.zeros((0, 3, 2))).any()
    np.testing.assert_allclose(sign_aligned_mean(np.full((1, 2, 2), -3.0)), 3)


def test_the_strongest_window_of_each_origin_counts() -> None:
    causes = np.array([[3.0, 0], [5, 0], [4, 1], [0, 2], [1, 0]])
    origins = np.array([0, 0, 1, 1, 2])
    first, second = strongest_rows(causes, origins, 10)
    assert first.tolist() == [1, 2, 4]  # not 0, of the same origin as 1; not 3, where it is silent
    assert second.tolist() == [3]
    assert strongest_rows(causes, origins, 2)[0].tolist() == [1, 2]


def test_a_cause_that_is_always_silent_has_no_windows() -> None:
    assert strongest_rows(np.zeros((4, 1)), np.arange(4), 3)[0].size == 0


def test_pictures_are_like_their_own_and_unlike_others() -> None:
    pictures = np.eye(4).reshape(4, 2, 2)
    assert field_likeness(pictures, -pictures) == (1, 0)
    pictures[3] = 0  # an empty one is left out
    assert field_likeness(pictures, pictures) == (1, 0)
    assert field_likeness(pictures * 0, pictures) == (0, 0)


SPEC = NetworkSpec(
    (8, 8),
    3,
    (LayerSpec(9, 4, 3, square_offsets(2)), LayerSpec(3, 4, 2, square_offsets(3))),
    padding=1,
)


def test_the_windows_kept_are_those_of_a_search_through_the_whole_video() -> None:
    """Here every frame may be kept, as no two are too near each other."""
    rng = np.random.default_rng(0)
    driving = DrivingWindows(SPEC, 0, count=3, apart=1)
    images = rng.normal(size=(12, 8, 8)).astype(np.float32)
    corners = SPEC.corners((8, 8), 1)
    causes = rng.uniform(size=(12, len(corners), 3))
    for number, (image, each) in enumerate(zip(images, causes, strict=True)):
        driving.watch(number, image, each)
    for cause in range(3):
        peaks = causes[:, :, cause].max(axis=1)
        frames = np.argsort(-peaks)[:3]
        windows = driving.of(cause)
        assert [window.frame for window in windows] == frames.tolist()
        for window in windows:
            assert window.strength == pytest.approx(peaks[window.frame])
            top, left = corners[causes[window.frame, :, cause].argmax()]
            padded = np.pad(images[window.frame], 1)
            np.testing.assert_array_equal(window.picture, padded[top : top + 5, left : left + 5])


def test_of_neighbouring_frames_the_strongest_one_is_kept() -> None:
    driving, image = DrivingWindows(SPEC, 1, count=3, apart=8), np.ones((8, 8), np.float32)
    for frame, strength in ((4, 1.0), (5, 3.0), (6, 2.0), (20, 0.5), (21, 0.0)):
        driving.watch(frame, image, np.array([[strength, 0.0]]))
    assert [window[:2] for window in driving.of(0)] == [(3.0, 5), (0.5, 20)]
    assert driving.of(1) == []


def test_a_frame_seen_again_adds_nothing() -> None:
    driving, image = DrivingWindows(SPEC, 1), np.ones((8, 8), np.float32)
    for _ in range(3):
        driving.watch(7, image, np.array([[1.0, 2.0]]))
    assert len(driving.of(0)) == len(driving.of(1)) == driving.version == 1
