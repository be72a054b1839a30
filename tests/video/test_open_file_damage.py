"""Files that cannot be opened: one sentence that names the file."""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.helpers.clips import write_folder, write_video
from tests.helpers.damage import assert_refused


@pytest.mark.parametrize("ending", ["mp4", "gif", "tif", "npy", "png"])
def test_an_empty_file_gets_a_sentence(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"empty.{ending}"
    path.touch()
    assert_refused(path, "is empty")


@pytest.mark.parametrize(
    "words",
    ["This is no video.\n" * 100, "#EXTM3U\nhttp://example.org/a.ts\n", "ffconcat version 1.0\n"],
)
def test_text_named_like_a_video_gets_a_sentence(tmp_path: Path, words: str) -> None:
    path = tmp_path / "notes.mp4"
    path.write_text(words)
    assert_refused(path, "cannot be read as a video")


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    assert_refused(tmp_path / "gone.mp4", "There is no file")
    assert_refused(tmp_path / "gone*.png", "No file matches")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read")
def test_a_file_that_may_not_be_read_gets_a_sentence(tmp_path: Path) -> None:
    path = write_video(tmp_path / "mine.avi", "mjpeg", layout="yuvj420p", frames=2)
    path.chmod(0)
    assert_refused(path, "You may not read")


def test_permission_denied_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_folder(tmp_path / "film", 2) / "frame0.png"

    def refuse(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr("dpcn_app.video.file_source.os.open", refuse)
    assert_refused(path, "You may not read")


def test_frames_that_are_too_large_get_a_sentence(tmp_path: Path) -> None:
    Image.new("1", (16384, 16384)).save(tmp_path / "huge.png")
    assert_refused(tmp_path / "huge.png", "too many pixels|16384×16384 pixels")
    path = tmp_path / "huge.npy"
    np.lib.format.open_memmap(path, "w+", np.uint8, (1, 16384, 16384)).flush()
    assert_refused(path, "16384×16384 pixels")
