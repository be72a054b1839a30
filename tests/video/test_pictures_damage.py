"""Damaged pictures and folders: what can be read is kept, and the rest is told."""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dpcn_app.errors import UserError
from dpcn_app.video.open_file import open_video
from tests.helpers.clips import FRAMES, number_in, numbered, write_animation, write_folder
from tests.helpers.damage import assert_refused, cut, shown


def test_a_folder_whose_pictures_vanish_goes_on(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "film", 10)
    source = open_video(folder)
    assert number_in(source.frame(4).image) == 4
    (folder / "frame5.png").unlink()
    assert number_in(source.frame(5).image) == 4
    assert source.problems == (
        "film: frame5.png cannot be read; such pictures show the one before them.",
    )


def test_one_pixel_and_one_frame_are_a_video(tmp_path: Path) -> None:
    Image.fromarray(np.full((1, 1), 255, np.uint8)).save(tmp_path / "dot.png")
    source = open_video(tmp_path / "dot.png")
    assert (len(source), source.frame_shape) == (1, (1, 1))
    assert source.frame(0).image.item() == 1.0
    source.close()


def test_a_folder_of_mixed_sizes_is_fitted_to_the_first(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "film", 4)
    Image.fromarray(numbered(2).repeat(2, 0).repeat(2, 1)).save(folder / "frame2.png")
    source = open_video(folder)
    assert shown(source) == [0, 1, 2, 3]
    assert "frame2.png has 128×256 pixels" in source.problems[0]
    assert len(source.problems) == 1


def test_a_folder_without_pictures_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "film").mkdir()
    (tmp_path / "film" / "notes.txt").write_text("none")
    assert_refused(tmp_path / "film", "holds no pictures")


def test_damaged_pictures_in_a_folder_are_passed_over(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "film", 6)
    cut(folder / "frame3.png", 0.5)
    (folder / "frame0.png").write_text("none")
    source = open_video(folder)
    assert shown(source)[1:] == [1, 2, 2, 4, 5]
    assert len(source.problems) == 1


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_truncated_gif_keeps_its_readable_frames(tmp_path: Path, share: float) -> None:
    path = cut(write_animation(tmp_path / "cut.gif"), share)
    numbers = shown(open_video(path))
    whole = int(FRAMES * share) - 3
    assert numbers[:whole] == list(range(whole))


def test_a_postscript_file_named_like_a_picture_starts_no_program(tmp_path, monkeypatch) -> None:
    """Pillow would hand it to Ghostscript."""
    called = tmp_path / "called"
    stub = tmp_path / "bin" / "gs"
    stub.parent.mkdir()
    stub.write_text(f"#!/bin/sh\ntouch {called}\n")
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stub.parent}{os.pathsep}{os.environ['PATH']}")
    folder = tmp_path / "pictures"
    folder.mkdir()
    eps = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 8 8\n%%EndComments\nshowpage\n%%EOF\n"
    (folder / "a.png").write_text(eps)
    with pytest.raises(UserError, match="cannot be read as a picture"):
        open_video(folder)
    assert not called.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_among_pictures_is_left_out(tmp_path) -> None:
    os.mkfifo(tmp_path / "a.png")
    with pytest.raises(UserError, match="holds no pictures"):
        open_video(tmp_path)
