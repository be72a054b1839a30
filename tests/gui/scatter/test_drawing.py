"""What a scatter looks like, painted without any widget."""

import time
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from dpcn_app.analysis.cause_axes import fit_axes
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import make_cloud
from dpcn_app.gui.scatter.drawing import ScatterDrawing
from dpcn_app.gui.scatter.markers import class_colour
from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import a_cloud, some_causes
from tests.helpers.scatter_scene import POINTS, place_in

AREA = QRectF(0, 0, 400, 320)


@pytest.fixture
def drawing(qapp) -> ScatterDrawing:
    drawing = ScatterDrawing(Camera(), THEMES["light"])
    drawing.cloud = a_cloud(POINTS, current=1)
    return drawing


def painted(drawing: ScatterDrawing) -> QImage:
    """Return the picture that a drawing makes."""
    image = QImage(AREA.size().toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        drawing.paint(painter, AREA)
    return image


def test_of_two_points_in_line_the_one_in_front_is_meant(drawing):
    drawing.cloud = a_cloud([(-0.4, 0.0, 0.0), (0.4, 0.0, 0.0)])
    for azimuth, front in ((0, 1), (180, 0)):
        drawing.camera.go_to(azimuth, 0, 1)
        assert drawing.pick(AREA, QPointF(place_in(drawing, AREA, 0))) == front


def test_where_there_is_no_point_none_is_meant(drawing):
    assert drawing.pick(AREA, QPointF(-50, -50)) is None
    drawing.cloud = None
    assert drawing.pick(AREA, QPointF(200, 160)) is None


def test_the_one_in_front_is_painted_over_the_one_behind(drawing):
    places = [(0.4, 0.0, 0.0)] + [(9.0, 9.0, 9.0)] * 9 + [(-0.4, 0.0, 0.0)]  # a square and an x
    drawing.cloud = a_cloud(places, current=99)
    seen = []
    for azimuth in (0, 180):
        drawing.camera.go_to(azimuth, 0, 1)
        seen.append(painted(drawing).pixelColor(place_in(drawing, AREA, 0)))
    square, cross = (class_colour(drawing.theme, label).hue() for label in (0, 1))
    assert [colour.hue() for colour in seen] == pytest.approx([square, cross], abs=6)


def test_a_ground_from_memory_looks_as_it_did_when_it_was_painted(drawing):
    first, *others = (painted(drawing) for _ in range(4))
    assert all(other == first for other in others)
    drawing.camera.turn(5, 0)
    assert painted(drawing) != first
    drawing.camera.turn(-5, 0)
    assert painted(drawing) == first


def test_the_point_that_is_marked_is_named(drawing):
    plain = painted(drawing)
    drawing.marked = 2
    named = painted(drawing)
    drawing.marked = None
    assert named != plain == painted(drawing)


def test_a_mark_at_a_frame_without_a_point_does_no_harm(drawing):
    plain = painted(drawing)
    drawing.marked = 77
    assert painted(drawing) == plain


def test_points_without_a_class_are_drawn_and_named(drawing):
    drawing.cloud.labels[:] = -1
    drawing.marked = 0
    assert not painted(drawing).isNull()
    assert drawing.cloud.describe(0) == "frame 1 · unlabelled"


@pytest.mark.parametrize("cloud", [None, a_cloud([(np.nan, np.nan, np.nan)])])
def test_without_points_a_hint_says_what_will_come(drawing, cloud):
    drawing.cloud = cloud
    words = painted(drawing)
    with QPainter(bare := QImage(words)) as painter:
        painter.fillRect(AREA, drawing.theme.surface)
        drawing.paint_behind(painter, AREA)
    assert drawing.empty and words != bare


def test_a_vector_picture_holds_vectors(drawing):
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(400, 320))
    with QPainter(generator) as painter:
        drawing.paint(painter, AREA)
    svg = bytes(buffer.data().data()).decode()
    assert "<image" not in svg and svg.count("<path") > len(POINTS)


def fastest(work: Callable[[], None]) -> float:
    """Return the seconds of the fastest of ten runs."""
    times = []
    for _ in range(10):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_three_thousand_points_take_a_few_milliseconds(drawing):
    causes = some_causes(frames=3000)
    labels = np.arange(3000) % 3
    drawing.cloud = make_cloud(fit_axes([causes]), causes, labels, ("square", "x", "y"), 99)
    image = QImage(640, 480, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        seconds = fastest(lambda: drawing.paint(painter, QRectF(0, 0, 640, 480)))
    assert seconds < 0.025  # 5 ms on a free core; tests share theirs
