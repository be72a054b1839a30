"""Cells in colour over two axes, each with its numbers; by mouse or keys one of them is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPen

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.own_keys import take_key

Entry = tuple[int, int]
"""Row and column."""

_NOTHING = "Nothing to show yet."
_MARGIN = 8
_MOST_CELLS = 2_500  # more of them would be specks, and take long to paint
_GAP = 2  # pixels between cells
_ROOMY = 6.0  # sides of a cell, in lines of type, from which on its numbers are larger
_WIDEST_LABELS = 0.3  # share of the width that the names of the rows may take
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)

# Dark blue to yellow by way of green: even steps of lightness, which all eyes tell apart.
_RAMP = np.array([(38, 32, 86), (45, 84, 140), (34, 139, 140), (97, 190, 104), (250, 222, 80)])


def ramp_colour(share: float) -> QColor:
    """Return the colour of a share, from 0 (dark) to 1 (light)."""
    place = np.clip(share, 0, 1) * (len(_RAMP) - 1)
    red, green, blue = (np.interp(place, range(len(_RAMP)), channel) for channel in _RAMP.T)
    return QColor(round(red), round(green), round(blue))


def how_light(colour: QColor) -> float:
    """Return how light a colour looks, from 0 to 1."""
    return 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF()


class HeatMapView(HoverWidget[Entry]):
    """A heat map.

    Parameters
    ----------
    theme, name
        Colours to begin with, and the accessible name.
    describe
        Returns what is said about the cell at (row, column).

    Signals
    -------
    chosen
        Number of the cell that was clicked, or on which Enter was pressed, row by row.
    moved
        Number of the cell that the keys have come to.
    """

    preferred, smallest = (640, 420), (240, 160)
    marks_hovered = True
    moved = Signal(int)

    def __init__(self, theme: Theme, name: str, describe: Callable[[int, int], str]) -> None:
        super().__init__(theme, name)
        self._describe = describe
        self._values: NDArray[np.floating[Any]] = np.zeros((0, 0))
        self._texts: Sequence[Sequence[str]] = ()
        self._rows: Sequence[str] = ()
        self._columns: Sequence[str] = ()
        self._titles = ("", "")
        self.waiting = _NOTHING
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_cells(
        self,
        values: NDArray[np.floating[Any]],
        texts: Sequence[Sequence[str]],
        rows: Sequence[str],
        columns: Sequence[str],
        titles: tuple[str, str],
    ) -> None:
        """Show cells; NaN for those that are empty.

        Parameters
        ----------
        values, texts
            What colours them, and the lines written into each, parted by a line's end.
        rows, columns
            Values of the axes.
        titles
            Names of the axes, that of the rows first.
        """
        self.waiting = _NOTHING
        same = values.shape == self._values.shape
        self._values, self._texts = values, texts
        self._rows, self._columns, self._titles = rows, columns, titles
        if not same:
            self._selected = 0 if values.size else None
        self._hovered = None
        self.update()

    def show_words(self, words: str) -> None:
        """Say in place of any cells why there are none."""
        self.show_cells(np.zeros((0, 0)), (), (), (), ("", ""))
        self.waiting = words

    # --- where cells are --------------------------------------------------------------------------

    def area(self) -> QRectF:
        """Return where the cells are."""
        metrics = QFontMetricsF(self.font())
        line = metrics.height()
        names = max((metrics.horizontalAdvance(name) for name in self._rows), default=0.0)
        left = _MARGIN + line + 6 + min(names, _WIDEST_LABELS * self.width())
        top = _MARGIN + line / 2
        return QRectF(
            left,
            top,
            max(self.width() - left - _MARGIN, 1.0),
            max(self.height() - top - 2 * line - _MARGIN - 4, 1.0),
        )

    def area_of(self, entry: Entry) -> QRectF:
        rows, columns = self._values.shape
        area, (row, column) = self.area(), entry
        width, height = area.width() / columns, area.height() / rows
        return QRectF(
            area.left() + column * width, area.top() + row * height, width - _GAP, height - _GAP
        )

    def thing_at(self, position: QPointF) -> Entry | None:
        area = self.area()
        if not self._values.size or not area.contains(position):
            return None
        rows, columns = self._values.shape
        row = int((position.y() - area.top()) / area.height() * rows)
        column = int((position.x() - area.left()) / area.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    def describe(self, entry: Entry) -> str:
        return self._describe(*entry)

    def choose(self, entry: Entry) -> None:
        """Mark a cell and emit `chosen`."""
        row, column = entry
        number = row * self._values.shape[1] + column
        self.select(number)
        self.chosen.emit(number)

    # --- keys -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep the keys that move here from stepping through the window's video."""
        return take_key(event, self._is_own) or super().event(event)

    @staticmethod
    def _is_own(event: QKeyEvent) -> bool:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return not held and event.key() in (*_STEPS, *_ENDS, *_CHOOSING)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._values.size:
            super().keyPressEvent(event)
            return
        rows, columns = self._values.shape
        row, column = divmod(self._selected or 0, columns)
        if event.key() in _STEPS:
            down, across = _STEPS[Qt.Key(event.key())]
            self._move(min(max(row + down, 0), rows - 1), min(max(column + across, 0), columns - 1))
        elif event.key() in _ENDS:
            self._move(row, 0 if event.key() == Qt.Key.Key_Home else columns - 1)
        elif event.key() in _CHOOSING:
            self.choose((row, column))
        else:
            super().keyPressEvent(event)

    def _move(self, row: int, column: int) -> None:
        self.select(row * self._values.shape[1] + column)
        self.moved.emit(row * self._values.shape[1] + column)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        if not self._values.size or not np.isfinite(self._values).any():
            self.paint_words(painter, self.waiting)
            return
        rows, columns = self._values.shape
        if rows * columns > _MOST_CELLS:
            words = f"{rows:,} × {columns:,} cells are too many to show; choose other axes."
            self.paint_words(painter, words)
            return
        low, high = float(np.nanmin(self._values)), float(np.nanmax(self._values))
        for row in range(self._values.shape[0]):
            for column in range(self._values.shape[1]):
                self._paint_cell(painter, (row, column), low, high)
        self._paint_names(painter)
        if self._selected is not None and self._selected < self._values.size:
            entry = divmod(self._selected, self._values.shape[1])
            painter.setBrush(Qt.BrushStyle.NoBrush)
            width = 2.5 if self.hasFocus() else 1.0
            for colour, inset in (("#101010", 1.5), ("#ffffff", 1.5 + width)):  # seen on any ground
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRect(self.area_of(entry).adjusted(inset, inset, -inset, -inset))

    def _paint_cell(self, painter: QPainter, entry: Entry, low: float, high: float) -> None:
        area, value = self.area_of(entry), float(self._values[entry])
        if not np.isfinite(value):
            painter.fillRect(area, QColor(self._theme.raised))
            return
        colour = ramp_colour((value - low) / (high - low) if high > low else 0.5)
        if entry == self._hovered:
            colour = colour.lighter(112)
        painter.fillRect(area, colour)
        dark = how_light(colour) < 0.5
        painter.setPen(QColor("#ffffff" if dark else "#101010"))
        lines = self._texts[entry[0]][entry[1]].split("\n")
        font, metrics = self.font(), QFontMetricsF(self.font())
        if area.height() > _ROOMY * metrics.height() and area.width() > _ROOMY * metrics.height():
            font.setPointSizeF(1.5 * font.pointSizeF())
            metrics = QFontMetricsF(font)
        painter.setFont(font)
        ways = ("\n".join(lines), " ".join(lines), lines[0])
        for text in ways:  # the first that fits
            room = metrics.size(0, text)
            if room.height() <= area.height() and room.width() <= area.width() - 4:
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
                break
        painter.setFont(self.font())

    def _paint_names(self, painter: QPainter) -> None:
        metrics, area = QFontMetricsF(self.font()), self.area()
        line, elide = metrics.height(), Qt.TextElideMode.ElideMiddle
        painter.setPen(QColor(self._theme.text))
        rows, columns = self._values.shape
        room = area.left() - _MARGIN - line - 6
        for row in range(rows):
            cell = self.area_of((row, 0))
            if cell.height() < 0.8 * line and row % int(line / max(cell.height(), 1) + 1):
                continue  # every so many of them, where all would not fit
            middle = QRectF(_MARGIN + line, cell.center().y() - line / 2, room, line)
            name = metrics.elidedText(self._rows[row], elide, room)
            painter.drawText(middle, Qt.AlignmentFlag.AlignRight, name)
        widest = max(map(metrics.horizontalAdvance, self._columns), default=0.0)
        every = max(1, int(np.ceil((min(widest, 6 * line) + 6) * columns / area.width())))
        for column in range(0, columns, every):
            cell = self.area_of((0, column))
            width = cell.width() * every
            below = QRectF(cell.center().x() - width / 2, area.bottom() + 2, width, line)
            name = metrics.elidedText(self._columns[column], elide, width)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, name)
        painter.setPen(QColor(self._theme.muted))
        below = QRectF(area.left(), area.bottom() + line + 4, area.width(), line)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self._titles[1])
        painter.save()
        painter.translate(_MARGIN, area.center().y())
        painter.rotate(-90)
        beside = QRectF(-area.height() / 2, 0, area.height(), line)
        title = metrics.elidedText(self._titles[0], Qt.TextElideMode.ElideRight, area.height())
        painter.drawText(beside, Qt.AlignmentFlag.AlignHCenter, title)
        painter.restore()
