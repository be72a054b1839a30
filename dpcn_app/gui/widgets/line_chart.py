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
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
)

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.chart_frame import GAP, ChartFrame, legend_boxes, legend_font, line_pen
from dpcn_app.gui.widgets.chart_scales import Scale, Series, step_scale, value_scale
from dpcn_app.gui.widgets.fitted_font import scaled_font
from dpcn_app.gui.widgets.painted_widget import PaintedWidget

_LOW = 12  # lines of type: in a chart that is lower, lines need the room more than words do
_SMALL = 0.8  # of the ordinary size: type in a low chart
_ROWS = 2  # of the legend in a low chart, where still smaller type allows that
_SMALLEST = 0.7  # the same for the words beside the upright axis; with less room they move


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


class LineChart(PaintedWidget):
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
        super().__init__(theme, title)
        self._axis, self._waiting = axis, waiting
        self._title, self._unit = title, unit
        self._logarithmic, self._titled = False, True
        self._steps: Series = np.empty(0)
        self._lines: tuple[Line, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._breaks: NDArray[np.intp] = np.empty(0, np.intp)
        self._hovered: int | None = None
        self.setAccessibleDescription(self._in_words())
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

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
        """Take on a theme's colours, and a size that suits its type."""
        super().use_theme(theme)
        self.updateGeometry()

    def set_logarithmic(self, on: bool) -> None:
        """Choose the scale of the upright axis."""
        self._logarithmic = on
        self.update()

    def set_titled(self, on: bool) -> None:
        """Choose whether the title is drawn, which a tab may have told already."""
        self._titled = on
        self.update()

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(line * 22, line * 10)

    def minimumSizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(line * 12, line * 9)

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
        plot = self.plot
        self._hovered = None
        if len(self._steps) and plot.contains(event.position()):
            low, high = self._across.low, self._across.high
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

    # --- drawing ----------------------------------------------------------------------------------

    @property
    def _across(self) -> Scale:
        """The axis of steps."""
        return step_scale(self._steps)

    @property
    def type(self) -> QFont:
        """What the words are written in: smaller type in a low chart."""
        return scaled_font(self.font(), _SMALL) if self._is_low else QFont(self.font())

    @property
    def _is_low(self) -> bool:
        return self.height() < _LOW * QFontMetricsF(self.font()).height()

    @property
    def _names(self) -> list[str]:
        return [line.name for line in self._lines]

    @property
    def _legend_type(self) -> QFont:
        font = self.type
        return legend_font(self._names, font, self.width(), _ROWS) if self._is_low else font

    @property
    def plot(self) -> QRectF:
        """Where the lines are drawn."""
        return self._below_words(titled=self._has_title)

    @property
    def _has_title(self) -> bool:
        return self._titled or not self._unit_fits(self._below_words(titled=False))

    def _unit_fits(self, plot: QRectF) -> bool:
        """Whether the title of the upright axis can be read beside it."""
        needed = QFontMetricsF(self.font()).horizontalAdvance(self._unit)
        return _SMALLEST * needed <= plot.height()

    def _below_words(self, *, titled: bool) -> QRectF:
        """Return where the lines are drawn, below a title or without one."""
        metrics = QFontMetricsF(self.type)
        _, top = legend_boxes(self._names, self._legend_type, self.width(), titled=titled)
        if self._marks:
            top += metrics.height()  # their names stand above the lines
        left = metrics.horizontalAdvance("0.0000") + metrics.height() + 1.5 * GAP
        bottom = 2 * metrics.height() + GAP
        width = max(1.0, self.width() - left - 2 * GAP)
        return QRectF(left, top + GAP, width, max(1.0, self.height() - top - GAP - bottom))

    def paint(self, painter: QPainter) -> None:
        """Paint the frame of the chart, its lines, and what is marked."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.type)
        plot, theme, titled = self.plot, self._theme, self._has_title
        values = [line.values for line in self._lines]
        upright = value_scale(values, logarithmic=self._logarithmic)
        frame = ChartFrame(painter, theme, self.type, self.size())
        # A low chart names the upright axis in its title: beside the axis the words would be cut.
        fits = self._unit_fits(plot)
        if titled:
            frame.draw_title(self._title, "" if fits else self._unit)
        frame.draw_legend(self._names, self._legend_type, titled=titled)
        scales = (self._across, upright) if len(self._steps) else None
        frame.draw_axes(plot, scales, (self._axis, self._unit if fits else ""))
        if not len(self._steps):
            painter.setPen(QColor(theme.muted))
            painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, self._waiting)
        painter.save()
        painter.setClipRect(plot.adjusted(-2, -2, 2, 2))
        for index, line in enumerate(self._lines):
            painter.setPen(line_pen(theme, index))
            y = plot.bottom() - upright.shares(line.values) * plot.height()
            self._draw_line(painter, self._x_of(plot, self._steps), y)
        painter.restore()
        self._draw_marks(painter, plot)
        if self._hovered is not None:
            self._draw_values(painter, frame, plot, self._hovered)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _draw_line(self, painter: QPainter, x: Series, y: Series) -> None:
        """Draw a line through the places that are known, interrupted at each break."""
        for first, last in pairwise([0, *self._breaks.tolist(), len(x)]):
            seen = np.flatnonzero(np.isfinite(y[first:last])) + first
            if len(seen) == 1:
                painter.drawPoint(QPointF(x[seen[0]], y[seen[0]]))
            points = zip(x[seen].tolist(), y[seen].tolist(), strict=True)
            painter.drawPolyline(QPolygonF([QPointF(a, b) for a, b in points]))

    def _draw_marks(self, painter: QPainter, plot: QRectF) -> None:
        """Draw a dashed line at each mark, and its name where there is room."""
        metrics = QFontMetricsF(self.type)
        free = plot.left()
        for mark in self._marks:
            x = self._x(plot, mark.step)
            painter.setPen(QPen(QColor(self._theme.muted), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, plot.top() - GAP), QPointF(x, plot.bottom()))
            width = metrics.horizontalAdvance(mark.name) + GAP
            at = min(x + 2, self.width() - width)
            if at < free:
                continue  # no room for another name
            free = at + width
            box = QRectF(at, plot.top() - metrics.height() - 2, width, metrics.height())
            painter.setPen(QColor(self._theme.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, mark.name)

    def _draw_values(self, painter: QPainter, frame: ChartFrame, plot: QRectF, row: int) -> None:
        """Draw the values at a row, in a box beside its step."""
        x = self._x(plot, float(self._steps[row]))
        painter.setPen(QPen(QColor(self._theme.accent), 1))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        values = [
            f"{name}  {value:.3g}" if math.isfinite(value) else f"{name}  –"
            for name, value in self.values_at(row).items()
        ]
        frame.draw_value_box(x, plot.top(), f"Step {self._steps[row]:,.0f}", values)

    def _x_of(self, plot: QRectF, steps: Series) -> Series:
        x: Series = plot.left() + self._across.shares(steps) * plot.width()
        return x

    def _x(self, plot: QRectF, step: float) -> float:
        return float(self._x_of(plot, np.array(step)))
