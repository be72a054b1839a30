"""What the mouse does over a scatter."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.scatter.software import SoftwareScatter
from tests.helpers.causes_scene import move_mouse
from tests.helpers.scatter_scene import POINTS, place_of

LEFT = Qt.MouseButton.LeftButton
BESIDE_ALL = QPoint(395, 315)


@pytest.mark.parametrize("row", range(len(POINTS)))
def test_hovering_over_a_point_names_its_frame(scatter, qtbot, row):
    with qtbot.waitSignal(scatter.pointer.hovered) as heard:
        move_mouse(scatter, place_of(scatter, row))
    assert heard.args == [row]


def test_a_mouse_that_leaves_names_no_frame(scatter, qtbot):
    move_mouse(scatter, place_of(scatter, 2))
    with qtbot.waitSignal(scatter.pointer.hovered) as heard:
        QApplication.sendEvent(scatter, QEvent(QEvent.Type.Leave))
    assert heard.args == [None]


def test_the_cursor_tells_what_the_mouse_can_do(scatter):
    shapes = Qt.CursorShape
    assert scatter.cursor().shape() == shapes.OpenHandCursor
    move_mouse(scatter, place_of(scatter, 0))
    assert scatter.cursor().shape() == shapes.PointingHandCursor
    QTest.mousePress(scatter, LEFT, pos=BESIDE_ALL)
    move_mouse(scatter, BESIDE_ALL - QPoint(40, 0), pressed=True)
    assert scatter.cursor().shape() == shapes.ClosedHandCursor


@pytest.mark.parametrize("row", range(len(POINTS)))
def test_clicking_a_point_picks_its_frame(scatter, qtbot, row):
    with qtbot.waitSignal(scatter.pointer.picked) as heard:
        QTest.mouseClick(scatter, LEFT, pos=place_of(scatter, row))
    assert heard.args == [row]


def test_clicking_beside_all_points_picks_nothing(scatter, qtbot):
    with qtbot.assertNotEmitted(scatter.pointer.picked):
        QTest.mouseClick(scatter, LEFT, pos=BESIDE_ALL)


def test_dragging_turns_without_picking(scatter, qtbot):
    camera = scatter.drawing.camera
    before, start = camera.place, place_of(scatter, 0)
    with qtbot.assertNotEmitted(scatter.pointer.picked):
        QTest.mousePress(scatter, LEFT, pos=start)
        move_mouse(scatter, start + QPoint(40, 0), pressed=True)
        move_mouse(scatter, start + QPoint(40, 30), pressed=True)
        QTest.mouseRelease(scatter, LEFT, pos=start + QPoint(40, 30))
    assert camera.azimuth < before[0] and camera.elevation > before[1]


def test_a_hand_may_shake_a_little_in_a_click(scatter, qtbot):
    camera = scatter.drawing.camera
    before, start = camera.place, place_of(scatter, 3)
    with qtbot.waitSignal(scatter.pointer.picked) as heard:
        QTest.mousePress(scatter, LEFT, pos=start)
        move_mouse(scatter, start + QPoint(2, 1), pressed=True)
        QTest.mouseRelease(scatter, LEFT, pos=start + QPoint(2, 1))
    assert heard.args == [3] and camera.place == before


def turn_wheel(scatter: SoftwareScatter, delta: int) -> None:
    middle = QPointF(scatter.rect().center())
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        middle, middle, QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton, none, phase, False
    )
    QApplication.sendEvent(scatter, event)


def test_the_wheel_zooms_and_a_double_click_resets(scatter):
    camera = scatter.drawing.camera
    start = camera.place
    turn_wheel(scatter, 240)
    assert camera.zoom > 1.2
    camera.turn(30, 10)
    QTest.mouseDClick(scatter, LEFT, pos=BESIDE_ALL)
    assert camera.place == start
    turn_wheel(scatter, -120)
    assert camera.zoom < 1


def test_keys_are_left_to_the_window(scatter):
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Home):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(scatter, event)
        assert not event.isAccepted()
    assert scatter.focusPolicy() == Qt.FocusPolicy.NoFocus
