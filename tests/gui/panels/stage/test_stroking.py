"""Painting on the stage: from the mouse to points of the frame."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QPointF, QRectF

from dpcn_app.gui.panels.stage.stroking import PERIOD_MS, Canvas, StrokeHand, canvas_at
from tests.helpers import stage_scene

BOXES = [(QRectF(0, 0, 100, 120), "Input"), (QRectF(200, 0, 80, 48), "Video")]


def test_a_place_on_the_input_is_a_pixel_of_the_frame():
    snapshot = stage_scene.alone()  # 32×32 pixels in a square of 100, in the middle of the room
    canvas = canvas_at(QPointF(50, 60), BOXES, snapshot)
    assert canvas is not None
    assert canvas.point(QPointF(50, 60)) == pytest.approx((16.0, 16.0))
    assert canvas.point(QPointF(0, 10)) == pytest.approx((0.0, 0.0))
    assert canvas_at(QPointF(50, 5), BOXES, snapshot) is None  # above the picture
    assert canvas_at(QPointF(150, 50), BOXES, snapshot) is None


def test_of_a_region_the_frame_s_own_pixels_count():
    snapshot = stage_scene.alone()
    video = replace(snapshot.video, shape=(48, 80), region=(8, 16, 16, 16), scored=False)
    snapshot = replace(snapshot, video=video)
    on_input = canvas_at(QPointF(50, 60), BOXES, snapshot)
    on_video = canvas_at(QPointF(224, 16), BOXES, snapshot)
    assert on_input is not None and on_video is not None
    assert on_input.point(QPointF(50, 60)) == pytest.approx((16.0, 24.0))
    assert on_video.point(QPointF(224, 16)) == pytest.approx((16.0, 24.0))
    assert on_input.scale == pytest.approx(100 / 16)


def test_points_come_a_few_at_a_time_and_none_is_lost(qtbot):
    parent = QObject()
    hand = StrokeHand(parent)
    begun: list[tuple[float, ...]] = []
    drawn: list[list[tuple[float, float]]] = []
    hand.begun.connect(lambda *point: begun.append(point))
    hand.drawn.connect(drawn.append)
    hand.move(QPointF(5, 5))  # the brush is not down
    hand.press(Canvas(QRectF(0, 0, 10, 10), (0.0, 0.0), 1.0), QPointF(1, 1))
    assert begun == [(1.0, 1.0)]
    for at in range(2, 6):
        hand.move(QPointF(at, at))
    assert drawn == []
    qtbot.waitUntil(lambda: bool(drawn), timeout=40 * PERIOD_MS)
    assert drawn == [[(2.0, 2.0), (3.0, 3.0), (4.0, 4.0), (5.0, 5.0)]]
    hand.move(QPointF(6, 12))  # beyond the edge
    hand.release()
    assert drawn[1:] == [[(12.0, 6.0)]] and not hand.drawing
