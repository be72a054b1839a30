"""What drives a cause: its windows, and the mean of those after they were turned to agree."""

from itertools import product

import numpy as np
import pytest

from dpcn_app.analysis.windows import mean_likeness, sign_aligned_mean, strongest_rows


def longest_mean(windows: np.ndarray) -> float:
    """Return the length of the longest mean over all ways to turn windows over."""
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
    assert first.tolist() == [1, 2, 4]  # not 0, which shows what 1 does; not 3, where it is silent
    assert second.tolist() == [3]
    assert strongest_rows(causes, origins, 2)[0].tolist() == [1, 2]


def test_a_cause_that_is_always_silent_has_no_windows() -> None:
    assert strongest_rows(np.zeros((4, 1)), np.arange(4), 3)[0].size == 0


def test_pictures_are_like_their_own_and_unlike_others() -> None:
    pictures = np.eye(4).reshape(4, 2, 2)
    assert mean_likeness(pictures, -pictures) == (1, 0)
    pictures[3] = 0  # an empty one tells nothing
    assert mean_likeness(pictures, pictures) == (1, 0)
    assert mean_likeness(pictures * 0, pictures) == (0, 0)
