"""The video that is watched stays open until another one takes its place."""

from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.video_in_use import VideoInUse
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import FrameSource, WrappedSource

SHAPES = Settings()
OTHERS = Settings(source=shapes_source("hard"))


class Closable(WrappedSource):
    """A video that tells whether it was closed."""

    is_closed = False

    def frame(self, index):
        return self.source.frame(index)

    def close(self):
        self.is_closed = True


def shapes() -> Closable:
    return Closable(BouncingShapes(ShapesConfig(), 10))


def photographs() -> Closable:
    return Closable(MovingPhotographs(PhotographsConfig(), 10))


def test_settings_that_name_the_same_video_get_the_one_that_is_open() -> None:
    video = shapes()
    in_use = VideoInUse(SHAPES, video)
    assert in_use.open(SHAPES) is video
    other: FrameSource = in_use.open(OTHERS)
    assert other is not video and other.classes == ("square", "diamond", "triangle")
    assert in_use.source is video and not video.is_closed


def test_a_video_that_takes_the_place_of_another_closes_it() -> None:
    first, second = shapes(), photographs()
    in_use = VideoInUse(SHAPES, first)
    assert in_use.keep(second, OTHERS)
    assert in_use.source is second and first.is_closed and not second.is_closed
    assert in_use.open(OTHERS) is second


def test_only_from_one_scored_video_to_the_next_the_place_stays() -> None:
    assert not VideoInUse(SHAPES, None).keep(shapes(), SHAPES)
    assert not VideoInUse(SHAPES, shapes()).keep(shapes(), OTHERS)
    assert VideoInUse(SHAPES, photographs()).keep(shapes(), OTHERS)
    assert VideoInUse(SHAPES, photographs()).keep(photographs(), OTHERS)
    same = photographs()
    assert not VideoInUse(SHAPES, same).keep(same, SHAPES)
    assert not same.is_closed


def test_what_cannot_be_used_is_closed_unless_it_is_in_use() -> None:
    video, other = shapes(), shapes()
    in_use = VideoInUse(SHAPES, video)
    in_use.drop(video)
    in_use.drop(other)
    assert other.is_closed and not video.is_closed
    in_use.close()
    assert video.is_closed
