"""What a camera delivered, in a file: the same pictures, at the pace at which they came."""

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.camera_reader import Picture
from dpcn_app.video.recorded_camera import RecordedCamera, save_pictures
from dpcn_app.video.source import frames


def test_the_pictures_come_back_as_they_were(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 256, (5, 6, 8), np.uint8)
    # A pause of a minute, in which the camera was unplugged, does not count.
    came = [10.0, 10.04, 10.08, 70.08, 70.12]
    save_pictures(tmp_path / "seen", [Picture(*each) for each in zip(pixels, came, strict=True)])
    video = RecordedCamera(tmp_path / "seen")
    assert (len(video), video.frame_shape, video.shows_paper) == (5, (6, 8), True)
    assert video.rate == pytest.approx(25)
    seen = np.stack([frame.image for frame in frames(video)])
    np.testing.assert_allclose(seen, pixels / 255, atol=1e-6)
    with pytest.raises(IndexError):
        video.frame(5)


def test_one_picture_is_a_video_too(tmp_path):
    save_pictures(tmp_path / "seen", [Picture(np.zeros((4, 4), np.uint8), 1.0)])
    video = RecordedCamera(tmp_path / "seen")
    assert len(video) == 1 and video.rate == pytest.approx(30)


@pytest.mark.parametrize("content", [b"", b"nothing", b"\x93NUMPY\x01\x00damaged"])
def test_another_file_is_refused(tmp_path, content):
    (tmp_path / "seen").write_bytes(content)
    with pytest.raises(UserError, match="no pictures of a camera"):
        RecordedCamera(tmp_path / "seen")


def test_arrays_that_are_no_pictures_are_refused(tmp_path):
    with (tmp_path / "seen").open("wb") as file:
        np.save(file, [0.0, 1.0])
        np.save(file, np.zeros((2, 3)))
    with pytest.raises(UserError, match="no pictures of a camera"):
        RecordedCamera(tmp_path / "seen")


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path):
    with pytest.raises(UserError, match="cannot be kept"):
        save_pictures(tmp_path / "no" / "seen", [Picture(np.zeros((4, 4), np.uint8), 1.0)])
