"""All keys in a list."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDialog, QTextBrowser

from dpcn_app.gui.explaining.shortcuts_dialog import open_shortcuts
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window

SHORT = Settings(source=shapes_source(frames=30))


def shortcuts(window) -> QDialog:
    found = [each for each in window.findChildren(QDialog) if each.windowTitle() == "Shortcuts"]
    return found[-1]


def test_f1_lists_every_key(qtbot):
    window = show_window(qtbot, SHORT)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    (page,) = shortcuts(window).findChildren(QTextBrowser)
    text = page.toPlainText()
    for key in ("Space", "Home", "T", "M", "C", "N", "G", "Ctrl+Z", "F11"):
        assert f"{key}\n" in text or f"{key} or" in text, key
    assert text.split()[0] == "T"  # what a lecture needs most comes first


def test_the_list_fits_into_a_small_window_and_scrolls(qtbot):
    window = show_window(qtbot, SHORT)
    window.resize(1000, 600)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    dialog = shortcuts(window)
    assert dialog.height() <= 0.9 * window.height()
    (page,) = dialog.findChildren(QTextBrowser)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)


def test_asked_for_again_the_list_that_is_open_comes_to_the_front(qtbot):
    window = show_window(qtbot, SHORT)
    first = open_shortcuts(window)
    assert open_shortcuts(window) is first
    first.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert open_shortcuts(window) is not first
