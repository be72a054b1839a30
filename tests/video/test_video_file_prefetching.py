"""Frames of a video file decoded ahead of need: in time, within bounds, and the right ones."""

import threading
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.video.open_file import open_video
from dpcn_app.video.video_file import VideoFile
from tests.helpers.clips import FRAMES, number_in, write_clip, write_video

ROOM = 20


def open_small(path: Path) -> VideoFile:
    """Open a video that keeps 20 frames and fetches none but when told to."""
    source = open_video(path)
    assert isinstance(source, VideoFile)
    height, width = source.frame_shape
    source._cache._most = ROOM * height * width
    source._ahead._prefetcher = StandIn()  # type: ignore[assignment]
    return source


class StandIn:
    """A prefetcher that never does anything by itself."""

    def wake(self) -> None: ...

    def close(self) -> None: ...


def fetch_all(source: VideoFile) -> None:
    while source._ahead._fetch_one():
        pass


@pytest.mark.parametrize(
    "kind", ["h264 with B-frames", "h264, open groups", "variable rate mkv", "vp9", "mpeg2"]
)
def test_who_steps_back_finds_every_frame_decoded_already(tmp_path: Path, kind: str) -> None:
    source = open_small(write_clip(kind, tmp_path))
    source.frame(FRAMES - 1)
    source.frame(FRAMES - 2)
    for index in range(FRAMES - 3, -1, -1):
        fetch_all(source)
        assert source._cache.get(index) is not None
        assert number_in(source.frame(index).image) == index
    source.close()
    assert source.problems == ()


def test_a_keyframe_serves_many_steps_back(tmp_path: Path) -> None:
    source = open_small(write_video(tmp_path / "clip.mp4", "libx264", bf="3", g="75"))
    decoder = source._ahead._reader._decoder
    jumps = []
    go_before = decoder.go_before

    def counted(*arguments: int) -> None:
        jumps.append(arguments)
        go_before(*arguments)  # type: ignore[arg-type]

    decoder.go_before = counted  # type: ignore[method-assign,assignment]
    for index in range(FRAMES - 1, -1, -1):
        source.frame(index)
        fetch_all(source)
    source.close()
    assert len(jumps) <= 2 * FRAMES / (ROOM // 4)


def test_who_plays_has_a_few_frames_in_advance(tmp_path: Path) -> None:
    source = open_small(write_clip("h264 with B-frames", tmp_path))
    for index in range(20, 32):
        source.frame(index)
    fetch_all(source)
    assert all(source._cache.get(index) is not None for index in range(32, 36))
    assert source._cache.get(50) is None
    source.close()


def test_who_looks_at_short_clips_only_has_hardly_any_in_advance(tmp_path: Path) -> None:
    source = open_small(write_clip("h264 with B-frames", tmp_path))
    for index in range(30, 34):
        source.frame(index)
        fetch_all(source)
    assert source._cache.get(34) is not None
    assert source._cache.get(36) is None
    source.close()


def test_after_a_jump_nothing_is_fetched(tmp_path: Path) -> None:
    source = open_small(write_clip("h264 with B-frames", tmp_path))
    source.frame(10)
    source.frame(60)
    assert not source._ahead._fetch_one()
    source.close()


@pytest.mark.parametrize("kind", ["h264 with B-frames", "variable rate mkv", "h264, open groups"])
def test_a_jump_begins_at_the_keyframe_that_a_frame_hangs_on(tmp_path: Path, kind: str) -> None:
    source = open_small(write_clip(kind, tmp_path))
    decoder, times = source._ahead._reader._decoder, source._ahead._reader.times
    for index in (30, 60, 74):
        decoder.go_before(times, index)
        assert decoder._container is not None
        packet = next(decoder._container.demux(decoder.stream))
        assert packet.pts == times.keyframes[times.keyframe(index)].shown
    source.close()


def test_several_readers_at_once_get_the_right_frames(tmp_path: Path) -> None:
    path = write_clip("h264 with B-frames", tmp_path)
    source = open_video(path)
    wrong: list[int] = []

    def read(seed: int) -> None:
        at = FRAMES - 1
        for step in np.random.default_rng(seed).integers(-3, 2, 150):
            at = (at + int(step)) % FRAMES
            if number_in(source.frame(at).image) != at:
                wrong.append(at)

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    source.close()
    assert wrong == []


def test_a_closed_video_leaves_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    source = open_video(write_clip("h264 with B-frames", tmp_path))
    for index in range(FRAMES - 1, FRAMES - 20, -1):
        source.frame(index)
    assert any(each.name == "video prefetch" for each in threading.enumerate())
    source.close()
    assert set(threading.enumerate()) == before
