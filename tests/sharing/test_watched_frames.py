"""Frames of a video as the window shows them; one that cannot be shown is told, not replaced."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.controller import Controller
from dpcn_app.live.inferred_video import InferredVideo
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing.watched_frames import WatchedFrames, watching

SETTINGS = Settings(source=shapes_source(frames=8))


def silent(share: float, words: str) -> None:
    pass


def test_every_frame_is_the_one_that_was_asked_for():
    with watching(SETTINGS, silent) as video:
        assert len(video) == 8
        assert [video.at(index).frame.index for index in (0, 5, 2)] == [0, 5, 2]


def test_a_camera_is_refused_as_what_it_saw_is_not_kept():
    with pytest.raises(UserError, match="camera"), watching(Settings(source="camera:0"), silent):
        pass


def test_a_frame_that_cannot_be_shown_is_told_and_no_other_stands_for_it(monkeypatch):
    controller = Controller(SETTINGS, playing=False)
    video = WatchedFrames(controller, SETTINGS, silent)

    def broken(*given: object, **more: object) -> None:
        raise UserError("This frame is damaged.")

    monkeypatch.setattr(InferredVideo, "look", broken)
    with pytest.raises(UserError, match="damaged"):
        video.at(3)
    controller.close()
