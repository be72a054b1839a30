"""What is said of drawings and of cameras."""

from dataclasses import replace

import pytest

from dpcn_app.live.choices import watch_video
from dpcn_app.live.controller import Controller
from dpcn_app.live.drawing_words import camera_words, drawing_words, drawn_class
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import CameraView
from tests.helpers.paper_photograph import PaperPhotograph


def snapshot_of(tmp_path, shape, **changes):
    """Return what is shown of a photographed drawing, once the classes are known."""
    from PIL import Image

    path = tmp_path / "photograph.png"
    Image.fromarray((PaperPhotograph(shape, seed=11).take() * 255).astype("uint8")).save(path)
    settings = Settings(source=str(path), noise=0.0, **changes)
    controller = Controller(settings, playing=False)
    controller._video.beliefs.of_classes()
    snapshot = controller.snapshot()
    controller.close()
    return snapshot


@pytest.mark.parametrize("shape", ["square", "x", "diamond"])
def test_what_a_drawing_is_read_as_is_told(tmp_path, shape):
    snapshot = snapshot_of(tmp_path, shape)
    assert f"read as {shape};" in drawing_words(snapshot)
    assert drawn_class(snapshot) == shape


def test_without_a_drawing_the_user_is_told_what_to_draw(tmp_path):
    words = drawing_words(snapshot_of(tmp_path, ""))
    assert words == (
        "No drawing seen: show a square, an x or a diamond, in thick lines on light paper"
    )


def test_modes_that_read_differently_are_told_one_by_one(tmp_path):
    snapshot = snapshot_of(tmp_path, "square", modes=("off", "both"))
    assert "read as square;" in drawing_words(snapshot)
    other = replace(snapshot.views[1], drawing="")
    words = drawing_words(replace(snapshot, views=(snapshot.views[0], other)))
    assert "square (Bottom-up), nothing (Top-down)" in words


def test_other_videos_have_neither_words_nor_a_class():
    controller = Controller(Settings(source=shapes_source(frames=12)), playing=False)
    snapshot = controller.snapshot()
    assert (drawing_words(snapshot), camera_words(snapshot)) == ("", "")
    assert drawn_class(snapshot) == ""
    controller.close()
    assert watch_video(Settings(), "camera:0").model == "shapes-easy"


@pytest.mark.parametrize(
    ("live", "behind", "silent", "words"),
    [
        (True, 0.0, 0.02, "live"),
        (False, 3.42, 0.02, "−3.4 s"),
        (True, 0, 7.2, "no picture for 7 s"),
    ],
)
def test_where_a_camera_stands_is_told(live, behind, silent, words):
    controller = Controller(Settings(source=shapes_source(frames=12)), playing=False)
    snapshot = controller.snapshot()
    controller.close()
    camera = CameraView(first=0, live=live, came=0.0, behind=behind, silent=silent)
    assert camera_words(replace(snapshot, video=replace(snapshot.video, camera=camera))) == words
