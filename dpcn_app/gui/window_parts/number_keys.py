"""Keys while a number is typed: what cannot be part of it stays with the window.

A spin box keeps every key to itself that a text could hold, and the focus after a click on its
arrows, so that the window's keys would be dead until something else takes the focus.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QMainWindow, QSpinBox, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents

_COMMITS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class NumberKeys(GuardedEvents, QObject):
    """Follows the focus, and watches the spin box that has it.

    Those of dialogs are left alone: a dialog has keys of its own. A tool window that stays open
    beside the window hears the window's keys.

    Letters and Space commit the number and go to the window, which might otherwise show the old
    one again. Enter commits it, Escape brings back the one before; both give the focus back to the
    window, and so does a click on the arrows.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._before = 0.0  # the number when typing began
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None:
            old.removeEventFilter(self)
        if isinstance(new, QSpinBox | QDoubleSpinBox) and not _in_dialog(new):
            new.lineEdit().setModified(False)
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QSpinBox | QDoubleSpinBox):
            return False
        match event.type():
            case QEvent.Type.ShortcutOverride if isinstance(event, QKeyEvent):
                return _override(watched, event)
            case QEvent.Type.KeyPress if isinstance(event, QKeyEvent):
                return self._press(watched, event)
            case QEvent.Type.MouseButtonRelease:  # on an arrow: the text is a widget of its own
                watched.clearFocus()
        return False

    def _press(self, box: QSpinBox | QDoubleSpinBox, event: QKeyEvent) -> bool:
        if _is_of_words(event):
            event.ignore()  # it goes on to the panel around the box
            return True
        if event.key() in _COMMITS:
            box.clearFocus()
            return True
        if event.key() == Qt.Key.Key_Escape:
            self._give_up(box)
            return True
        if not box.lineEdit().isModified():
            self._before = box.value()
        return False

    def _give_up(self, box: QSpinBox | QDoubleSpinBox) -> None:
        """Bring back the number before typing, and end it."""
        if box.lineEdit().isModified():
            if isinstance(box, QSpinBox):
                box.setValue(int(self._before))
            else:
                box.setValue(self._before)
        box.clearFocus()


def _in_dialog(widget: QWidget) -> bool:
    return widget.window().windowType() == Qt.WindowType.Dialog


def _override(box: QSpinBox | QDoubleSpinBox, event: QKeyEvent) -> bool:
    """Decide whether a key is for the spin box before the window's shortcuts are tried."""
    if _is_of_words(event):
        box.interpretText()
        event.ignore()
        return True
    if event.key() == Qt.Key.Key_Escape:
        event.accept()
        return True
    return False


def _is_of_words(event: QKeyEvent) -> bool:
    """Return whether a key is a letter or Space, which no number has."""
    return event.text().isalpha() or event.key() == Qt.Key.Key_Space
