"""A camera as a video: frames that were watched, the last 30 s of them kept."""

import numpy as np
import pytest

from dpcn_app.video import camera_video
from dpcn_app.video.camera_video import CameraVideo
from tests.helpers.some_camera import HandReader


@pytest.fixture
def reader():
    return HandReader()


def watched(reader, times):
    camera = CameraVideo(reader)
    camera.frame(0)
    for came in times:
        reader.deliver(came)
        if camera.take():
            camera.frame(len(camera) - 1)
    return camera


def test_every_picture_that_is_looked_at_becomes_a_frame(reader):
    camera = watched(reader, [0.1, 0.2, 0.3])
    assert (len(camera), camera.first, camera.frame_shape) == (4, 0, (24, 32))
    assert [round(camera.frame(index).image[0, 0] * 255) for index in range(4)] == [0, 10, 20, 30]
    assert camera.came(2) == 0.2


def test_a_picture_that_nobody_looked_at_gives_way_to_a_newer_one(reader):
    camera = watched(reader, [0.1])
    reader.deliver(0.2)
    assert camera.take()
    for came in (0.3, 0.4, 0.5):
        reader.deliver(came)
        assert not camera.take()
    assert len(camera) == 3
    assert round(camera.frame(2).image[0, 0] * 255) == 50


def test_a_picture_is_no_frame_twice_and_a_fast_camera_is_watched_at_some_pace(reader):
    camera = watched(reader, [0.1])
    assert not camera.take()
    reader.deliver(0.11)
    assert not camera.take()
    reader.deliver(0.13)
    assert camera.take()


def test_the_last_30_seconds_are_kept_and_no_more(reader):
    times = np.arange(1, 3000) / 30
    camera = watched(reader, times)
    assert len(camera) == 3000
    assert len(camera) - camera.first == pytest.approx(30 * camera_video.KEPT_SECONDS, abs=2)
    assert times[-1] - camera.came(camera.first) == pytest.approx(30, abs=0.04)
    assert [picture.came for picture in camera.kept] == [
        camera.came(index) for index in range(camera.first, len(camera))
    ]
    oldest = camera.frame(camera.first).image
    assert (camera.frame(5).image == oldest).all(), "what is gone shows the oldest that is kept"
    with pytest.raises(IndexError):
        camera.frame(3000)


def test_a_pause_costs_nothing_of_what_is_kept(reader):
    camera = watched(reader, [0.1, 0.2, 500.0, 500.1])
    assert camera.first == 0
    assert [round(camera.behind(index), 3) for index in range(5)] == [1.3, 1.2, 1.1, 0.1, 0.0]


def test_a_silent_and_a_lost_camera_are_told_once_each(reader, monkeypatch):
    camera = CameraVideo(reader)
    monkeypatch.setattr(camera_video.time, "monotonic", lambda: 1.0)
    assert not camera.problems
    monkeypatch.setattr(camera_video.time, "monotonic", lambda: 4.0)
    assert camera.silent == 4.0
    (told,) = camera.problems
    assert "no picture for 3 seconds" in told
    reader.lost = True
    assert len(camera.problems) == len(camera.problems) == 2
    assert "delivers no more pictures" in camera.problems[-1]
