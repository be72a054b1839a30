"""Text that gives way: one line that ends with …, or some lines that are cheap to change."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class Note(QLabel):
    """A label that gives way to what stands beside it; its tooltip has the whole text.

    Parameters
    ----------
    name
        Accessible name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Show a text."""
        if text != self.text():
            super().setText(text)
            self.setToolTip(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(self.palette().windowText().color())
            shown = self.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, self.width()
            )
            align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect(), align, shown)


class Lines(QWidget):
    """Words wrapped into a set number of lines: a change of them moves nothing else.

    Parameters
    ----------
    name
        Accessible name; the words are its description.
    lines
        Room for so many.
    """

    def __init__(self, name: str, lines: int) -> None:
        super().__init__()
        self._text, self._lines = "", lines
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """Return the words."""
        return self._text

    def setText(self, text: str) -> None:
        """Show words."""
        if text != self._text:
            self._text = text
            self.setAccessibleDescription(text)
            self.setToolTip(text)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() * self._lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(self.palette().windowText().color())
            align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
            painter.drawText(self.rect(), align | Qt.TextFlag.TextWordWrap, self._text)
