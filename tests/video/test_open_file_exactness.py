"""Whatever a video is kept in, frame i is frame i: forward, back, and after any jump."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dpcn_app.video.file_source import FileSource
from dpcn_app.video.open_file import open_video
from tests.helpers.clips import FRAMES, KINDS, VIDEOS, number_in, numbered


@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_random_jumps_reach_the_right_frame(clips: dict[str, Path], kind: str) -> None:
    source = open_video(clips[kind])
    try:
        assert isinstance(source, FileSource)
        source._cache._most = 20 * 64 * 128
        assert len(source) == FRAMES
        assert source.indexed == 1.0
        jumps = [int(index) for index in np.random.default_rng(1).integers(0, FRAMES, 200)]
        assert [number_in(source.frame(index).image) for index in jumps] == jumps
        assert source.problems == ()
    finally:
        source.close()


@pytest.mark.parametrize("kind", ["h264 with B-frames", "variable rate mkv", "gif", "tiff"])
def test_stepping_back_from_the_end_shows_every_frame(clips: dict[str, Path], kind: str) -> None:
    source = open_video(clips[kind])
    back = [number_in(source.frame(index).image) for index in reversed(range(FRAMES))]
    source.close()
    assert back == list(reversed(range(FRAMES)))


def test_frames_are_luminance_from_0_to_1(clips: dict[str, Path]) -> None:
    for kind in KINDS:
        source = open_video(clips[kind])
        image = source.frame(37).image
        source.close()
        assert image.dtype == np.float32
        assert image.shape == source.frame_shape
        expected = numbered(37, source.frame_shape) / 255
        assert float(np.abs(image - expected).mean()) < 0.02, kind


def test_the_rate_of_a_video_is_known(clips: dict[str, Path]) -> None:
    for kind in ("h264 with B-frames", "mjpeg", "gif"):
        source = open_video(clips[kind])
        source.close()
        assert source.rate == pytest.approx(25)


def test_colours_become_luminance(tmp_path: Path) -> None:
    colours = np.zeros((8, 9, 3), np.uint8)
    colours[:, :3, 0] = colours[:, 3:6, 1] = colours[:, 6:, 2] = 255
    Image.fromarray(colours).save(tmp_path / "rgb.png")
    np.save(tmp_path / "rgb.npy", colours[None])
    for name in ("rgb.png", "rgb.npy"):
        source = open_video(tmp_path / name)
        np.testing.assert_allclose(source.frame(0).image[0, ::3], [0.299, 0.587, 0.114], atol=0.005)
        source.close()


def test_every_kind_of_video_file_is_among_the_clips() -> None:
    assert {path.rsplit(".")[-1] for path, _, _ in VIDEOS.values()} >= {"mp4", "mkv", "webm", "avi"}
