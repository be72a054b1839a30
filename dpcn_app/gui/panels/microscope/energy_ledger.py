"""The ledger of the energy: one row a term, with its curve and its number for both solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPen, QPolygonF

from dpcn_app.gui.panels.microscope.solver_looks import solver_colour, solver_pen
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.chart_scales import Series
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font
from dpcn_app.gui.widgets.painted_widget import WAITING, PaintedWidget

_MARGIN = 5.0
_TYPE = 0.92  # size of type in the rows, against ordinary type
_DECADES = 5.0  # that a logarithmic curve spans at most
_TALLEST = 3.2  # height of a row, in lines of type
_NAMES = 0.4  # of the width, for names at most
_LARGER = 1.6  # height of the first row against that of the others


@dataclass(frozen=True, eq=False)
class LedgerRow:
    """A quantity over the iterations.

    Parameters
    ----------
    name
        What it is called.
    curves
        For each solver its values, from iteration 0 on.
    equation
        Name of the equation that explains it.
    lines
        For each solver values that the curve is compared with, such as a price; empty for none.
    marked
        Whether it is what the user follows.
    """

    name: str
    curves: tuple[Series, ...]
    equation: str
    lines: tuple[Series, ...] = ()
    marked: bool = False

    def value(self, solver: int, iteration: int) -> float:
        """Return the value of a solver at an iteration, or its last one."""
        curve = self.curves[solver]
        return float(curve[min(iteration, len(curve) - 1)])


class EnergyLedger(PaintedWidget):
    """Rows of names, curves with a common cursor, and numbers.

    Signals
    -------
    pointed
        The iteration at which the user has clicked or dragged.
    """

    pointed = Signal(int)
    preferred, smallest = (260, 190), (150, 90)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self._rows: tuple[LedgerRow, ...] = ()
        self._iteration, self._length = 0, 1
        self._logarithmic = False
        attach_equation(self, self._equation_at)

    def show_rows(self, rows: Sequence[LedgerRow], length: int) -> None:
        """Show rows over so many iterations."""
        self._rows, self._length = tuple(rows), max(length, 1)
        self._tell()

    def show_iteration(self, iteration: int) -> None:
        """Move the cursor."""
        self._iteration = iteration
        self._tell()

    def set_logarithmic(self, on: bool) -> None:
        """Draw how far each term is above its lowest value, by powers of ten."""
        self._logarithmic = on
        self.update()

    @property
    def rows(self) -> tuple[LedgerRow, ...]:
        """What is shown."""
        return self._rows

    def _tell(self) -> None:
        words = []
        for row in self._rows:
            values = (f"{row.value(each, self._iteration):.3g}" for each in range(len(row.curves)))
            words.append(f"{row.name} {' and '.join(values)}")
        self.setAccessibleDescription("; ".join(words))
        self.update()

    def minimumSizeHint(self) -> QSize:
        rows = max(len(self._rows), 6)
        return QSize(self.smallest[0], round(rows * QFontMetricsF(self._type).height()))

    # --- where it is shown ------------------------------------------------------------------------

    @property
    def _type(self) -> QFont:
        return scaled_font(self.font(), _TYPE)

    def row_boxes(self) -> list[QRectF]:
        """Return where each row is; the first, the total, is taller than the others."""
        if not self._rows:
            return []
        weights = [_LARGER if each.name == "Total energy" else 1.0 for each in self._rows]
        tallest = _TALLEST * QFontMetricsF(self._type).height()
        unit = min((self.height() - 4) / sum(weights), tallest)
        boxes, top = [], 2.0
        for weight in weights:
            boxes.append(QRectF(_MARGIN, top, self.width() - 2 * _MARGIN, unit * weight))
            top += unit * weight
        return boxes

    def curve_span(self) -> tuple[float, float]:
        """Return where the curves begin and end, from the left."""
        metrics = QFontMetricsF(self._type)
        names = max((metrics.horizontalAdvance(each.name) for each in self._rows), default=0.0)
        solvers = max((len(each.curves) for each in self._rows), default=1)
        left = _MARGIN + min(names * 1.06, self.width() * _NAMES) + 6
        right = self.width() - _MARGIN - solvers * self._number_width() - 4
        return left, max(right, left + 4)

    def _number_width(self) -> float:
        return QFontMetricsF(self._type).horizontalAdvance("0.000") + 9

    def _equation_at(self, place: QPoint) -> str | None:
        for row, box in zip(self._rows, self.row_boxes(), strict=True):
            if box.contains(QPointF(place)):
                return row.equation
        return None

    def iteration_at(self, x: float) -> int:
        """Return the iteration nearest to a place across."""
        left, right = self.curve_span()
        share = (x - left) / (right - left)
        return round(min(max(share, 0.0), 1.0) * self._length)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left, right = self.curve_span()
        if self._rows and left - 3 <= event.position().x() <= right + 3:
            self.pointed.emit(self.iteration_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._rows and event.buttons() & Qt.MouseButton.LeftButton:
            self.pointed.emit(self.iteration_at(event.position().x()))

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        if not self._rows:
            self.paint_words(painter, WAITING)
            return
        theme = self._theme
        left, right = self.curve_span()
        boxes = self.row_boxes()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, box in zip(self._rows, boxes, strict=True):
            self._paint_row(painter, row, box, left, right)
        x = left + (right - left) * min(self._iteration, self._length) / self._length
        painter.setPen(QPen(QColor(theme.accent), 1.2))
        painter.drawLine(QPointF(x, boxes[0].top()), QPointF(x, boxes[-1].bottom()))

    def _paint_row(
        self, painter: QPainter, row: LedgerRow, box: QRectF, left: float, right: float
    ) -> None:
        theme = self._theme
        painter.setPen(QPen(QColor(theme.line), 0.6))
        painter.drawLine(QPointF(left, box.bottom() - 0.5), QPointF(right, box.bottom() - 0.5))
        font = self._type
        total = row.name == "Total energy"
        font.setBold(total or row.marked)
        longest = max((each.name for each in self._rows), key=len)
        share = fitted_font(font, longest, left - _MARGIN - 4).pointSizeF() / font.pointSizeF()
        painter.setFont(scaled_font(font, share))
        painter.setPen(QColor(theme.accent if row.marked else theme.text))
        name = QRectF(box.left(), box.top(), left - box.left(), box.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(name, Qt.AlignmentFlag.AlignLeft | middle, row.name)
        font.setBold(total)
        painter.setFont(font)
        for solver in range(len(row.curves)):
            value = row.value(solver, self._iteration)
            wide = self._number_width()
            at = QRectF(right + 4 + solver * wide, box.top(), wide, box.height())
            painter.setPen(solver_colour(theme, solver))
            painter.drawText(at, Qt.AlignmentFlag.AlignRight | middle, written_number(value))
        self._paint_curves(
            painter, row, QRectF(left, box.top() + 2, right - left, box.height() - 4)
        )

    def _paint_curves(self, painter: QPainter, row: LedgerRow, box: QRectF) -> None:
        curves, lines = row.curves, row.lines
        if self._logarithmic and not row.marked:
            lowest = min(float(each.min()) for each in curves)
            curves, lines = tuple(_powers(each - lowest) for each in curves), ()
        every = np.concatenate([*curves, *lines])
        low, high = float(every.min()), float(every.max())
        if high - low < 1e-9:
            low, high = low - 1, high + 1
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for solver, curve in reversed(list(enumerate(curves))):
            pen = solver_pen(self._theme, solver)
            painter.setPen(pen)
            painter.drawPolyline(self._points(curve, box, low, high))
            if solver < len(lines):
                painter.setPen(QPen(QColor(self._theme.text), 1, Qt.PenStyle.DotLine))
                painter.drawPolyline(self._points(lines[solver], box, low, high))
            here = self._points(curve, box, low, high).at(min(self._iteration, len(curve) - 1))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(solver_colour(self._theme, solver))
            painter.drawEllipse(here, 2.6, 2.6)
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def _points(self, values: Series, box: QRectF, low: float, high: float) -> QPolygonF:
        x = box.left() + np.arange(len(values)) * (box.width() / self._length)
        y = box.bottom() - (values - low) / (high - low) * box.height()
        points = [QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        if len(values) - 1 < self._length:  # it has ended: it stays where it is
            points.append(QPointF(box.right(), points[-1].y()))
        return QPolygonF(points)


def _powers(above: Series) -> Series:
    """Return powers of ten of what lies above the lowest value, cut off far below the highest."""
    highest = float(above.max())
    least = max(highest, 1e-12) * 10**-_DECADES
    powers: Series = np.log10(np.maximum(above, least))
    return powers


def written_number(value: float) -> str:
    """Return a number that fits its column: more decimals the smaller it is."""
    value = value if abs(value) >= 5e-4 else 0.0
    size = abs(value)
    digits = 0 if size >= 1000 else 1 if size >= 10 or size == 0 else 2 if size >= 1 else 3
    return f"{value:.{digits}f}".replace("-", "−")
