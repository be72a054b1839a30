"""Watching a camera behind the window: opened in the background, live, stepped back, told."""

import threading
from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live import camera_watch
from dpcn_app.live.choices import watch_video
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump, Play, Step
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.video.camera_reader import CameraReader
from tests.helpers.desktop import until
from tests.helpers.some_camera import stand_in

SHORT = Settings(source=shapes_source(frames=12), noise=0.0)
CAMERA = watch_video(SHORT, "camera:0")


@pytest.fixture
def controller():
    made = Controller(SHORT, playing=True)
    yield made
    made.close()


def work_until(controller, condition, what):
    """Let the controller work, and show what it has, until a snapshot fulfils a condition."""

    def step():
        controller.work()
        snapshot = controller.snapshot()
        return snapshot if condition(snapshot) else None

    return until(step, what, 60)


def live(controller, frames=1):
    controller.handle(Change(CAMERA))
    return work_until(
        controller,
        lambda snapshot: snapshot.video.camera is not None and snapshot.length >= frames,
        "the camera",
    )


def without_answer(monkeypatch):
    """Let cameras not answer until the event that is returned is set."""
    answer = threading.Event()

    def opener(number):
        answer.wait()
        raise UserError("too late")

    monkeypatch.setattr(camera_watch, "CameraReader", lambda number: CameraReader(number, opener))
    return answer


def refused(controller):
    return work_until(controller, lambda snapshot: snapshot.refused is not None, "a refusal")


def test_the_video_before_goes_on_until_the_camera_has_delivered_a_picture(controller, monkeypatch):
    stand_in(monkeypatch)
    controller.handle(Change(CAMERA))
    assert controller.snapshot().settings == SHORT
    snapshot = live(controller)
    assert snapshot.settings == CAMERA
    assert snapshot.settings.model == "shapes-easy", "drawings can be shown to it"
    assert snapshot.video.drawn and snapshot.video.camera.live
    assert snapshot.frame.before.shape == (48, 64) and snapshot.problems == ()


def test_frames_are_stepped_through_exactly_and_then_it_is_live_again(controller, monkeypatch):
    stand_in(monkeypatch)
    last = live(controller, frames=6)
    controller.handle(Play(False))
    forth, back = {}, {}
    for _ in range(4):
        controller.handle(Step(-1))
        snapshot = controller.snapshot()
        back[snapshot.frame.index] = snapshot.frame.before
    assert not snapshot.video.camera.live and snapshot.video.camera.behind > 0
    assert snapshot.length == controller.snapshot().length, "nothing is taken while it is paused"
    for _ in range(3):
        controller.handle(Step(1))
        snapshot = controller.snapshot()
        forth[snapshot.frame.index] = snapshot.frame.before
    assert len(forth) == 3 and len(back) == 4
    assert all((forth[index] == back[index]).all() for index in forth)
    controller.handle(Jump(10**9))
    controller.handle(Play(True))
    again = work_until(controller, lambda each: each.length > last.length + 1, "newer frames")
    assert again.video.camera.live


def test_playing_on_from_an_earlier_frame_becomes_live_at_the_end(controller, monkeypatch):
    stand_in(monkeypatch)
    last = live(controller, frames=4)
    controller.handle(Jump(0))
    assert controller.snapshot().frame.index == 0
    work_until(controller, lambda each: each.length > last.length, "newer frames")


def test_frames_that_are_not_kept_any_more_cannot_be_gone_to(controller, monkeypatch):
    stand_in(monkeypatch)
    monkeypatch.setattr("dpcn_app.video.camera_video.KEPT_SECONDS", 0.2)
    live(controller)
    snapshot = work_until(controller, lambda each: each.video.camera.first > 2, "forgotten frames")
    controller.handle(Play(False))
    controller.handle(Jump(0))
    assert controller.snapshot().frame.index >= snapshot.video.camera.first
    camera = snapshot.video.camera
    assert len(camera.kept) == snapshot.length - camera.first


def test_a_mirror_shows_the_same_the_other_way_round(controller, monkeypatch):
    stand_in(monkeypatch)
    live(controller)
    controller.handle(Play(False))
    plain = controller.snapshot().frame.before
    controller.handle(Change(replace(CAMERA, mirrored=True)))
    assert (controller.snapshot().frame.before == plain[:, ::-1]).all()


def test_a_camera_that_cannot_be_opened_is_told_and_the_video_before_stays(controller, monkeypatch):
    stand_in(monkeypatch, "no_such_filter")
    controller.handle(Change(CAMERA))
    snapshot = refused(controller)
    assert "Camera 0 cannot be opened" in snapshot.problems[-1]
    assert (snapshot.settings, snapshot.refused) == (SHORT, CAMERA)


def test_a_camera_that_does_not_answer_is_told(controller, monkeypatch):
    answer = without_answer(monkeypatch)
    monkeypatch.setattr(camera_watch, "PATIENCE", 0.2)
    controller.handle(Change(CAMERA))
    assert "has not answered" in refused(controller).problems[-1]
    answer.set()


def test_a_camera_that_stops_is_told_and_can_be_stepped_back(controller, monkeypatch):
    stand_in(monkeypatch, "testsrc2=size=64x48:rate=30:duration=0.3")
    monkeypatch.setattr("dpcn_app.video.camera_reader._AGAIN", 1000)
    live(controller, frames=2)
    snapshot = work_until(controller, lambda each: each.problems, "the problem")
    assert "delivers no more pictures" in snapshot.problems[0]
    controller.handle(Step(-1))
    assert controller.snapshot().frame.index == snapshot.length - 2


def test_a_camera_that_is_being_opened_is_let_go_for_another_video(controller, monkeypatch):
    answer = without_answer(monkeypatch)
    controller.handle(Change(CAMERA))
    controller.handle(Change(replace(SHORT, seed=3)))
    controller.work()
    assert controller._in_use.opening.seconds_left is None
    assert controller.snapshot().settings.seed == 3
    answer.set()


@pytest.mark.parametrize(
    "text", ["camera:", "camera:-1", "camera:99999999999", "camera:/etc/passwd"]
)
def test_a_text_that_names_no_camera_gets_a_sentence(controller, text):
    controller.handle(Change(replace(SHORT, source=text)))
    assert "names no camera" in controller.snapshot().problems[-1]
