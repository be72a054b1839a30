"""Bars of both solvers side by side: one column a state or cause, with a line to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from dpcn_app.gui.panels.microscope.solver_looks import solver_colour
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.image_drawing import draw_crisp
from dpcn_app.gui.widgets.painted_widget import WAITING

Values = NDArray[np.floating[Any]]

_MARGIN = 6.0
_WIDEST = 54.0  # of a column
_HEAD = 0.92  # size of the type above the bars, against ordinary type


@dataclass(frozen=True, eq=False)
class BarColumn:
    """What stands below the bars of a column.

    Parameters
    ----------
    index
        Index that a click chooses.
    label
        Its number, written where there is no picture.
    picture
        Signed values, shape (height, width); None for none.
    description
        What hovering says.
    """

    index: int
    label: str
    picture: Values | None
    description: str


@dataclass(frozen=True, eq=False)
class BarSection:
    """One row of bars above the common columns.

    Parameters
    ----------
    title
        What the bars are.
    values
        One row for each solver, one column for each column of the widget.
    lines
        Of the same shape: lines across the bars; None for none.
    reach
        Ends of the axis.
    share
        Of the height.
    """

    title: str
    values: Values
    lines: Values | None
    reach: tuple[float, float]
    share: float = 1.0


class SolverBars(HoverWidget[int]):
    """Sections of bars over common columns; a thing is the place of a column."""

    preferred, smallest = (300, 150), (170, 90)
    marks_hovered = True

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self._columns: tuple[BarColumn, ...] = ()
        self._sections: tuple[BarSection, ...] = ()
        self._images: dict[int, QImage] = {}
        self.words = WAITING

    def show_bars(self, columns: Sequence[BarColumn], sections: Sequence[BarSection]) -> None:
        """Show sections of bars over columns."""
        before, self._columns = self._columns, tuple(columns)
        self._sections = tuple(sections)
        same = len(before) == len(self._columns) and all(
            old.picture is new.picture for old, new in zip(before, self._columns, strict=True)
        )
        if not same:
            self.prepare()
        self.setAccessibleDescription("; ".join(each.description for each in columns))
        self.update()

    @property
    def columns(self) -> tuple[BarColumn, ...]:
        """What the columns are."""
        return self._columns

    @property
    def sections(self) -> tuple[BarSection, ...]:
        """The bars."""
        return self._sections

    def prepare(self) -> None:
        """Make an image of every picture."""
        dark = self._theme.name == "dark"
        self._images = {
            place: signed_image(each.picture, float(np.abs(each.picture).max()), dark)
            for place, each in enumerate(self._columns)
            if each.picture is not None
        }

    # --- where it is shown ------------------------------------------------------------------------

    @property
    def _type(self) -> QFont:
        return scaled_font(self.font(), _HEAD)

    def _foot(self) -> float:
        """Return the height of what stands below the bars."""
        line = QFontMetricsF(self._type).height()
        if not self._images:
            return line
        return max(line, min(self._step() - 3, self.height() * 0.24))

    def _step(self) -> float:
        return min((self.width() - 2 * _MARGIN) / max(len(self._columns), 1), _WIDEST)

    def column_box(self, place: int) -> QRectF:
        """Return the column at a place, from the top of the widget to its bottom."""
        step = self._step()
        return QRectF(_MARGIN + place * step, 0, step, self.height())

    area_of = column_box

    def thing_at(self, position: QPointF) -> int | None:
        place = int((position.x() - _MARGIN) // self._step())
        return place if 0 <= place < len(self._columns) else None

    def describe(self, place: int) -> str:
        return self._columns[place].description if place < len(self._columns) else ""

    def choose(self, place: int) -> None:
        """Emit `chosen` with the index of a column."""
        self.chosen.emit(self._columns[place].index)

    def section_boxes(self) -> list[QRectF]:
        """Return where the bars of each section are, without its title."""
        line = QFontMetricsF(self._type).height()
        room = self.height() - self._foot() - 6 - len(self._sections) * (line + 3)
        total = sum(each.share for each in self._sections)
        boxes, top = [], 0.0
        for each in self._sections:
            height = max(room * each.share / total, 4.0)
            boxes.append(QRectF(_MARGIN, top + line + 1, self.width() - 2 * _MARGIN, height))
            top += line + 3 + height
        return boxes

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        if not self._columns:
            self.paint_words(painter, self.words)
            return
        self._paint_marked(painter)
        painter.setFont(self._type)
        for section, box in zip(self._sections, self.section_boxes(), strict=True):
            self._paint_section(painter, section, box)
        self._paint_feet(painter)

    def _paint_marked(self, painter: QPainter) -> None:
        """Lay a light ground behind the column that is followed, and the one under the mouse."""
        for place, each in enumerate(self._columns):
            chosen = each.index == self._selected
            if chosen or place == self._hovered:
                colour = QColor(self._theme.accent if chosen else self._theme.text)
                colour.setAlphaF(0.2 if chosen else 0.1)
                painter.fillRect(self.column_box(place).adjusted(1, 0, -1, 0), colour)

    def _paint_section(self, painter: QPainter, section: BarSection, box: QRectF) -> None:
        theme, (low, high) = self._theme, section.reach
        font = painter.font()
        high_type = QFontMetricsF(font).height()
        head = QRectF(box.left(), box.top() - high_type - 1, box.width(), high_type)
        painter.setFont(fitted_font(font, section.title, head.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft, section.title)
        painter.setFont(font)
        unit = box.height() / max(high - low, 1e-12)
        zero = box.bottom() + low * unit
        painter.fillRect(QRectF(box.left(), zero - 0.5, box.width(), 1), QColor(theme.line))
        step = self._step()
        wide = (step * 0.86) / len(section.values)
        for solver, values in enumerate(section.values):
            colour = solver_colour(theme, solver)
            light = QColor(colour)
            light.setAlphaF(0.32)
            for place, value in enumerate(values.tolist()):
                left = _MARGIN + place * step + step * 0.07 + solver * wide
                end = min(max(box.bottom() - (value - low) * unit, box.top()), box.bottom())
                bar = QRectF(left + 0.5, min(end, zero), max(wide - 1, 1), abs(end - zero))
                if bar.height() > 0.2:
                    painter.fillRect(bar, light if solver else colour)
                    if solver and bar.width() > 3:
                        painter.setPen(QPen(colour, 1))
                        painter.drawRect(bar)
                if section.lines is not None:
                    self._paint_line(painter, box, left, wide, section, solver, place)

    def _paint_line(
        self,
        painter: QPainter,
        box: QRectF,
        left: float,
        wide: float,
        section: BarSection,
        solver: int,
        place: int,
    ) -> None:
        """Draw the line that a bar is compared with."""
        assert section.lines is not None
        low, high = section.reach
        value = float(section.lines[solver, place])
        if not np.isfinite(value):
            return
        y = (
            box.bottom()
            - (min(max(value, low), high) - low) / max(high - low, 1e-12) * box.height()
        )
        painter.fillRect(QRectF(left - 0.5, y - 1, wide + 0.5, 2), QColor(self._theme.text))

    def _paint_feet(self, painter: QPainter) -> None:
        """Draw the atom of each column, or write its number."""
        foot, step = self._foot(), self._step()
        top, side = self.height() - foot - 3, min(foot, step - 3)
        metrics = QFontMetricsF(painter.font())
        widest = max(metrics.horizontalAdvance(each.label) for each in self._columns)
        every = max(1, int(np.ceil((widest + 3) / step)))
        for place, each in enumerate(self._columns):
            middle = _MARGIN + (place + 0.5) * step
            if place in self._images:
                box = QRectF(middle - side / 2, top + (foot - side) / 2, side, side)
                draw_crisp(painter, box, self._images[place])
                chosen = each.index == self._selected
                painter.setPen(
                    QPen(
                        QColor(self._theme.accent if chosen else self._theme.line),
                        2 if chosen else 1,
                    )
                )
                painter.drawRect(box)
            elif place % every == 0:
                painter.setPen(QColor(self._theme.muted))
                box = QRectF(middle - widest, top, 2 * widest, foot)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, each.label)
