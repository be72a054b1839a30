"""Evidence against price: the parts of a state's γ as bars, each beginning where the last ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from dpcn_app.engine.modes import PARTS
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:  # the engine takes seconds to load: the window is up by then
    from dpcn_app.analysis.activation_reasons import Reasons

_NAMES = {
    "evidence": "Evidence |Cᵀy|",
    "left": "left by other states",
    "paper": "Paper's γ",
    **{name: part.title for name, part in PARTS.items()},
    "transition": "λ: transition",
    "price": "Price",
}
_COLOURS = {"evidence": 2, "left": 2, "paper": 0, "T": 1, "D": 3, "K": 4, "transition": 5}
"""Which of the theme's colours of classes is whose."""


class Row(NamedTuple):
    """A bar from one value to another."""

    key: str
    name: str
    start: float
    end: float
    number: float | None


def rows_of(reasons: Reasons, parts: Sequence[str] = ()) -> list[Row]:
    """Return the bars for a state, top down, with a line for each of these parts, if it is off."""
    rows = [
        Row("evidence", _NAMES["evidence"], 0.0, reasons.evidence, reasons.evidence),
        Row("left", _NAMES["left"], 0.0, reasons.left, reasons.left),
        Row("paper", _NAMES["paper"], 0.0, reasons.paper, reasons.paper),
    ]
    end = reasons.paper
    steps: dict[str, float | None] = {**dict.fromkeys(parts), **reasons.added}
    steps["transition"] = reasons.transition
    for key, step in steps.items():
        rows.append(Row(key, _NAMES[key], end, end + (step or 0.0), step))
        end = rows[-1].end
    return [*rows, Row("price", _NAMES["price"], 0.0, reasons.price, reasons.price)]


class EvidenceBars(PaintedWidget):
    """The bars of one state.

    Parameters
    ----------
    theme
        Colours to begin with.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Evidence against price")
        self._reasons: Reasons | None = None
        self._reach, self._digits = (0.0, 1.0), 2
        self._parts: tuple[str, ...] = ()
        attach_equation(self, lambda place: self._quantity_at(place.y()))

    def show_reasons(
        self,
        reasons: Reasons,
        reach: tuple[float, float],
        digits: int,
        parts: tuple[str, ...] = (),
    ) -> None:
        """Show reasons on an axis, numbers with so many digits.

        Each of the parts has a line, so that charts side by side compare.
        """
        self._reasons, self._reach, self._digits, self._parts = reasons, reach, digits, parts
        self.update()

    @property
    def rows(self) -> list[Row]:
        """The bars shown, top down."""
        return [] if self._reasons is None else rows_of(self._reasons, self._parts)

    def sizeHint(self) -> QSize:
        return QSize(300, self.minimumSizeHint().height() * 3 // 2)

    def minimumSizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(200, round(line * 0.98 * max(len(self.rows), 6)))

    def _row_height(self) -> float:
        line = QFontMetricsF(self.font()).height()
        return min(self.height() / max(len(self.rows), 1), 1.8 * line)

    def _quantity_at(self, y: int) -> str | None:
        index = int(y / max(self._row_height(), 1.0))
        if not 0 <= index < len(self.rows):
            return None
        key = self.rows[index].key
        if key in PARTS:
            return PARTS[key].equation
        return "gamma" if key == "paper" else "evidence"

    def paint(self, painter: QPainter) -> None:
        """Paint the bars, once there are reasons to show."""
        if self._reasons is not None:
            self._paint_reasons(painter, self._reasons)

    def _paint_reasons(self, painter: QPainter, reasons: Reasons) -> None:
        theme, rows, height = self._theme, self.rows, self._row_height()
        metrics = QFontMetricsF(self.font())
        pad = metrics.averageCharWidth()
        label = max(metrics.horizontalAdvance(name) for name in _NAMES.values()) + 2 * pad
        room = metrics.horizontalAdvance("+00.00") + 2 * pad
        low, high = self._reach
        unit = max(self.width() - label - room, 20.0) / max(high - low, 1e-9)

        def across(value: float) -> float:
            return label + (min(max(value, low), high) - low) * unit

        bold = QFont(self.font())
        bold.setBold(True)
        for index, row in enumerate(rows):
            top = index * height
            strong = row.key in ("evidence", "left", "price")
            painter.setFont(bold if row.key == "price" else self.font())
            painter.setPen(QColor(theme.text if strong else theme.muted))
            line = QRectF(pad, top, self.width() - 2 * pad, height)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, row.name)
            painter.setPen(QColor(theme.text))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(line, right, self._number(row))
            if row.number is None:
                continue
            start, end = sorted((across(row.start), across(row.end)))
            bar = QRectF(start, top + height * 0.18, max(end - start, 1.0), height * 0.64)
            if row.key == "evidence":
                painter.setPen(QPen(self._colour("evidence"), 1.2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(bar)
            else:
                painter.fillRect(bar, self._colour(row.key))
        painter.fillRect(QRectF(across(0.0) - 0.5, 0, 1, height * len(rows)), QColor(theme.line))
        painter.setPen(QPen(QColor(theme.text), 1.4, Qt.PenStyle.DashLine))
        x = across(reasons.price)
        painter.drawLine(QPointF(x, 0), QPointF(x, height * len(rows)))

    def _colour(self, key: str) -> QColor:
        if key not in _COLOURS:
            return QColor(self._theme.text)
        return QColor(self._theme.classes[_COLOURS[key] % len(self._theme.classes)])

    def _number(self, row: Row) -> str:
        if row.number is None:
            return "off"
        sign = "+" if row.key in (*PARTS, "transition") else ""
        return f"{row.number:{sign}.{self._digits}f}".replace("-", "−")
