"""The words above the stage's pictures: their names, and what they mean."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from dpcn_app.gui.panels.stage.layout_compare import Column
from dpcn_app.gui.panels.stage.layout_single import CAPTIONS
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font

MEANINGS = {
    "Video": "drag a region · W: all of it",
    "Input": "what it sees",
    "Reconstruction": "what it makes of it",
    "Prediction": "what was expected",
    "Residual": "what is left over",
}
"""What each picture means, by its name."""

_SMALLER, _LARGER = 0.85, 1.15  # type, against the ordinary
_READABLE = 7.0  # points: smaller words are left out
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


def meaning_of(name: str, tinted: bool) -> str:
    """Return what a picture means; a tinted input shows surprise too."""
    return "in pink: the surprise" if name == "Input" and tinted else MEANINGS[name]


class Captions:
    """Writes captions in a theme's colours and in type that fits the pictures.

    Parameters
    ----------
    painter, theme
        What to write with, and in which colours.
    font
        Ordinary type.
    """

    def __init__(self, painter: QPainter, theme: Theme, font: QFont) -> None:
        self._painter, self._theme, self._font = painter, theme, font
        self._line = QFontMetricsF(font).height()

    def write_head(self, column: Column, title: str, meaning: str) -> None:
        """Write a column's name, and below it what its picture is."""
        bold = scaled_font(self._font, _LARGER, bold=True)
        self._write(column.title, _LEFT, title, bold, self._theme.text)
        self.write_small(column.caption, meaning)

    def write_small(self, box: QRectF, words: str) -> None:
        """Write small words at the left of a box."""
        self._write(box, _LEFT, words, scaled_font(self._font, _SMALLER), self._theme.muted)

    def write_above(
        self, box: QRectF, name: str, words: str, *, longest: str, strong: bool
    ) -> None:
        """Write a picture's name above it, and small words below the name.

        Parameters
        ----------
        box
            Place of the picture.
        name, words
            The two lines; the second is left out where it would be too small to read.
        longest
            The second line is in type in which these words fit too, so that captions look alike.
        strong
            Whether the second line is as dark as the first.
        """
        first = QRectF(box.left(), box.top() - CAPTIONS * self._line, box.width(), self._line)
        bold = scaled_font(self._font, 1.0, bold=True)
        self._write(first, _CENTRE, name, bold, self._theme.text)
        small = fitted_font(scaled_font(self._font, _SMALLER), longest, box.width())
        if small.pointSizeF() >= _READABLE:
            colour = self._theme.text if strong else self._theme.muted
            self._painter.setFont(small)
            self._painter.setPen(QColor(colour))
            self._painter.drawText(first.translated(0, self._line), _CENTRE, words)

    def _write(
        self, box: QRectF, align: Qt.AlignmentFlag, words: str, font: QFont, colour: str
    ) -> None:
        """Write words in a box, in smaller type where they would be wider than it."""
        self._painter.setFont(fitted_font(font, words, box.width()))
        self._painter.setPen(QColor(colour))
        self._painter.drawText(box, align, words)
