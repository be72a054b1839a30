"""Bars of many values side by side, each with an optional mark of what was predicted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.painted_widget import WAITING

Values = NDArray[np.floating[Any]]

_MARGIN = 6
_NOTHING = 1e-3  # share of the larger end of a scale that cannot be seen


class Bars(HoverWidget[int]):
    """One row of bars under a heading.

    The axis only grows while it shows the same thing, so that bars of different frames compare.

    Parameters
    ----------
    theme, name
        Colours to begin with, and the accessible name.
    describe
        Returns what is said about bar `index`.
    hue
        Index of the class colour that the bars have; a muted colour where not given.
    """

    preferred = (360, 110)
    marks_hovered = True

    def __init__(
        self, theme: Theme, name: str, describe: Callable[[int], str], *, hue: int | None = None
    ) -> None:
        super().__init__(theme, name)
        self._describe, self._hue = describe, hue
        self._values: Values = np.zeros(0)
        self._marks: Values | None = None
        self._base, self._low, self._high = 0.0, 0.0, 0.0
        self._heading = ""
        self._about: object = None
        self.waiting = WAITING

    def show_values(
        self,
        heading: str,
        values: Values,
        marks: Values | None = None,
        *,
        about: object = None,
        base: float = 0.0,
        reach: tuple[float, float] | None = None,
    ) -> None:
        """Show values as bars.

        Parameters
        ----------
        heading
            What they are.
        values, marks
            Shape (n,): bars, and lines across them.
        about
            What is shown: the axis starts afresh where this differs from the last time.
        base
            Where bars begin.
        reach
            Ends of the axis; found from the values where not given.
        """
        if about != self._about or len(values) != len(self._values):
            self._about = about
            self._low = self._high = base
        self._heading, self._values, self._marks, self._base = heading, values, marks, base
        if reach is not None:
            self._low, self._high = reach
        else:
            shown = values if marks is None else np.concatenate([values, marks])
            self._low = min(self._low, float(shown.min(initial=base)))
            self._high = max(self._high, float(shown.max(initial=base)))
        self.update()

    @property
    def values(self) -> Values:
        """The values shown."""
        return self._values

    def minimumSizeHint(self) -> QSize:
        return QSize(140, round(QFontMetricsF(self.font()).height()) + 34)

    # --- where it is shown ------------------------------------------------------------------------

    def _area(self) -> QRectF:
        """Return where the bars are, below the heading."""
        top = QFontMetricsF(self.font()).height() + 4
        return QRectF(_MARGIN, top, self.width() - 2 * _MARGIN, self.height() - top - 4)

    def rectangle(self, index: int) -> QRectF:
        """Return the column of a bar, from the top of the axis to its bottom."""
        area = self._area()
        step = area.width() / max(len(self._values), 1)
        return QRectF(area.left() + index * step, area.top(), step, area.height())

    def index_at(self, position: QPointF) -> int | None:
        """Return the bar whose column lies at a position."""
        area = self._area()
        if not len(self._values) or not area.contains(position):
            return None
        share = (position.x() - area.left()) / area.width()
        return min(int(share * len(self._values)), len(self._values) - 1)

    thing_at, area_of = index_at, rectangle

    def describe(self, index: int) -> str:
        return self._describe(index)

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        if not len(self._values):
            self.paint_words(painter, self.waiting)
            return
        theme = self._theme
        self._draw_heading(painter)
        area = self._area()
        unit = area.height() / max(self._high - self._low, 1e-12)
        zero = area.bottom() - (self._base - self._low) * unit
        step = area.width() / len(self._values)
        painter.fillRect(QRectF(area.left(), zero - 0.5, area.width(), 1), QColor(theme.line))
        width = max(step - max(1.0, step * 0.15), 1.0) if step > 2 else max(step, 1.0)
        width = min(width, 48.0)
        lefts = area.left() + np.arange(len(self._values)) * step + (step - width) / 2
        for index in {self._hovered, self._selected} - {None}:
            if index is not None and index < len(lefts):
                column = QColor(theme.accent if index == self._selected else theme.text)
                column.setAlphaF(0.16)
                place = QRectF(lefts[index] - 1, area.top(), width + 2, area.height())
                painter.fillRect(place, column)
        # All bars of a colour at once: hundreds of calls would take milliseconds.
        painter.setPen(Qt.PenStyle.NoPen)
        ends = area.bottom() - (self._values.astype(float) - self._low) * unit
        seen = np.flatnonzero(np.abs(ends - zero) > 0.2)
        tops, heights = np.minimum(ends, zero), np.maximum(np.abs(ends - zero), 1.0)
        usual = theme.muted if self._hue is None else theme.classes[self._hue]
        _fill(painter, usual, seen[seen != self._selected], lefts, tops, width, heights)
        _fill(painter, theme.accent, seen[seen == self._selected], lefts, tops, width, heights)
        if self._marks is not None:
            marks = self._marks.astype(float)
            seen = np.flatnonzero(np.abs(marks - self._base) * unit > 1.5)
            tops = area.bottom() - (marks - self._low) * unit - 1
            _fill(painter, theme.text, seen, lefts - 1, tops, width + 2, np.full(len(tops), 2.0))

    def _draw_heading(self, painter: QPainter) -> None:
        metrics = QFontMetricsF(self.font())
        scale = scale_words(self._low, self._high)
        room = self.width() - 2 * _MARGIN - metrics.horizontalAdvance(scale) - 12
        line = QRectF(_MARGIN, 1, self.width() - 2 * _MARGIN, metrics.height())
        painter.setPen(QColor(self._theme.text))
        heading = metrics.elidedText(self._heading, Qt.TextElideMode.ElideRight, max(room, 0))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, heading)
        painter.setPen(QColor(self._theme.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, scale)


def scale_words(low: float, high: float) -> str:
    """Return a range in words; an end that is nothing beside the other is 0."""
    tiny = _NOTHING * max(abs(low), abs(high))
    ends = (0.0 if abs(end) <= tiny else end for end in (low, high))
    return " to ".join(f"{end:.2g}".replace("-", "−") for end in ends)


def _fill(
    painter: QPainter,
    colour: str,
    which: NDArray[np.intp],
    lefts: Values,
    tops: Values,
    width: float,
    heights: Values,
) -> None:
    """Fill some rectangles of one width."""
    if not len(which):
        return
    places = zip(lefts[which].tolist(), tops[which].tolist(), heights[which].tolist(), strict=True)
    painter.setBrush(QColor(colour))
    painter.drawRects([QRectF(left, top, width, height) for left, top, height in places])
