"""A small window with a text to read, which scrolls where it is longer than the window is high."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

_WIDE, _HIGH = 36, 34  # of the dialog, in heights of type
_MOST = 0.9  # of the window's size


def open_text(window: QWidget, title: str, html: str) -> QDialog:
    """Open a text of ours beside a window, or bring it to the front; Esc closes it."""
    name = f"text.{title}"
    there = window.findChild(QDialog, name)
    if there is not None and there.isVisible():
        there.raise_()
        there.activateWindow()
        return there
    dialog = QDialog(window)
    dialog.setObjectName(name)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    page = QTextBrowser()
    page.setAccessibleName(title)
    page.setHtml(html)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    layout = QVBoxLayout(dialog)
    layout.addWidget(page)
    layout.addWidget(buttons)
    line, most = dialog.fontMetrics().height(), window.size() * _MOST
    dialog.resize(min(_WIDE * line, most.width()), min(_HIGH * line, most.height()))
    dialog.show()
    return dialog
