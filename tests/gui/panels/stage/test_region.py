"""Dragging a region on a picture of the frame."""

import pytest
from PySide6.QtCore import QPointF, QRectF

from dpcn_app.gui.panels.stage.region import dragged_region, region_box

BOX = QRectF(100, 50, 320, 240)
SHAPE = (480, 640)


@pytest.mark.parametrize(
    ("start", "end"), [((120, 70), (220, 130)), ((220, 130), (120, 70)), ((120, 130), (220, 70))]
)
def test_a_drag_in_any_direction_marks_the_pixels_below_it(start, end):
    region = dragged_region(QPointF(*start), QPointF(*end), BOX, SHAPE, (1, 1))
    assert region == (40, 40, 120, 200)


def test_a_region_stays_within_the_frame():
    assert dragged_region(QPointF(0, 0), QPointF(900, 900), BOX, SHAPE, (1, 1)) == (0, 0, 480, 640)


def test_a_small_region_grows_to_what_the_network_needs():
    top, left, height, width = dragged_region(
        QPointF(101, 51), QPointF(104, 54), BOX, SHAPE, (32, 40)
    )
    assert (top, left, height, width) == (0, 0, 32, 40)


def test_a_region_is_drawn_where_it_was_dragged():
    box = region_box((40, 40, 120, 200), BOX, SHAPE)
    assert (box.left(), box.top(), box.width(), box.height()) == (120, 70, 100, 60)
