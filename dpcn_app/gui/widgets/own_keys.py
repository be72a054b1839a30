"""Keys that are a widget's own while it has the focus, though the window has them as shortcuts."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent


def take_key(event: QEvent, is_own: Callable[[QKeyEvent], bool]) -> bool:
    """Keep a key from the window's shortcuts, if it is a widget's own; return whether it is.

    Before a shortcut takes a key, Qt asks the widget that has the focus whether it wants it: a
    widget's `event` calls this, and hands on what was not taken.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    own = is_own(event)
    if own:
        event.accept()
    return own
