"""A small chart of lines over steps: axes, legend, marks, values under the mouse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpcn_app.gui.theme import Theme

Series = NDArray[np.float64]

_GAP = 6.0
_DASHES: tuple[list[float], ...] = ([], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3])
"""Lines differ by dashes too, for eyes and projectors that mix colours up."""


@dataclass(frozen=True, eq=False)
class Line:
    """A named line: one value for each step of the chart, NaN for none."""

    name: str
    values: Series


@dataclass(frozen=True)
class Mark:
    """A named place on the axis of steps, such as the start of a layer."""

    step: float
    name: str


class LineChart(QWidget):
    """Lines over steps.

    Parameters
    ----------
    title
        What is shown.
    unit
        Title of the upright axis.
    theme
        Colours to begin with.
    axis
        Title of the axis of steps.
    waiting
        What is said while there is nothing to draw.
    """

    def __init__(
        self,
        title: str,
        unit: str,
        theme: Theme,
        *,
        axis: str = "Training step",
        waiting: str = "Nothing learnt yet",
    ) -> None:
        super().__init__()
        self._axis, self._waiting = axis, waiting
        self._title, self._unit, self._theme = title, unit, theme
        self._logarithmic = False
        self._steps: Series = np.empty(0)
        self._lines: tuple[Line, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._breaks: NDArray[np.intp] = np.empty(0, np.intp)
        self._hovered: int | None = None
        self.setAccessibleName(title)
        self.setAccessibleDescription(self._in_words())
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_lines(
        self,
        steps: Series,
        lines: Sequence[Line],
        marks: Sequence[Mark] = (),
        breaks: NDArray[np.intp] | None = None,
    ) -> None:
        """Draw lines.

        Parameters
        ----------
        steps
            Shape (S,), rising.
        lines
            Each with S values.
        marks
            Places to mark.
        breaks
            Rows at which lines begin anew.
        """
        self._steps, self._lines, self._marks = steps, tuple(lines), tuple(marks)
        self._breaks = np.empty(0, np.intp) if breaks is None else breaks
        if self._hovered is not None and self._hovered >= len(steps):
            self._hovered = None
        self.setAccessibleDescription(self._in_words())
        self.update()

    def use_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def set_logarithmic(self, on: bool) -> None:
        """Choose the scale of the upright axis."""
        self._logarithmic = on
        self.update()

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(line * 22, line * 16)

    def minimumSizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(line * 12, line * 14)

    def values_at(self, row: int) -> dict[str, float]:
        """Return the value of every line at a row."""
        return {line.name: float(line.values[row]) for line in self._lines}

    def _in_words(self) -> str:
        if not len(self._steps):
            return "No data yet."
        values = ", ".join(f"{name} {value:.3g}" for name, value in self.values_at(-1).items())
        return f"At step {self._steps[-1]:.0f}: {values}."

    # --- mouse and keys ---------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        plot = self._plot()
        self._hovered = None
        if len(self._steps) and plot.contains(event.position()):
            low, high = self._step_range()
            step = low + (event.position().x() - plot.left()) / plot.width() * (high - low)
            self._hovered = int(np.argmin(np.abs(self._steps - step)))
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() not in moves or not len(self._steps):
            super().keyPressEvent(event)
            return
        last = len(self._steps) - 1
        here = last if self._hovered is None else self._hovered + moves[Qt.Key(event.key())]
        self._hovered = min(max(here, 0), last)
        self.update()

    # --- scales -----------------------------------------------------------------------------------

    def _step_range(self) -> tuple[float, float]:
        if not len(self._steps):
            return 0.0, 1.0
        low, high = float(self._steps[0]), float(self._steps[-1])
        return low, high if high > low else low + 1

    def _scaled(self, values: Series) -> Series:
        """Return values on the axis in use; what it cannot show becomes NaN."""
        if not self._logarithmic:
            return values
        scaled: Series = np.log10(np.where(values > 0, values, np.nan))
        return scaled

    def _value_range(self) -> tuple[float, float]:
        finite = [v[np.isfinite(v)] for v in (self._scaled(line.values) for line in self._lines)]
        every = np.concatenate(finite) if finite else np.empty(0)
        if not every.size:
            return (-1.0, 0.0) if self._logarithmic else (0.0, 1.0)
        low, high = float(every.min()), float(every.max())
        if self._logarithmic:
            low = max(low, high - 6)  # a term near zero must not flatten all others
            return (low - 0.1, high + 0.1)
        low = min(low, 0.0)
        return low, (high + 0.06 * (high - low)) if high > low else low + 1

    def _ticks(self, plot: QRectF) -> list[tuple[float, str]]:
        """Return places and labels on the upright axis."""
        if not len(self._steps):
            return []
        low, high = self._value_range()
        count = max(2, int(plot.height() / (2.2 * self.fontMetrics().height())))
        if not self._logarithmic:
            return [(tick, f"{tick:g}") for tick in round_ticks(low, high, count)]
        decades = range(math.floor(low), math.ceil(high) + 1)
        for factors in ((1, 2, 5), (1, 3), (1,)):
            ticks = [d + math.log10(f) for d in decades for f in factors]
            ticks = [tick for tick in ticks if low <= tick <= high]
            if len(ticks) <= count + 1:
                break
        else:
            ticks = ticks[:: math.ceil(len(ticks) / count)]
        return [(tick, f"{float(f'{10**tick:.1g}'):g}") for tick in ticks]

    # --- drawing ----------------------------------------------------------------------------------

    @property
    def _sample(self) -> float:
        """Length of the piece of line in the legend: long enough to show its dashes."""
        return 2.0 * self.fontMetrics().height()

    def _legend(self) -> tuple[list[tuple[QRectF, int]], float]:
        """Return a box for each line's name, and the height that they take."""
        metrics = QFontMetricsF(self.font())
        left, top, height = _GAP, metrics.height() + _GAP, metrics.height()
        boxes, x, y = [], left, top
        for index, line in enumerate(self._lines):
            width = metrics.horizontalAdvance(line.name) + 3 * _GAP + self._sample
            if x > left and x + width > self.width() - _GAP:
                x, y = left, y + height
            boxes.append((QRectF(x, y, width, height), index))
            x += width
        return boxes, y + height if boxes else top

    def _plot(self) -> QRectF:
        """Return where the lines are drawn."""
        metrics = QFontMetricsF(self.font())
        _, top = self._legend()
        if self._marks:
            top += metrics.height()  # their names stand above the lines
        left = metrics.horizontalAdvance("0.0000") + metrics.height() + 1.5 * _GAP
        bottom = 2 * metrics.height() + _GAP
        width = max(1.0, self.width() - left - 2 * _GAP)
        return QRectF(left, top + _GAP, width, max(1.0, self.height() - top - _GAP - bottom))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(self._theme.surface))
        plot = self._plot()
        self._draw_title(painter)
        self._draw_axes(painter, plot)
        if not len(self._steps):
            painter.setPen(QColor(self._theme.muted))
            painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, self._waiting)
        painter.save()
        painter.setClipRect(plot.adjusted(-2, -2, 2, 2))
        for index, line in enumerate(self._lines):
            self._draw_line(painter, plot, line, self._pen(index))
        painter.restore()
        self._draw_marks(painter, plot)
        if self._hovered is not None:
            self._draw_values(painter, plot, self._hovered)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _pen(self, index: int) -> QPen:
        pen = QPen(QColor(self._theme.classes[index % len(self._theme.classes)]))
        pen.setWidthF(max(1.6, self._theme.points / 6))
        if _DASHES[index % len(_DASHES)]:
            pen.setDashPattern(_DASHES[index % len(_DASHES)])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def _draw_title(self, painter: QPainter) -> None:
        painter.setPen(QColor(self._theme.text))
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        height = QFontMetricsF(font).height()
        painter.drawText(QRectF(_GAP, _GAP / 2, self.width(), height), 0, self._title)
        painter.setFont(self.font())
        left_and_middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        for box, index in self._legend()[0]:
            painter.setPen(self._pen(index))
            y = box.center().y()
            painter.drawLine(QPointF(box.left(), y), QPointF(box.left() + self._sample, y))
            painter.setPen(QColor(self._theme.text))
            text = box.adjusted(self._sample + _GAP, 0, 0, 0)
            painter.drawText(text, left_and_middle, self._lines[index].name)

    def _draw_axes(self, painter: QPainter, plot: QRectF) -> None:
        metrics, theme = QFontMetricsF(self.font()), self._theme
        rule, type_ = QPen(QColor(theme.line), 1), QColor(theme.muted)
        line = metrics.height()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        centre = Qt.AlignmentFlag.AlignHCenter
        for value, label in self._ticks(plot):
            y = self._y(plot, value)
            painter.setPen(rule)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(type_)
            box = QRectF(line, y - line / 2, plot.left() - line - _GAP, line)
            painter.drawText(box, right, label)
        painter.setPen(rule)
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.setPen(type_)
        low, high = self._step_range()
        count = max(2, int(plot.width() / metrics.horizontalAdvance("00,000 000")))
        for step in round_ticks(low, high, count) if len(self._steps) else []:
            label = f"{step:,.0f}"
            width = metrics.horizontalAdvance(label) + 2
            x = self._x(plot, step)
            at = min(x - width / 2, self.width() - width - 1)
            painter.drawText(QRectF(at, plot.bottom() + 2, width, line), centre, label)
        below = QRectF(plot.left(), plot.bottom() + 2 + line, plot.width(), line)
        painter.drawText(below, centre, self._axis)
        unit = metrics.elidedText(self._unit, Qt.TextElideMode.ElideRight, plot.height())
        painter.save()
        painter.translate(_GAP / 2, plot.center().y())
        painter.rotate(-90)
        painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), line), centre, unit)
        painter.restore()

    def _draw_line(self, painter: QPainter, plot: QRectF, line: Line, pen: QPen) -> None:
        painter.setPen(pen)
        x, y = self._x_of(plot, self._steps), self._y_of(plot, self._scaled(line.values))
        ends = [0, *self._breaks.tolist(), len(x)]
        for first, last in pairwise(ends):
            seen = np.flatnonzero(np.isfinite(y[first:last])) + first
            if len(seen) == 1:
                painter.drawPoint(QPointF(x[seen[0]], y[seen[0]]))
            points = zip(x[seen].tolist(), y[seen].tolist(), strict=True)
            painter.drawPolyline(QPolygonF([QPointF(a, b) for a, b in points]))

    def _draw_marks(self, painter: QPainter, plot: QRectF) -> None:
        metrics = QFontMetricsF(self.font())
        free = plot.left()
        for mark in self._marks:
            x = self._x(plot, mark.step)
            pen = QPen(QColor(self._theme.muted), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(QPointF(x, plot.top() - _GAP), QPointF(x, plot.bottom()))
            width = metrics.horizontalAdvance(mark.name) + _GAP
            at = min(x + 2, self.width() - width)
            if at < free:
                continue  # no room for another name
            free = at + width
            box = QRectF(at, plot.top() - metrics.height() - 2, width, metrics.height())
            painter.setPen(QColor(self._theme.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, mark.name)

    def _draw_values(self, painter: QPainter, plot: QRectF, row: int) -> None:
        """Draw the values at a row, in a box beside its step."""
        metrics, theme = QFontMetricsF(self.font()), self._theme
        x = self._x(plot, float(self._steps[row]))
        painter.setPen(QPen(QColor(theme.accent), 1))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        rows = [f"Step {self._steps[row]:,.0f}"]
        for name, value in self.values_at(row).items():
            rows.append(f"{name}  {value:.3g}" if math.isfinite(value) else f"{name}  –")
        height = metrics.height()
        width = max(metrics.horizontalAdvance(text) for text in rows) + 2 * _GAP + 10
        if self.width() - x >= x:  # beside the step, where there is more room
            left = min(x + _GAP, self.width() - width)
        else:
            left = max(0.0, x - _GAP - width)
        top = max(0.0, min(plot.top(), self.height() - height * len(rows) - _GAP))
        box = QRectF(left, top, width, height * len(rows) + _GAP)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(box, 3, 3)
        for index, text in enumerate(rows):
            y = box.top() + _GAP / 2 + index * height
            if index:
                colour = QColor(theme.classes[(index - 1) % len(theme.classes)])
                painter.fillRect(QRectF(left + _GAP, y + height / 2 - 3, 6, 6), colour)
            painter.setPen(QColor(theme.text))
            painter.drawText(QRectF(left + _GAP + 10, y, width, height), 0, text)

    def _x_of(self, plot: QRectF, steps: Series) -> Series:
        low, high = self._step_range()
        x: Series = plot.left() + (steps - low) / (high - low) * plot.width()
        return x

    def _y_of(self, plot: QRectF, scaled: Series) -> Series:
        low, high = self._value_range()
        y: Series = plot.bottom() - (scaled - low) / (high - low) * plot.height()
        return y

    def _x(self, plot: QRectF, step: float) -> float:
        return float(self._x_of(plot, np.array(step)))

    def _y(self, plot: QRectF, scaled: float) -> float:
        return float(self._y_of(plot, np.array(scaled)))


def round_ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round numbers from `low` to `high`."""
    raw = (high - low) / max(count, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    numbers = range(first, math.floor(high / step + 1e-9) + 1)
    return [round(number * step, 12) for number in numbers]
