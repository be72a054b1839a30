"""Help ▸ Shortcuts: all keys in a list, as long as it may be."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from dpcn_app.gui.explaining.text_dialog import open_text

_FIRST = ("T", "P", "C", "A", "M", "N", "O", "J", "Space", "Left", "Right", "F11")
"""Keys that a lecture needs most; they are listed first."""


def open_shortcuts(window: QWidget) -> QDialog:
    """Open a small window with the keys of all actions; Esc closes it."""
    return open_text(window, "Shortcuts", f"<table cellpadding=2>{''.join(_rows(window))}</table>")


def _rows(window: QWidget) -> list[str]:
    rows = []
    for action in sorted(window.findChildren(QAction), key=_place):
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        if keys:
            name = action.text().replace("&", "").rstrip(" …")
            rows.append(
                f"<tr><td align=right><b>{escape(' or '.join(keys))}</b></td>"
                f"<td>&nbsp;&nbsp;{escape(name)}</td></tr>"
            )
    return rows


def _place(action: QAction) -> int:
    """Return the place of an action in the list; all that are not the first have the same one."""
    keys = [key.toString() for key in action.shortcuts()]
    return next((place for place, key in enumerate(_FIRST) if key in keys), len(_FIRST))
