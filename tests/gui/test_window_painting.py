"""Painting on the input with the mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt

from dpcn_app.gui.controls.paint_bar import PaintSwitch
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers import stage_scene
from tests.helpers.hand_driven import press, show_window


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=40)))
    window.update_all()
    return window


def draw(qtbot, window, *places: tuple[float, float]) -> None:
    """Draw with the mouse through places of the input, given as shares of it."""
    box = stage_scene.boxes(window.stage, "Input")[0]
    points = [
        QPoint(round(box.left() + x * box.width()), round(box.top() + y * box.height()))
        for x, y in places
    ]
    qtbot.mouseMove(window.stage, points[0])
    qtbot.mousePress(window.stage, Qt.MouseButton.LeftButton, pos=points[0])
    for point in points[1:]:
        qtbot.mouseMove(window.stage, point)
    qtbot.mouseRelease(window.stage, Qt.MouseButton.LeftButton, pos=points[-1])
    window.update_all()


def test_d_takes_the_brush_up_and_esc_puts_it_away(qtbot, window):
    bar = window._centre.paint_bar
    assert not bar.isVisible()
    press(qtbot, window, Qt.Key.Key_D)
    assert bar.isVisible() and bar.tools["pencil"].isChecked()
    window.context.selection.select_atom(3)
    press(qtbot, window, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert window.context.selection.atom == 3  # the next Esc is for that
    draw(qtbot, window, (0.2, 0.2), (0.5, 0.5))
    assert window.settings.current.strokes == ()


def test_a_button_beside_the_controls_takes_the_brush_up_too(qtbot, window):
    bar = window._centre.paint_bar
    (button,) = window.findChildren(PaintSwitch)
    assert button.isVisible() and not button.isChecked()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert bar.isVisible() and button.isChecked()
    press(qtbot, window, Qt.Key.Key_D)
    assert not bar.isVisible() and not button.isChecked()


def test_a_stroke_of_the_mouse_is_seen_and_taken_back_at_once(qtbot, window):
    press(qtbot, window, Qt.Key.Key_D)
    before = window.snapshot
    draw(qtbot, window, (0.25, 0.25), (0.5, 0.5), (0.75, 0.5))
    (stroke,) = window.settings.current.strokes
    assert (stroke.tool, stroke.size) == ("pencil", 3.0)
    assert stroke.points[0] == pytest.approx((8.0, 8.0), abs=0.3)
    assert stroke.points[-1] == pytest.approx((16.0, 24.0), abs=0.3)
    frame = window.snapshot.frame
    assert frame.image[8, 8] == frame.image[16, 20] == 1
    assert (window.snapshot.views[0].reconstruction != before.views[0].reconstruction).any()
    draw(qtbot, window, (0.1, 0.9))
    assert len(window.settings.current.strokes) == 2
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.current.strokes == ()
    assert (window.snapshot.frame.image == before.frame.image).all()


def test_the_bar_chooses_tool_and_size_takes_back_and_wipes(qtbot, window):
    press(qtbot, window, Qt.Key.Key_D)
    bar = window._centre.paint_bar
    assert not bar.undo.isEnabled() and not bar.clear.isEnabled()
    qtbot.mouseClick(bar.tools["occluder"], Qt.MouseButton.LeftButton)
    press(qtbot, window, Qt.Key.Key_BracketRight)
    assert bar.size_box.value() == 4
    bar.size_box.setValue(6)
    for place in (0.2, 0.5, 0.8):
        draw(qtbot, window, (place, place))
    assert {(each.tool, each.size) for each in window.settings.current.strokes} == {("occluder", 6)}
    assert window.snapshot.frame.image[16, 16] == 0.5
    qtbot.mouseClick(bar.undo, Qt.MouseButton.LeftButton)
    assert len(window.settings.current.strokes) == 2
    qtbot.mouseClick(bar.clear, Qt.MouseButton.LeftButton)
    assert window.settings.current.strokes == ()
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(window.settings.current.strokes) == 2
    qtbot.mouseClick(bar.done, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def test_the_ring_of_the_brush_follows_the_pointer(qtbot, window):
    press(qtbot, window, Qt.Key.Key_D)
    box = stage_scene.boxes(window.stage, "Input")[0]
    without = window.stage.grab().toImage()
    qtbot.mouseMove(window.stage, box.center().toPoint())
    assert window.stage.cursor().shape() == Qt.CursorShape.CrossCursor
    changed = stage_scene.changed(without, window.stage.grab().toImage())
    assert stage_scene.within(changed, box)
    qtbot.mouseMove(window.stage, QPoint(2, 2))
    assert window.stage.cursor().shape() == Qt.CursorShape.ArrowCursor
