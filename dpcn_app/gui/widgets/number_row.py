"""A few named numbers side by side: large numbers under small names, aligned wherever they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.fitted_font import fitting_share, scaled_font
from dpcn_app.live.measures import written

_NAME, _NUMBER = 0.85, 1.3  # sizes, against ordinary type
_WIDEST = 7.0  # of a cell, in lines of type
_APART = 0.35  # between numbers, in lines of their type
_SMALLEST = 0.5  # of type in narrow cells, as a share of what it should be

Numbers = Mapping[str, float | None]
"""Numbers by their names; None for one that is not known yet."""


def in_words(numbers: Numbers) -> str:
    """Return numbers with their names in one line."""
    return " · ".join(f"{name} {written(value)}" for name, value in numbers.items())


def numbers_height(font: QFont) -> float:
    """Return the height that numbers with their names above them take."""
    return _line(font, _NAME) + _line(font, _NUMBER)


def cell_width(font: QFont, width: float, count: int) -> float:
    """Return how far apart numbers stand where so many share a width."""
    return min(width / max(count, 1), _WIDEST * QFontMetricsF(font).height())


def draw_numbers(
    painter: QPainter, theme: Theme, box: QRectF, numbers: Numbers, font: QFont
) -> None:
    """Draw numbers from the left of a box on, in smaller type where it is narrow."""
    cell = cell_width(font, box.width(), len(numbers))
    names = _fitted(font, _NAME, list(numbers), cell, bold=False)
    larger = _fitted(font, _NUMBER, [written(each) for each in numbers.values()], cell, bold=True)
    above, below = _line(font, _NAME), _line(font, _NUMBER)
    for column, (name, value) in enumerate(numbers.items()):
        left = box.left() + column * cell
        painter.setFont(names)
        painter.setPen(QColor(theme.muted))
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.drawText(QRectF(left, box.top(), cell, above), align, name)
        painter.setFont(larger)
        painter.setPen(QColor(theme.text))
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, box.top() + above, cell, below), align, written(value))


def _line(font: QFont, size: float) -> float:
    return QFontMetricsF(font).height() * size


def _fitted(font: QFont, size: float, texts: list[str], cell: float, *, bold: bool) -> QFont:
    """Return the type in which all texts fit their cells, or nearly."""
    return _measured(font.toString(), size, tuple(texts), cell, bold)


@lru_cache(maxsize=256)
def _measured(font: str, size: float, texts: tuple[str, ...], cell: float, bold: bool) -> QFont:
    given = QFont()
    given.fromString(font)
    given.setBold(bold)
    full = scaled_font(given, size)
    metrics = QFontMetricsF(full)
    needed = max((metrics.horizontalAdvance(text) for text in texts), default=0.0)
    needed += _APART * metrics.height()
    return scaled_font(full, fitting_share(needed, cell, _SMALLEST))


class NumberRow(GuardedEvents, QWidget):
    """Named numbers as a widget; the pointer on one of them tells its equation.

    Parameters
    ----------
    theme
        Colours to begin with.
    name
        Accessible name; the numbers are its description.
    equations
        Which of the `EQUATIONS` each name stands for.
    """

    def __init__(self, theme: Theme, name: str, equations: Mapping[str, str]) -> None:
        super().__init__()
        self._theme, self._equations = theme, dict(equations)
        self._numbers: Numbers = dict.fromkeys(equations)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        attach_equation(self, self._equation_at)

    def show_numbers(self, numbers: Numbers) -> None:
        """Show numbers."""
        if numbers != self._numbers:
            self._numbers = dict(numbers)
            self.setAccessibleDescription(self.text())
            self.update()

    def text(self) -> str:
        """Return what is shown, in one line."""
        return in_words(self._numbers)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, round(numbers_height(self.font())) + 1)

    def _equation_at(self, place: QPoint) -> str | None:
        cell = cell_width(self.font(), self.width(), len(self._numbers))
        column = int(QPointF(place).x() / max(cell, 1.0))
        names = list(self._numbers)
        return self._equations.get(names[column]) if 0 <= column < len(names) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box = QRectF(self.rect())
            draw_numbers(painter, self._theme, box, self._numbers, self.font())
