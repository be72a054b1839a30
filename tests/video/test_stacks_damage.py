"""Damaged stacks and arrays that are no video."""

from pathlib import Path

import numpy as np

from dpcn_app.video.open_file import open_video
from tests.helpers.clips import write_tiff
from tests.helpers.damage import assert_refused, cut, shown


def test_a_truncated_tiff_keeps_its_readable_pages(tmp_path: Path) -> None:
    path = cut(write_tiff(tmp_path / "cut.tif"), 0.5)
    numbers = shown(open_video(path))
    assert numbers[:30] == list(range(30))


def test_arrays_that_are_no_video_get_a_sentence(tmp_path: Path) -> None:
    for values, reason in (
        (np.zeros((2, 3, 4, 5)), "of shape"),
        (np.zeros((0, 4, 4)), "without values"),
        (np.zeros((2, 4, 4), complex), "no real numbers"),
        (np.array([{"a": 1}] * 3, object), "Python objects"),
    ):
        np.save(tmp_path / "wrong.npy", values, allow_pickle=True)
        assert_refused(tmp_path / "wrong.npy", reason)


def test_an_archive_needs_one_array_that_is_a_video(tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", one=np.zeros((2, 8, 8)), two=np.zeros((2, 8, 8)))
    assert_refused(tmp_path / "two.npz", "not 2")
    np.savez(tmp_path / "none.npz", one=np.zeros(5))
    assert_refused(tmp_path / "none.npz", "not 0")


def test_values_that_are_no_numbers_are_black(tmp_path: Path) -> None:
    values = np.ones((2, 4, 4))
    values[1, 2, 2] = np.nan
    np.save(tmp_path / "holes.npy", values)
    source = open_video(tmp_path / "holes.npy")
    assert source.frame(1).image[2, 2] == 0
    assert "not finite" in source.problems[0]
