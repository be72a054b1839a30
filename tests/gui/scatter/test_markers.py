"""Markers: outlines, colours, steps of nearness, stamps."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from dpcn_app.gui.scatter.markers import (
    LEVELS,
    Stamps,
    blend,
    class_colour,
    level_fill,
    level_of,
    level_radius,
    marker_path,
)
from dpcn_app.gui.theme import THEMES

THEME = THEMES["light"]


def test_shapes_have_markers_of_their_own_and_other_classes_too():
    names = ("square", "x", "diamond", "triangle", "plus", "circle")
    outlines = [marker_path(name).toFillPolygon().boundingRect() for name in names]
    assert all(0.7 < outline.width() / 2 < 1.2 for outline in outlines)
    assert len({tuple(map(str, marker_path(name).toSubpathPolygons())) for name in names}) == 6
    assert marker_path("cat", 0) != marker_path("dog", 1)


def test_classes_have_the_theme_s_colours_and_an_unknown_class_is_muted():
    assert class_colour(THEME, 1) == QColor(THEME.classes[1])
    assert class_colour(THEME, len(THEME.classes)) == QColor(THEME.classes[0])
    assert class_colour(THEME, -1) == QColor(THEME.muted)


def test_a_blend_goes_from_the_colour_to_the_ground():
    red, blue = QColor("red"), QColor("blue")
    assert [blend(red, blue, share) for share in (0, 1)] == [red, blue]
    assert blend(red, blue, 0.2) == QColor(204, 0, 51)


def test_nearness_has_steps_from_far_to_near():
    steps = level_of(np.linspace(-2, 2, 50))
    assert steps[0] == 0 and (np.diff(steps) >= 0).all() and len(set(steps)) == LEVELS


def test_near_markers_are_larger_and_clearer_than_far_ones():
    near, far = LEVELS - 1, 0
    assert level_radius(near, 5.0) > 5.0 > level_radius(far, 5.0)
    assert level_fill(THEME, 0, near) == class_colour(THEME, 0)
    assert level_fill(THEME, 0, far) != class_colour(THEME, 0)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_stamps_put_every_class_at_its_place(qapp, scale):
    image = QImage(round(90 * scale), round(30 * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(THEME.surface))
    x, near = np.array([15.0, 45.0, 75.0]), np.full(3, 0.8)
    with QPainter(image) as painter:
        stamps = Stamps(THEME, ("square", "diamond"), 8.0, scale)
        stamps.paint(painter, x, np.full(3, 15.0), near, np.array([0, 1, -1]), np.zeros(3, bool))
    seen = [image.pixelColor(round(at * scale), round(15 * scale)) for at in x]
    assert seen == [class_colour(THEME, label) for label in (0, 1, -1)]


def test_no_points_need_no_stamp(qapp):
    image = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("red"))
    before, none = image.copy(), np.zeros(0)
    with QPainter(image) as painter:
        Stamps(THEME, ("square",), 4.0, 1.0).paint(
            painter, none, none, none, none.astype(int), none.astype(bool)
        )
    assert image == before


def test_a_hollow_marker_has_the_ground_inside_and_its_class_around_it(qapp):
    image = QImage(60, 30, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(THEME.surface))
    x, near = np.array([15.0, 45.0]), np.full(2, 0.8)
    with QPainter(image) as painter:
        stamps = Stamps(THEME, ("square", "diamond"), 8.0, 1.0)
        stamps.paint(painter, x, np.full(2, 15.0), near, np.zeros(2, int), np.array([True, False]))
    assert image.pixelColor(15, 15) == QColor(THEME.surface)
    assert image.pixelColor(45, 15) == class_colour(THEME, 0)
    edge = min(image.pixelColor(each, 15).red() for each in range(15))
    assert edge < 128 < QColor(THEME.surface).red()  # the class is blue
