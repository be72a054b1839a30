"""The words of a scatter, read from a drawing in which they remain words."""

import re
from collections.abc import Callable

from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtSvg import QSvgGenerator

from dpcn_app.gui.scatter.legend import paint_legend, paint_name
from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import CLASSES, a_cloud
from tests.helpers.scatter_scene import POINTS

THEME = THEMES["dark"]
AREA = QRectF(0, 0, 400, 320)


def words(paint: Callable[[QPainter], None]) -> list[str]:
    """Return the words that are painted."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(400, 320))
    with QPainter(generator) as painter:
        paint(painter)
    drawn = bytes(buffer.data().data()).decode()
    return [found.strip() for found in re.findall(r"<text[^>]*>(.*?)</text>", drawn, re.DOTALL)]


def test_the_legend_names_every_class(qapp) -> None:
    cloud = a_cloud(POINTS)
    assert words(lambda p: paint_legend(p, THEME, QFont(), cloud, AREA)) == list(CLASSES)


def test_the_legend_names_points_without_a_class_where_there_are_any(qapp) -> None:
    cloud = a_cloud(POINTS)
    cloud.labels[0] = -1
    told = words(lambda p: paint_legend(p, THEME, QFont(), cloud, AREA))
    assert told == [*CLASSES, "unlabelled"]


def test_a_point_is_named_beside_it(qapp) -> None:
    told = words(
        lambda p: paint_name(p, THEME, QFont(), "frame 1 · square", QPointF(80, 80), 8, AREA)
    )
    assert told == ["frame 1 · square"]
