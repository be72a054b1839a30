"""The thread that reads a camera: the newest picture, and what becomes of one that is gone."""

import threading

from dpcn_app.errors import UserError
from dpcn_app.video import camera_reader
from dpcn_app.video.camera_reader import LONGEST_SIDE, CameraReader
from tests.helpers.desktop import until
from tests.helpers.some_camera import stand_in


def newest(reader):
    assert reader.newest is not None
    return reader.newest


def test_newer_pictures_replace_older_ones(monkeypatch):
    stand_in(monkeypatch)
    reader = CameraReader(0)
    reader.start()
    assert reader.wait(30)
    first = newest(reader)
    assert first.pixels.shape == (48, 64)
    until(lambda: bool((newest(reader).pixels != first.pixels).any()), "another picture", 30)
    assert newest(reader).came > first.came
    reader.close()
    until(lambda: not reader.is_alive(), "the end of the thread", 30)


def test_large_pictures_are_made_smaller_in_their_own_proportions(monkeypatch):
    stand_in(monkeypatch, "testsrc2=size=1280x720:rate=30")
    reader = CameraReader(0)
    reader.start()
    assert reader.wait(30)
    assert newest(reader).pixels.shape == (LONGEST_SIDE * 9 // 16, LONGEST_SIDE)
    reader.close()


def test_a_camera_that_cannot_be_opened_has_a_failure(monkeypatch):
    def refuse(number):
        raise UserError(f"no camera {number}")

    reader = CameraReader(3, refuse)
    reader.start()
    assert reader.wait(30)
    assert (reader.failure, reader.newest) == ("no camera 3", None)
    reader.join(30)
    assert not reader.is_alive()


def test_a_camera_that_delivers_nothing_has_a_failure(monkeypatch):
    stand_in(monkeypatch, "testsrc2=size=64x48:duration=0.001,select=0")
    reader = CameraReader(0)
    reader.start()
    assert reader.wait(30)
    assert "delivers no pictures" in reader.failure


def test_an_unplugged_camera_is_lost_and_goes_on_by_itself_when_it_is_back(monkeypatch):
    stand_in(monkeypatch, "testsrc2=size=64x48:rate=30:duration=0.1")
    monkeypatch.setattr(camera_reader, "_AGAIN", 0.05)
    opened: list[int] = []
    lost = threading.Event()

    def opener(number):
        if opened:
            assert reader.lost
            lost.set()
        opened.append(number)
        return camera_reader.open_device(number)

    reader = CameraReader(0, opener)
    reader.start()
    assert lost.wait(30)
    until(lambda: len(opened) > 1 and not reader.lost, "pictures again", 30)
    reader.close()


def test_closing_does_not_wait_for_a_camera_that_does_not_answer():
    answer = threading.Event()

    def opener(number):
        answer.wait()
        raise UserError("late")

    reader = CameraReader(0, opener)
    reader.start()
    assert not reader.wait(0)
    reader.close()
    assert reader.is_alive()  # it waits, but nobody waits for it
    answer.set()
    reader.join(30)
    assert not reader.is_alive()
