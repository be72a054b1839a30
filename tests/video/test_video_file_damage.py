"""Damaged video files: what can be read is kept, or one sentence names the file."""

import struct
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.video.open_file import open_video
from tests.helpers.clips import FRAMES, number_in, write_sound, write_video
from tests.helpers.damage import assert_refused, cut, shown


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


def test_sound_without_pictures_gets_a_sentence(tmp_path: Path) -> None:
    assert_refused(write_sound(tmp_path / "talk.mp4"), "no moving pictures")


def test_a_video_without_frames_gets_a_sentence(tmp_path: Path) -> None:
    path = write_video(tmp_path / "none.avi", "mjpeg", layout="yuvj420p", frames=1)
    content = path.read_bytes()
    path.write_bytes(content[: content.index(b"movi") + 4])
    assert_refused(path, "no frame that can be read|damaged, incomplete")


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


@pytest.mark.parametrize("scale", [0, 1, 2**31 - 1, 2**32 - 1])
def test_an_mp4_with_a_broken_time_scale_shows_every_frame_and_says_so(
    tmp_path: Path, scale: int
) -> None:
    path = write_video(tmp_path / "clock.mp4", "libx264")
    content = bytearray(path.read_bytes())
    # The media header: four bytes of version, twice four of dates, then the units in a second.
    struct.pack_into(">I", content, content.index(b"mdhd") + 4 + 12, scale)
    path.write_bytes(content)
    source = open_video(path)
    assert [number_in(source.frame(index).image) for index in range(len(source))] == list(
        range(FRAMES)
    )
    assert source.rate == 30
    assert [problem for problem in source.problems if "clock is broken" in problem]
    source.close()
