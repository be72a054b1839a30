"""Frames of an array in a file."""

import os
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.video.npy_frames import NpyFrames
from dpcn_app.video.open_file import open_video


@pytest.mark.parametrize("dtype", ["u1", "<f4", ">f8", "<i2", "?"])
@pytest.mark.parametrize("shape", [(5, 4, 3), (2, 4, 3, 3), (4, 3)])
def test_every_frame_is_that_of_the_array(tmp_path: Path, dtype: str, shape: tuple) -> None:
    array = (np.random.default_rng(0).random(shape) * 100).astype(dtype)
    np.save(tmp_path / "a.npy", array)
    frames, whole = NpyFrames(tmp_path / "a.npy"), array if array.ndim > 2 else array[None]
    assert (frames.shape, frames.dtype, frames.size) == (whole.shape, whole.dtype, whole.size)
    for index in range(len(frames)):
        np.testing.assert_array_equal(frames[index], whole[index])


def test_an_array_of_another_order_in_memory_is_watched_too(tmp_path: Path) -> None:
    array = np.asfortranarray(np.arange(60, dtype=np.uint8).reshape(5, 4, 3))
    np.save(tmp_path / "a.npy", array)
    assert not NpyFrames(tmp_path / "a.npy").in_order
    shown = open_video(tmp_path / "a.npy").frame(3).image
    np.testing.assert_allclose(shown * 255, array[3], atol=1e-3)


def test_python_objects_are_refused_without_being_made(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([[{}]], dtype=object))
    with pytest.raises(ValueError, match="Python objects"):
        NpyFrames(tmp_path / "a.npy")


def test_a_file_that_is_shortened_while_it_is_watched_shows_the_last_frame_and_tells(
    tmp_path: Path,
) -> None:
    """A memory map would end the process here."""
    array = np.zeros((200, 32, 32), np.uint8)
    array[40:] = 200
    np.save(tmp_path / "a.npy", array)
    video = open_video(tmp_path / "a.npy")
    kept = video.frame(50).image
    os.truncate(tmp_path / "a.npy", 10_000)
    np.testing.assert_array_equal(video.frame(51).image, kept)
    assert "frame 52 cannot be read" in video.problems[0]
