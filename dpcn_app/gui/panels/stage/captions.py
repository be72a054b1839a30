"""The words above the stage's pictures: their names, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from dpcn_app.gui.panels.stage.layout_compare import Column
from dpcn_app.gui.panels.stage.layout_single import CAPTIONS
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font

MEANINGS = {
    "Video": "drag to look closer · W: full size",
    "Input": "what it sees",
    "Reconstruction": "what it makes of it",
    "Prediction": "what was expected",
    "Residual": "what is left over",
}
"""What each picture means, by its name."""

NOTHING_EXPECTED = "nothing expected"
"""What a black prediction means: no state of the frame before promised any other."""

_EXPECTED, _HIDDEN = "eyes closed: what it expects", "eyes closed: it does not see this"
_SURPRISE, _NOISE = "in pink: the surprise", "in red: the noise"
_SMALLER, _LARGER = 0.85, 1.15  # type, against the ordinary
_READABLE = 7.0  # points: smaller words are left out
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


def meaning_of(
    name: str, *, tinted: bool, outlined: bool = False, closed: bool = False, alone: bool = True
) -> str:
    """Return what a picture means; an input may show surprise and outlines of the noise too.

    With the eyes closed, the input of a mode alone is what it feeds itself; where modes are
    compared it is the frame that they do not see.
    """
    if name == "Input" and closed:
        return _EXPECTED if alone else _HIDDEN
    marks = [words for words, on in ((_SURPRISE, tinted), (_NOISE, outlined)) if on]
    return " · ".join(marks) if name == "Input" and marks else MEANINGS[name]


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

    def write_below(self, box: QRectF, sentences: Sequence[str]) -> None:
        """Write small sentences in the middle of a box: in one line, or in one each."""
        small = scaled_font(self._font, _SMALLER)
        whole = " · ".join(sentences)
        lines = [whole]
        if fitted_font(small, whole, box.width()).pointSizeF() < small.pointSizeF():
            lines = list(sentences)
        high = box.height() / len(lines)
        for number, words in enumerate(lines):
            place = QRectF(box.left(), box.top() + number * high, box.width(), high)
            self._write(place, _CENTRE, words, small, self._theme.muted)

    def _write(
        self, box: QRectF, align: Qt.AlignmentFlag, words: str, font: QFont, colour: str
    ) -> None:
        """Write words in a box, in smaller type where they would be wider than it."""
        self._painter.setFont(fitted_font(font, words, box.width()))
        self._painter.setPen(QColor(colour))
        self._painter.drawText(box, align, words)
