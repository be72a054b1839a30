"""In every kind of file, frame i is frame i: forward, back, and after any jump."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dpcn_app.video.frame_cache import FrameCache
from dpcn_app.video.open_file import open_video
from dpcn_app.video.preprocess import resize
from dpcn_app.video.video_file import VideoFile, square_pixels
from tests.helpers.clips import (
    FRAMES,
    KINDS,
    SHAPE,
    VIDEOS,
    number_in,
    numbered,
    write_clip,
    write_video,
)


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("clips")
    written: dict[str, Path] = {}
    for number, kind in enumerate(KINDS):
        (folder / str(number)).mkdir()
        written[kind] = write_clip(kind, folder / str(number))
    return written


@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_random_jumps_reach_the_right_frame(clips: dict[str, Path], kind: str) -> None:
    source = open_video(clips[kind])
    try:
        source._cache = FrameCache(20 * 64 * 128)  # type: ignore[attr-defined]
        if isinstance(source, VideoFile):
            source._room = 20
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


def test_a_video_that_is_still_being_indexed_can_be_watched(clips: dict[str, Path]) -> None:
    source = open_video(clips["h264 with B-frames"], wait=False)
    assert number_in(source.frame(0).image) == 0
    assert isinstance(source, VideoFile) and source._index is not None
    source._index.wait()
    assert (len(source), source.indexed) == (FRAMES, 1.0)
    source.close()


def test_the_rate_of_a_video_is_known(clips: dict[str, Path]) -> None:
    for kind in ("h264 with B-frames", "mjpeg", "gif"):
        source = open_video(clips[kind])
        source.close()
        assert source.rate == pytest.approx(25)


def test_a_pattern_names_pictures_in_natural_order(clips: dict[str, Path]) -> None:
    source = open_video(clips["folder"] / "frame1*.png")
    shown = [number_in(source.frame(index).image) for index in range(len(source))]
    assert shown == [1, *range(10, 20)]


@pytest.mark.parametrize("turn", [90, -90, 180])
def test_a_rotation_flag_turns_the_picture(tmp_path: Path, turn: int) -> None:
    path = write_video(tmp_path / "turned.mp4", "libx264", frames=3, rotation=turn)
    source = open_video(path)
    image = source.frame(2).image
    source.close()
    assert image.shape == ((64, 128) if turn == 180 else (128, 64))
    assert number_in(np.rot90(image, -turn // 90)) == 2


@pytest.mark.parametrize(
    ("aspect", "shape"), [(Fraction(3, 2), (64, 192)), (Fraction(1, 2), (128, 128))]
)
def test_pixels_that_are_not_square_become_square(
    tmp_path: Path, aspect: Fraction, shape: tuple[int, int]
) -> None:
    path = write_video(tmp_path / "wide.mp4", "libx264", frames=5, pixel_aspect=aspect)
    source = open_video(path)
    image = source.frame(3).image
    source.close()
    assert image.shape == source.frame_shape == shape
    narrowed = image[:: shape[0] // 64, :: shape[1] // 128] if aspect < 1 else resize(image, SHAPE)
    assert number_in(narrowed) == 3


def test_an_aspect_that_no_video_has_is_passed_over() -> None:
    assert square_pixels(100, 80, Fraction(1, 1)) == (100, 80)
    assert square_pixels(100, 80, Fraction(1000, 1)) == (100, 80)
    assert square_pixels(100, 80, 0) == (100, 80)
    assert square_pixels(720, 576, Fraction(16, 15)) == (768, 576)


def test_what_is_transparent_is_black(tmp_path: Path) -> None:
    colours = np.full((16, 24, 4), 255, np.uint8)
    colours[:, :12, 3] = 0
    for path in (tmp_path / "half.png", tmp_path / "half.gif"):
        Image.fromarray(colours).save(path)
        source = open_video(path)
        image = source.frame(0).image
        source.close()
        assert image[:, :12].max() == 0 and image[:, 12:].min() > 0.98


def test_alpha_of_a_video_is_black_too(tmp_path: Path) -> None:
    colours = np.full((16, 32, 4), 255, np.uint8)
    colours[:, :16, 3] = 0
    path = write_video(
        tmp_path / "alpha.mkv",
        "ffv1",
        layout="bgra",
        shape=(16, 32),
        pictures=[colours] * 2,
        pixel_format="rgba",
    )
    source = open_video(path)
    image = source.frame(1).image
    source.close()
    assert image[:, :16].max() == 0 and image[:, 16:].min() > 0.98


def test_colours_become_luminance(tmp_path: Path) -> None:
    colours = np.zeros((8, 9, 3), np.uint8)
    colours[:, :3, 0] = colours[:, 3:6, 1] = colours[:, 6:, 2] = 255
    Image.fromarray(colours).save(tmp_path / "rgb.png")
    np.save(tmp_path / "rgb.npy", colours[None])
    for name in ("rgb.png", "rgb.npy"):
        source = open_video(tmp_path / name)
        np.testing.assert_allclose(source.frame(0).image[0, ::3], [0.299, 0.587, 0.114], atol=0.005)
        source.close()


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (np.array([0.0, 0.25, 1.0]), [0.0, 0.25, 1.0]),
        (np.array([-2.0, 0.0, 2.0]), [0.0, 0.5, 1.0]),
        (np.array([1000, 2000, 3000], np.uint16), [0.0, 0.5, 1.0]),
        (np.array([False, True, True]), [0.0, 1.0, 1.0]),
        (np.array([0, 51, 102], np.uint8), [0.0, 0.2, 0.4]),
    ],
)
def test_numbers_of_any_kind_are_brought_into_range(
    tmp_path: Path, values: np.ndarray, shown: list[float]
) -> None:
    np.save(tmp_path / "numbers.npy", np.tile(values, (2, 4, 1)))
    source = open_video(tmp_path / "numbers.npy")
    np.testing.assert_allclose(source.frame(1).image[0], shown, atol=1e-6)


def test_an_array_is_not_read_as_a_whole(tmp_path: Path) -> None:
    np.save(tmp_path / "long.npy", np.zeros((500, 32, 32), np.float32))
    source = open_video(tmp_path / "long.npy")
    assert isinstance(source._array, np.memmap)  # type: ignore[attr-defined]


def test_every_kind_of_video_file_is_among_the_clips() -> None:
    assert {path.rsplit(".")[-1] for path, _, _ in VIDEOS.values()} >= {"mp4", "mkv", "webm", "avi"}
