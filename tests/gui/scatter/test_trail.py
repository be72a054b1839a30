"""The trail of the last frames, and the current one."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.trail import CurrentFrame, paint_trail
from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import a_cloud
from tests.helpers.scatter_scene import POINTS

THEME = THEMES["light"]
AREA = QRectF(0, 0, 400, 320)


@pytest.fixture
def image(qapp) -> QImage:
    image = QImage(400, 320, QImage.Format.Format_RGB32)
    image.fill(THEME.surface)
    return image


def with_current(image: QImage, cloud: Cloud, current: CurrentFrame) -> QImage:
    """Return a copy of an image with the current frame on it."""
    painted = QImage(image)
    with QPainter(painted) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current.paint(painter, Camera(), THEME, cloud, AREA, 6.0)
    return painted


def test_the_current_frame_has_a_ring_of_the_accent(image: QImage) -> None:
    painted = with_current(image, a_cloud(POINTS, current=1), CurrentFrame())
    accent = QColor(THEME.accent).rgb()
    pixels = [painted.pixel(x, y) for x in range(400) for y in range(320)]
    assert pixels.count(accent) > 20


def test_a_ring_from_memory_looks_as_the_first_one_did(image: QImage) -> None:
    cloud, current = a_cloud(POINTS, current=1), CurrentFrame()
    first = with_current(image, cloud, current)
    assert with_current(image, cloud, current) == first


def test_a_current_frame_without_a_point_paints_nothing(image: QImage) -> None:
    assert with_current(image, a_cloud(POINTS, current=99), CurrentFrame()) == image


def test_the_trail_joins_the_frames_before_the_current_one(image: QImage) -> None:
    pictures = []
    for current in (0, 3):
        painted = QImage(image)
        with QPainter(painted) as painter:
            paint_trail(painter, Camera(), THEME, a_cloud(POINTS, current=current), AREA)
        pictures.append(painted)
    assert pictures[0] == image != pictures[1]
