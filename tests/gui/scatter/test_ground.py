"""The floor and the axes behind the points."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.ground import AxesPainter, box_inside, paint_floor
from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import a_cloud
from tests.helpers.scatter_scene import POINTS

AREA = QRectF(0, 0, 400, 320)


@pytest.mark.parametrize("place", [(-50, -50), (390, 310), (100, 900)])
def test_words_are_moved_into_the_area_and_keep_their_size(place: tuple[int, int]) -> None:
    moved = box_inside(AREA, QRectF(*place, 60, 20))
    assert AREA.contains(moved)
    assert (moved.width(), moved.height()) == (60, 20)


def test_words_that_are_inside_stay_where_they_are() -> None:
    box = QRectF(100, 100, 60, 20)
    assert box_inside(AREA, box) == box


def test_the_floor_and_the_axes_turn_with_the_camera(qapp) -> None:
    theme, camera = THEMES["light"], Camera()
    axes = a_cloud(POINTS).axes
    pictures = []
    for azimuth in (20, 70):
        camera.go_to(azimuth, 30, 1)
        for with_axes in (False, True):
            image = QImage(400, 320, QImage.Format.Format_RGB32)
            image.fill(theme.surface)
            with QPainter(image) as painter:
                paint_floor(painter, camera, theme, AREA)
                if with_axes:
                    AxesPainter(painter, theme, QFont(), AREA).paint(axes, camera, AREA)
            pictures.append(image)
    assert all(a != b for i, a in enumerate(pictures) for b in pictures[i + 1 :])
