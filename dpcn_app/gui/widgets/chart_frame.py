"""What stands around the lines of a chart: title, legend, axes, and values under the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPen

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.chart_scales import Scale
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font

GAP = 6.0
"""Between the parts of a chart, in pixels."""

_DASHES: tuple[list[float], ...] = ([], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3])
"""Lines differ by dashes too, for eyes and projectors that mix colours up."""

_LEGEND_SIZES = (1.0, 0.94, 0.88)  # of type: the first in which the legend has few rows
_TICKS_APART = 2.2  # along the upright axis, in lines of type
_LABEL = "00,000 000"  # as wide as a label of a step, and room beside it
_CENTRE = Qt.AlignmentFlag.AlignHCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def line_pen(theme: Theme, index: int) -> QPen:
    """Return the pen of a line: colour and dashes tell it from the others."""
    pen = QPen(QColor(theme.classes[index % len(theme.classes)]))
    pen.setWidthF(max(1.6, theme.points / 6))
    if _DASHES[index % len(_DASHES)]:
        pen.setDashPattern(_DASHES[index % len(_DASHES)])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def legend_font(names: Sequence[str], font: QFont, width: float, rows: int) -> QFont:
    """Return type in which the legend has so many rows, or the smallest that can be read."""
    for share in _LEGEND_SIZES:
        fitted = scaled_font(font, share)
        boxes, _ = legend_boxes(names, fitted, width)
        if len({box.top() for box in boxes}) <= rows:
            break
    return fitted


def legend_boxes(
    names: Sequence[str], font: QFont, width: float, *, titled: bool = True
) -> tuple[list[QRectF], float]:
    """Return a box for the name of each line, and where the last row of them ends.

    Parameters
    ----------
    names
        Of the lines.
    font
        Type of the names.
    width
        Of the chart.
    titled
        Whether the title of the chart stands above them.
    """
    metrics = QFontMetricsF(font)
    height = metrics.height()
    left, top = GAP, height + GAP if titled else GAP / 2
    boxes, x, y = [], left, top
    for name in names:
        wide = metrics.horizontalAdvance(name) + 2 * GAP + _sample(font)
        if x > left and x + wide > width - GAP:
            x, y = left, y + height
        boxes.append(QRectF(x, y, wide, height))
        x += wide
    return boxes, y + height if boxes else top


def _sample(font: QFont) -> float:
    """Return the length of the piece of line in the legend: long enough to show its dashes."""
    return 1.4 * QFontMetrics(font).height()


class ChartFrame:
    """Draws what stands around the lines.

    Parameters
    ----------
    painter, theme, font
        What to draw with: the colours and the type.
    size
        Of the whole chart.
    """

    def __init__(self, painter: QPainter, theme: Theme, font: QFont, size: QSize) -> None:
        self._painter, self._theme, self._font, self._size = painter, theme, font, size
        self._metrics = QFontMetricsF(font)
        self._line = self._metrics.height()

    def draw_title(self, title: str, unit: str = "") -> None:
        """Draw what the chart shows, above everything, and in plain type in which unit."""
        bold = QFont(self._font)
        bold.setBold(True)
        self._painter.setPen(QColor(self._theme.text))
        self._painter.setFont(bold)
        box = QRectF(GAP, GAP / 2, self._size.width(), QFontMetricsF(bold).height())
        self._painter.drawText(box, 0, title)
        self._painter.setFont(self._font)
        if unit:
            box.setLeft(GAP + QFontMetricsF(bold).horizontalAdvance(title) + GAP)
            self._painter.setPen(QColor(self._theme.muted))
            words = f"({unit[:1].lower()}{unit[1:]})"
            right = Qt.TextElideMode.ElideRight
            self._painter.drawText(box, 0, self._metrics.elidedText(words, right, box.width()))

    def draw_legend(self, names: Sequence[str], font: QFont, *, titled: bool = True) -> None:
        """Draw the name of each line beside a piece of it, below the title if there is one."""
        boxes, _ = legend_boxes(names, font, self._size.width(), titled=titled)
        sample = _sample(font)
        self._painter.setFont(font)
        for index, (name, box) in enumerate(zip(names, boxes, strict=True)):
            self._painter.setPen(line_pen(self._theme, index))
            y = box.center().y()
            self._painter.drawLine(QPointF(box.left(), y), QPointF(box.left() + sample, y))
            self._painter.setPen(QColor(self._theme.text))
            self._painter.drawText(box.adjusted(sample + GAP, 0, 0, 0), _LEFT, name)
        self._painter.setFont(self._font)

    def draw_axes(
        self, plot: QRectF, scales: tuple[Scale, Scale] | None, titles: tuple[str, str]
    ) -> None:
        """Draw both axes with their titles.

        Parameters
        ----------
        plot
            Where the lines are drawn.
        scales
            Of the steps and of the values; None while there are no numbers to write.
        titles
            Of the axis of steps and of the upright one.
        """
        painter, line = self._painter, self._line
        if scales is not None:
            self._draw_values(plot, scales[1])
        painter.setPen(self._rule)
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.setPen(QColor(self._theme.muted))
        if scales is not None:
            self._draw_steps(plot, scales[0])
        below = QRectF(plot.left(), plot.bottom() + 2 + line, plot.width(), line)
        painter.setFont(fitted_font(self._font, titles[0], below.width()))
        painter.drawText(below, _CENTRE, titles[0])
        painter.save()
        painter.setFont(fitted_font(self._font, titles[1], plot.height()))
        painter.translate(GAP / 2, plot.center().y())
        painter.rotate(-90)
        painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), line), _CENTRE, titles[1])
        painter.restore()
        painter.setFont(self._font)

    @property
    def _rule(self) -> QPen:
        return QPen(QColor(self._theme.line), 1)

    def _draw_values(self, plot: QRectF, scale: Scale) -> None:
        """Draw a rule across the chart for each round value, and the value beside it."""
        line = self._line
        count = max(2, int(plot.height() / (_TICKS_APART * QFontMetrics(self._font).height())))
        for share, label in scale.ticks(count):
            y = plot.bottom() - share * plot.height()
            self._painter.setPen(self._rule)
            self._painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            self._painter.setPen(QColor(self._theme.muted))
            box = QRectF(line, y - line / 2, plot.left() - line - GAP, line)
            self._painter.drawText(box, _RIGHT, label)

    def _draw_steps(self, plot: QRectF, scale: Scale) -> None:
        """Write round steps below the chart."""
        count = max(2, int(plot.width() / self._metrics.horizontalAdvance(_LABEL)))
        for share, label in scale.step_ticks(count):
            width = self._metrics.horizontalAdvance(label) + 2
            at = min(plot.left() + share * plot.width() - width / 2, self._size.width() - width - 1)
            self._painter.drawText(QRectF(at, plot.bottom() + 2, width, self._line), _CENTRE, label)

    def draw_value_box(self, x: float, top: float, head: str, values: Sequence[str]) -> None:
        """Draw a box with a head and one row for each line, beside an upright place.

        Parameters
        ----------
        x
            The place: the box is on that side of it where there is more room.
        top
            Where the box begins, where it fits there.
        head, values
            The first row, and the rows of the lines in their order.
        """
        painter, theme, height = self._painter, self._theme, self._line
        rows = [head, *values]
        width = max(self._metrics.horizontalAdvance(text) for text in rows) + 2 * GAP + 10
        if self._size.width() - x >= x:
            left = min(x + GAP, self._size.width() - width)
        else:
            left = max(0.0, x - GAP - width)
        top = max(0.0, min(top, self._size.height() - height * len(rows) - GAP))
        box = QRectF(left, top, width, height * len(rows) + GAP)
        painter.setPen(self._rule)
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(box, 3, 3)
        for index, text in enumerate(rows):
            y = box.top() + GAP / 2 + index * height
            if index:
                colour = QColor(theme.classes[(index - 1) % len(theme.classes)])
                painter.fillRect(QRectF(left + GAP, y + height / 2 - 3, 6, 6), colour)
            painter.setPen(QColor(theme.text))
            painter.drawText(QRectF(left + GAP + 10, y, width, height), 0, text)
