"""Damaged files: one sentence names the file, and the frames that can be read are kept."""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dpcn_app.errors import UserError
from dpcn_app.video.open_file import open_video
from dpcn_app.video.source import FrameSource
from tests.helpers.clips import (
    FRAMES,
    number_in,
    numbered,
    write_animation,
    write_folder,
    write_sound,
    write_tiff,
    write_video,
)


def shown(source: FrameSource) -> list[int]:
    numbers = [number_in(source.frame(index).image) for index in range(len(source))]
    source.close()
    return numbers


def assert_refused(path: Path, reason: str) -> None:
    with pytest.raises(UserError, match=reason) as caught:
        open_video(path)
    assert path.name in str(caught.value)


def cut(path: Path, share: float) -> Path:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    return path


def test_a_truncated_mkv_keeps_its_readable_frames(tmp_path: Path) -> None:
    path = cut(write_video(tmp_path / "cut.mkv", "libx264", bf="2", g="10"), 0.6)
    source = open_video(path)
    numbers = shown(source)
    assert 20 < len(numbers) < FRAMES
    assert numbers[:-1] == list(range(len(numbers) - 1))


def test_a_truncated_mp4_with_its_table_at_the_front_keeps_its_readable_frames(
    tmp_path: Path,
) -> None:
    path = write_video(tmp_path / "cut.mp4", "libx264", fast_start=True, bf="2", g="10")
    source = open_video(cut(path, 0.6))
    numbers = shown(source)
    assert 10 < len(numbers) < FRAMES
    assert numbers[:8] == list(range(8))


def test_a_truncated_mp4_without_its_table_gets_a_sentence(tmp_path: Path) -> None:
    path = write_video(tmp_path / "cut.mp4", "libx264")
    assert_refused(cut(path, 0.6), "damaged, incomplete or of an unknown kind")


def test_corrupt_packets_cost_their_frames_and_no_others(tmp_path: Path) -> None:
    path = write_video(tmp_path / "hurt.avi", "mjpeg", layout="yuvj420p")
    content = bytearray(path.read_bytes())
    middle = content.index(b"00dc", len(content) // 2) + 8
    content[middle : middle + 1000] = bytes(1000)
    path.write_bytes(content)
    source = open_video(path)
    numbers = shown(source)
    assert len(numbers) == FRAMES
    wrong = [index for index in range(FRAMES) if numbers[index] != index]
    assert 1 <= len(wrong) <= 3
    assert len(source.problems) >= 1
    assert all("hurt.avi" in problem for problem in source.problems)


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


def test_sound_without_pictures_gets_a_sentence(tmp_path: Path) -> None:
    assert_refused(write_sound(tmp_path / "talk.mp4"), "no moving pictures")


def test_a_video_without_frames_gets_a_sentence(tmp_path: Path) -> None:
    path = write_video(tmp_path / "none.avi", "mjpeg", layout="yuvj420p", frames=1)
    content = path.read_bytes()
    path.write_bytes(content[: content.index(b"movi") + 4])
    assert_refused(path, "no frame that can be read|damaged, incomplete")


def test_a_file_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    assert_refused(tmp_path / "gone.mp4", "There is no file")
    assert_refused(tmp_path / "gone*.png", "No file matches")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read")
def test_a_file_that_may_not_be_read_gets_a_sentence(tmp_path: Path) -> None:
    path = write_video(tmp_path / "mine.avi", "mjpeg", layout="yuvj420p", frames=2)
    path.chmod(0)
    assert_refused(path, "You may not read")


def test_permission_denied_gets_a_sentence_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_folder(tmp_path / "film", 2) / "frame0.png"

    def refuse(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr("dpcn_app.video.file_source.os.open", refuse)
    assert_refused(path, "You may not read")


def test_a_video_that_vanishes_or_shrinks_while_open_goes_on(tmp_path: Path) -> None:
    grains = np.random.default_rng(0).integers(0, 255, (FRAMES, 120, 160), np.uint8)
    path = write_video(
        tmp_path / "going.mkv", "libx264", g="10", shape=(120, 160), pictures=list(grains)
    )
    source = open_video(path)
    assert source.frame(0).image.std() > 0.1
    path.write_bytes(b"")
    path.unlink()
    assert source.frame(70).image.shape == source.frame_shape
    assert source.frame(3).image.shape == source.frame_shape
    assert any("going.mkv" in problem for problem in source.problems)
    source.close()


def test_a_video_whose_name_is_taken_away_is_read_to_its_end_and_again(tmp_path: Path) -> None:
    path = write_video(tmp_path / "moved.mp4", "libx264", g="10")
    source = open_video(path)
    path.unlink()
    assert [number_in(source.frame(index).image) for index in (70, 3, 45, 0)] == [70, 3, 45, 0]
    assert source.problems == ()
    source.close()


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


def test_frames_that_are_too_large_get_a_sentence(tmp_path: Path) -> None:
    Image.new("1", (16384, 16384)).save(tmp_path / "huge.png")
    assert_refused(tmp_path / "huge.png", "too many pixels|16384×16384 pixels")
    path = tmp_path / "huge.npy"
    np.lib.format.open_memmap(path, "w+", np.uint8, (1, 16384, 16384)).flush()
    assert_refused(path, "16384×16384 pixels")


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
