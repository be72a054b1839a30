"""Frames of a video as the window shows them; one that cannot be shown is told, not replaced."""

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.controller import Controller
from dpcn_app.live.inferred_video import InferredVideo
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing.watched_frames import WatchedFrames, watching
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.camera_reader import Picture
from dpcn_app.video.recorded_camera import RecordedCamera, save_pictures

SETTINGS = Settings(source=shapes_source(frames=8))


def silent(share: float, words: str) -> None:
    pass


def test_every_frame_is_the_one_that_was_asked_for():
    with watching(SETTINGS, silent) as video:
        assert len(video) == 8
        assert [video.at(index).frame.index for index in (0, 5, 2)] == [0, 5, 2]


def test_a_camera_without_what_it_saw_is_refused():
    with pytest.raises(UserError, match="camera"), watching(Settings(source="camera:0"), silent):
        pass


@pytest.mark.parametrize("own", [False, True])
def test_what_a_camera_saw_is_watched_as_the_camera_was(tmp_path, own):
    pixels = np.random.default_rng(0).integers(0, 256, (3, 60, 80), np.uint8)
    pictures = [Picture(each, 0.05 * place) for place, each in enumerate(pixels)]
    save_pictures(tmp_path / "seen", pictures)
    model = open_model("natural") if own else None
    name = "mine" if own else "natural"
    settings = Settings(source="camera:0", model=name, modes=("off",), noise=0, mirrored=True)
    with watching(settings, silent, model, RecordedCamera(tmp_path / "seen")) as video:
        assert len(video) == 3
        shown = video.at(1)
    assert (shown.video.name, shown.video.rate) == ("camera 0", pytest.approx(20))
    assert shown.frame.before is not None
    np.testing.assert_allclose(shown.frame.before, pixels[1, :, ::-1] / 255, atol=1e-6)


def test_a_frame_that_cannot_be_shown_is_told_and_no_other_stands_for_it(monkeypatch):
    controller = Controller(SETTINGS, playing=False)
    video = WatchedFrames(controller, SETTINGS, silent)

    def broken(*given: object, **more: object) -> None:
        raise UserError("This frame is damaged.")

    monkeypatch.setattr(InferredVideo, "look", broken)
    with pytest.raises(UserError, match="damaged"):
        video.at(3)
    controller.close()
