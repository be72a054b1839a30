"""Messages to the user in small windows: what could not be done, and what has failed inside."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

_TITLE = "dpcn_app"
_LONGEST = 1200  # characters: with more the button would lie below the end of a small screen


def open_warning(parent: QWidget | None, sentence: str) -> None:
    """Say what could not be done, and why; of a very long sentence, both ends."""
    words = " ".join(sentence.splitlines())
    if len(words) > _LONGEST:
        words = f"{words[: _LONGEST // 2]} … {words[-_LONGEST // 2 :]}"
    box = QMessageBox(QMessageBox.Icon.Warning, _TITLE, words, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)  # names of files may look like HTML
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def open_failure(parent: QWidget, details: str) -> None:
    """Say that something inside has failed, with details to copy."""
    box = QMessageBox(
        QMessageBox.Icon.Critical,
        _TITLE,
        "An error inside has stopped part of the application. Save what you need and start it "
        "again.",
        parent=parent,
    )
    box.setDetailedText(details)
    copy = box.addButton("Copy details", QMessageBox.ButtonRole.ActionRole)
    copy.clicked.disconnect()  # else the button would close the box
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
    box.addButton(QMessageBox.StandardButton.Close)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
