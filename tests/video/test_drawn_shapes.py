"""Drawings on paper, as a network of shapes sees them, and what it reads them as."""

from typing import Any

import numpy as np
import pytest

from dpcn_app.analysis.beliefs import class_beliefs, class_video, read_as
from dpcn_app.engine.inference import infer_step
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.drawn_shapes import DrawnShapes, shown_drawing
from dpcn_app.video.outlines import ObjectStyle
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import resize
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source import Frame, FrameSource
from tests.helpers.paper_photograph import PaperPhotograph

LIGHTS: dict[str, dict[str, Any]] = {
    "plain": {"seed": 11},
    "askew": {"seed": 12, "turned": -7.0, "size": 0.3},
    "thin pen": {"seed": 13, "pen": 0.009},
    "thick pen, grainy": {"seed": 14, "pen": 0.035, "noise": 0.06},
    "chalk": {"seed": 15, "chalk": True, "turned": 4.0},
}


class Photographs(FrameSource):
    """Some photographs as a video."""

    def __init__(self, *images):
        self._images = images

    @property
    def classes(self):
        return ()

    @property
    def frame_shape(self):
        return self._images[0].shape

    def __len__(self):
        return len(self._images)

    def frame(self, index):
        return Frame(index, self._images[index])


@pytest.fixture(scope="module", params=["easy", "hard"])
def reader(request):
    """Return a function that shows a network a frame for a while and tells what it reads."""
    network = open_model(f"shapes-{request.param}").network
    beliefs = class_beliefs(network, class_video(request.param))
    grid = PatchGrid.of(network.spec, network.spec.frame_shape)

    def read(image):
        state = infer_step(network, grid.cut(image), None)
        for _ in range(2):
            state = infer_step(network, grid.cut(image), state)
        return read_as(state.top_causes.reshape(1, -1), beliefs)[0]

    return SHAPE_SETS[request.param].style, network.spec.frame_shape, read


@pytest.mark.parametrize("light", LIGHTS)
def test_a_photographed_drawing_is_read_as_what_it_shows(reader, light):
    style, frame_shape, read = reader
    photographs = [PaperPhotograph(shape, **LIGHTS[light]).take() for shape in style.shapes]
    drawings = [shown_drawing(each, style.size, frame_shape) for each in photographs]
    assert [read(each) for each in drawings] == list(style.shapes)
    shrunk = [resize(each, frame_shape) for each in photographs]
    assert [read(each) for each in shrunk] != list(style.shapes), "so it has to be redrawn"


def test_the_drawing_is_shown_twice_in_the_networks_frame_and_the_photograph_beside_it():
    photograph = PaperPhotograph("square", seed=11).take()
    video = DrawnShapes(Photographs(photograph), SHAPE_SETS["easy"].style, (32, 32))
    frame = video.frame(0)
    assert video.frame_shape == frame.image.shape == (32, 32)
    assert set(np.unique(frame.image)) == {0.0, 1.0}
    assert (frame.image[:, :16] == frame.image[:, 16:]).mean() > 0.9
    assert frame.before is not None and np.array_equal(frame.before, photograph)
    assert video.objects == SHAPE_SETS["easy"].style
    assert video.frame(0) is frame


def test_without_a_drawing_the_frame_is_black_and_a_narrow_one_holds_a_single_drawing():
    blank = PaperPhotograph("", seed=1).take()
    assert not shown_drawing(blank, 13, (32, 32)).any()
    style = ObjectStyle(("square",), 13)
    narrow = DrawnShapes(Photographs(PaperPhotograph(seed=1).take()), style, (32, 20))
    assert 20 < narrow.frame(0).image.sum() < 60
