"""A matrix as a picture of signed colours, whose columns can be chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.image_drawing import draw_crisp

_MARGIN = 6


class MatrixView(QWidget):
    """A matrix, drawn with colours in proportion to √|value|, so that weak entries show too.

    Parameters
    ----------
    theme
        Colours to begin with.
    name
        Accessible name.
    describe
        Returns what is said about the entry at (row, column).
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, name: str, describe: Callable[[int, int], str]) -> None:
        super().__init__()
        self._theme, self._describe = theme, describe
        self._source: object = None
        self._matrix: NDArray[np.floating[Any]] = np.zeros((0, 0))
        self._image: QImage | None = None
        self._selected: int | None = None
        self._hovered: tuple[int, int] | None = None
        self.waiting = "Waiting for the network…"
        self.heading = "t−1 across, t down"
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_matrix(self, source: object, matrix: NDArray[np.floating[Any]]) -> None:
        """Show a matrix; drawn anew only where `source` is another object than the last time."""
        if source is not self._source:
            self._source, self._matrix = source, matrix
            self._paint_image()

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme's colours."""
        self._theme = theme
        self._paint_image()

    def select(self, column: int | None) -> None:
        """Mark a column, or none."""
        if column != self._selected:
            self._selected = column
            self.update()

    @property
    def matrix(self) -> NDArray[np.floating[Any]]:
        """The matrix shown."""
        return self._matrix

    def _paint_image(self) -> None:
        if self._matrix.size:
            roots = np.sign(self._matrix) * np.sqrt(np.abs(self._matrix))
            self._image = signed_image(
                roots, float(np.abs(roots).max()), self._theme.name == "dark"
            )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, 280)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 130)

    def area(self) -> QRectF:
        """Return where the matrix is drawn: entries are square."""
        rows, columns = self._matrix.shape
        top = QFontMetricsF(self.font()).height() + 4
        space_x, space_y = self.width() - 2 * _MARGIN, self.height() - top - _MARGIN
        scale = max(min(space_x / max(columns, 1), space_y / max(rows, 1)), 0.05)
        width, height = columns * scale, rows * scale
        left = round((self.width() - width) / 2)
        return QRectF(left, round(top + (space_y - height) / 2), width, height)

    def entry_at(self, position: QPointF) -> tuple[int, int] | None:
        """Return row and column of the entry at a position."""
        area = self.area()
        if not self._matrix.size or not area.contains(position):
            return None
        rows, columns = self._matrix.shape
        row = int((position.y() - area.top()) / area.height() * rows)
        column = int((position.x() - area.left()) / area.width() * columns)
        return min(row, rows - 1), min(column, columns - 1)

    def text_at(self, position: QPointF) -> str:
        """Return what hovering there says; empty for nothing."""
        entry = self.entry_at(position)
        return "" if entry is None else self._describe(*entry)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # ends it even after an error, without which Qt crashes
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.surface))
        painter.setPen(QColor(theme.muted))
        if self._image is None:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.waiting)
            return
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

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        entry = self.entry_at(event.position())
        if entry == self._hovered:
            return
        self._hovered = entry
        if entry is None:
            QToolTip.hideText()
        else:
            text = self._describe(*entry)
            QToolTip.showText(event.globalPosition().toPoint(), text, self)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        entry = self.entry_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and entry is not None:
            self.chosen.emit(entry[1])
