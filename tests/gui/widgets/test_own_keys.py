"""Keys that a widget keeps from the shortcuts of its window."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from dpcn_app.gui.widgets.own_keys import take_key


def key_event(kind: QEvent.Type, key: Qt.Key) -> QKeyEvent:
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    return event


def is_left(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Left


def test_a_key_of_its_own_is_taken_and_no_other() -> None:
    left = key_event(QEvent.Type.ShortcutOverride, Qt.Key.Key_Left)
    right = key_event(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right)
    assert take_key(left, is_left) and left.isAccepted()
    assert not take_key(right, is_left) and not right.isAccepted()


@pytest.mark.parametrize("kind", [QEvent.Type.KeyPress, QEvent.Type.KeyRelease])
def test_keys_that_are_pressed_go_their_usual_way(kind: QEvent.Type) -> None:
    event = key_event(kind, Qt.Key.Key_Left)
    assert not take_key(event, is_left) and not event.isAccepted()
    assert not take_key(QEvent(QEvent.Type.FocusIn), is_left)
