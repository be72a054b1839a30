"""The key H."""

from PySide6.QtCore import Qt

from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import press, show_window

SHORT = Settings(source=shapes_source(frames=60), modes=("prior",))


def open_window(qtbot, frame=30):
    window = show_window(qtbot, SHORT)
    window.ask(Jump(frame))
    window.update_all()
    return window


def test_h_closes_the_eyes_at_the_current_frame_and_again_opens_them(qtbot):
    window = open_window(qtbot)
    press(qtbot, window, Qt.Key.Key_H)
    assert window.settings.current.closed == 30
    assert window.snapshot.views[0].fed is not None
    assert "eyes closed from frame 31 (H opens them)" in window.message.text()
    press(qtbot, window, Qt.Key.Key_H)
    assert window.snapshot.views[0].fed is None
    assert "eyes closed" not in window.message.text()
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.snapshot.views[0].fed is not None
    assert "eyes open or closed" in window.settings.undo_stack.undoText()


def test_the_panel_comes_to_the_front_the_first_time_only(qtbot):
    window = open_window(qtbot)
    dock = window.docks["eyes-closed"]
    panel = dock.panel
    assert not panel.isVisible() or panel.visibleRegion().isEmpty()
    press(qtbot, window, Qt.Key.Key_H)
    qtbot.waitUntil(lambda: not panel.visibleRegion().isEmpty())
    assert panel.words.text().startswith("Square")
    press(qtbot, window, Qt.Key.Key_H)
    window.tabifiedDockWidgets(dock)[0].raise_()
    press(qtbot, window, Qt.Key.Key_H)
    qtbot.waitUntil(lambda: panel.visibleRegion().isEmpty())


def test_before_anything_is_inferred_h_only_says_to_wait(qtbot):
    window = show_window(qtbot, SHORT)
    qtbot.keyClick(window, Qt.Key.Key_H)
    assert window.settings.current.closed == -1
    assert "getting ready" in window.message.text()
