"""Pictures and files that are pasted or dropped: each is watched, a picture as a still video."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from dpcn_app.errors import UserError
from dpcn_app.storage.pasted_pictures import PastedPictures
from dpcn_app.video.frame_reader import MOST_PIXELS

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_LONGEST = 4096  # characters of a path


def can_be_used(data: QMimeData) -> bool:
    """Return whether something holds a file of this computer or a picture."""
    return data.hasImage() or _file_in(data) is not None


class Pasting:
    """Watches what is in the clipboard, or was dropped on the window.

    A picture that is in no file is kept in the user's data folder.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def paste(self) -> None:
        """Watch what is in the clipboard, or say why not; a text field has its own paste."""
        field = _text_field(QApplication.focusWidget())
        if field is not None:
            field.paste()
            return
        self.use(QGuiApplication.clipboard().mimeData())

    def use(self, data: QMimeData | None) -> None:
        """Watch a file or a picture, or say why not; of several files, the first."""
        path = None if data is None else _file_in(data)
        try:
            if path is not None:
                self._window.files.open(path)
            elif data is not None and data.hasImage():
                kept = PastedPictures.of_user().keep(_as_png(data.imageData() or QImage()))
                self._window.settings.watch_video(str(kept))
            else:
                raise UserError(
                    "The clipboard holds neither a picture nor a file of this computer; copy one "
                    "first."
                )
        except UserError as error:
            self._window.tell(str(error))


def _text_field(widget: QWidget | None) -> QLineEdit | QTextEdit | QPlainTextEdit | None:
    """Return the field that a user writes into; None where the keyboard is elsewhere.

    A key of the window comes before those of a spin box.
    """
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        return widget
    return widget.findChild(QLineEdit) if isinstance(widget, QAbstractSpinBox) else None


def _file_in(data: QMimeData) -> Path | None:
    """Return the first file that is named; None where there is none."""
    for url in data.urls():
        if url.isLocalFile():
            return Path(url.toLocalFile())
    words = data.text().strip() if data.hasText() and not data.hasImage() else ""
    if words.startswith("file://"):
        words = QUrl(words).toLocalFile()
    if not words or len(words) > _LONGEST or "\0" in words:
        return None
    return Path(words) if os.path.isabs(words) and os.path.exists(words) else None


def _as_png(image: QImage) -> bytes:
    """Return a picture as the content of a file; refuse one that is empty or too large."""
    if image.isNull():
        raise UserError("The picture in the clipboard cannot be read; save it as a file instead.")
    if image.width() * image.height() > MOST_PIXELS:
        raise UserError(
            f"The picture has {image.width()}×{image.height()} pixels, more than the "
            f"{MOST_PIXELS // 10**6} million that can be shown; make it smaller first."
        )
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())
