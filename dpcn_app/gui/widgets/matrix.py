"""A matrix as a picture of signed colours, whose columns can be chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.image_drawing import draw_crisp
from dpcn_app.gui.widgets.painted_widget import WAITING

_MARGIN = 6

Entry = tuple[int, int]
"""Row and column."""


class MatrixView(HoverWidget[Entry]):
    """A matrix, drawn with colours in proportion to √|value|, so that weak entries show too.

    Parameters
    ----------
    theme, name
        Colours to begin with, and the accessible name.
    describe
        Returns what is said about the entry at (row, column).
    """

    preferred, smallest = (260, 280), (120, 130)

    def __init__(self, theme: Theme, name: str, describe: Callable[[int, int], str]) -> None:
        super().__init__(theme, name)
        self._describe = describe
        self._source: object = None
        self._matrix: NDArray[np.floating[Any]] = np.zeros((0, 0))
        self._image: QImage | None = None
        self.waiting = WAITING
        self.heading = "columns: t−1, rows: t"

    def show_matrix(self, source: object, matrix: NDArray[np.floating[Any]]) -> None:
        """Show a matrix; drawn anew only where `source` is another object than the last time."""
        if source is not self._source:
            self._source, self._matrix = source, matrix
            self.prepare()
            self.update()

    @property
    def matrix(self) -> NDArray[np.floating[Any]]:
        """The matrix shown."""
        return self._matrix

    def prepare(self) -> None:
        """Make the picture of the matrix."""
        if not self._matrix.size:
            self._image = None
            return
        roots = np.sign(self._matrix) * np.sqrt(np.abs(self._matrix))
        self._image = signed_image(roots, float(np.abs(roots).max()), self._theme.name == "dark")

    def area(self) -> QRectF:
        """Return where the matrix is drawn: entries are square."""
        rows, columns = self._matrix.shape
        top = QFontMetricsF(self.font()).height() + 4
        space_x, space_y = self.width() - 2 * _MARGIN, self.height() - top - _MARGIN
        scale = max(min(space_x / max(columns, 1), space_y / max(rows, 1)), 0.05)
        width, height = columns * scale, rows * scale
        left = round((self.width() - width) / 2)
        return QRectF(left, round(top + (space_y - height) / 2), width, height)

    def entry_at(self, position: QPointF) -> Entry | None:
        """Return row and column of the entry at a position."""
        area = self.area()
        if not self._matrix.size or not area.contains(position):
            return None
        rows, columns = self._matrix.shape
        row = int((position.y() - area.top()) / area.height() * rows)
        column = int((position.x() - area.left()) / area.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    thing_at = entry_at

    def describe(self, entry: Entry) -> str:
        return self._describe(*entry)

    def choose(self, entry: Entry) -> None:
        """Emit `chosen` with the column that was clicked."""
        _, column = entry
        self.chosen.emit(column)

    def paint(self, painter: QPainter) -> None:
        if self._image is None:
            self.paint_words(painter, self.waiting)
            return
        theme = self._theme
        painter.setPen(QColor(theme.muted))
        metrics = QFontMetricsF(self.font())
        heading = metrics.elidedText(
            self.heading, Qt.TextElideMode.ElideRight, self.width() - 2 * _MARGIN
        )
        area = self.area()
        line = QRectF(_MARGIN, area.top() - metrics.height() - 2, 0, metrics.height())
        line.setRight(self.width() - _MARGIN)
        painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, heading)
        draw_crisp(painter, area, self._image)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawRect(area.adjusted(-1, -1, 0, 0))
        if self._selected is not None and self._selected < self._matrix.shape[1]:
            step = area.width() / self._matrix.shape[1]
            column = QRectF(area.left() + self._selected * step, area.top(), step, area.height())
            painter.setPen(QPen(QColor(theme.accent), 1.5))
            painter.drawRect(column.adjusted(-1, -1, 1, 1))
