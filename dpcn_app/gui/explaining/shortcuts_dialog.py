"""Help ▸ Shortcuts: all keys in a list, as long as it may be."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QWidget

from dpcn_app.gui.explaining.text_dialog import open_text


def open_shortcuts(window: QWidget) -> QDialog:
    """Open a small window with the keys of all actions; Esc closes it."""
    return open_text(window, "Shortcuts", f"<table cellpadding=2>{''.join(_rows(window))}</table>")


def _rows(window: QWidget) -> list[str]:
    rows = []
    for action in window.findChildren(QAction):
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        if keys:
            name = action.text().replace("&", "").rstrip(" …")
            rows.append(
                f"<tr><td align=right><b>{escape(' or '.join(keys))}</b></td>"
                f"<td>&nbsp;&nbsp;{escape(name)}</td></tr>"
            )
    return rows
