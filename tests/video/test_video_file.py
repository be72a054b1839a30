"""Video files: watched while they are indexed, turned, squared, and black where transparent."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.video.open_file import open_video
from dpcn_app.video.preprocess import resize
from dpcn_app.video.video_file import VideoFile, square_pixels
from tests.helpers.clips import FRAMES, SHAPE, number_in, write_video


def test_a_video_that_is_still_being_indexed_can_be_watched(clips: dict[str, Path]) -> None:
    source = open_video(clips["h264 with B-frames"], wait=False)
    assert number_in(source.frame(0).image) == 0
    assert isinstance(source, VideoFile)
    source._ahead._reader._index.wait()
    assert (len(source), source.indexed) == (FRAMES, 1.0)
    source.close()


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
