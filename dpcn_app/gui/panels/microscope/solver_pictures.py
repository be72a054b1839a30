"""Pictures side by side: the input, and what each solver makes of it so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from dpcn_app.gui.panels.microscope.solver_looks import solver_colour
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.image_colours import grey_image, signed_image
from dpcn_app.gui.widgets.image_drawing import draw_whole
from dpcn_app.gui.widgets.painted_widget import WAITING

_GAP = 5.0
_TYPE = 0.92  # size of captions, against ordinary type


@dataclass(frozen=True, eq=False)
class SolverPicture:
    """One picture.

    Parameters
    ----------
    title
        What it is.
    solver
        Whose it is; None for nobody's.
    values
        Shape (height, width); None for a picture that is not there yet.
    reach
        The values drawn black and white; None for signed colours.
    waiting
        What is said in place of a picture that is not there yet.
    """

    title: str
    solver: int | None
    values: NDArray[np.floating[Any]] | None
    reach: tuple[float, float] | None = (0.0, 1.0)
    waiting: str = ""


class SolverPictures(HoverWidget[int]):
    """Pictures of one shape, in the arrangement in which they are largest.

    A thing is a place in the pictures, such as a patch, and is marked in all of them.
    """

    preferred, smallest = (220, 150), (110, 70)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self._pictures: tuple[SolverPicture, ...] = ()
        self._places: NDArray[np.floating[Any]] = np.zeros((0, 4))
        self._names: tuple[str, ...] = ()
        self._stretched = False

    def show_pictures(
        self,
        pictures: Sequence[SolverPicture],
        places: NDArray[np.floating[Any]],
        names: Sequence[str],
        *,
        stretched: bool = False,
    ) -> None:
        """Show pictures.

        Parameters
        ----------
        pictures
            The first gives the shape of all.
        places, names
            Boxes in a picture that can be chosen: top, left, height and width in its pixels, shape
            (n, 4), and what each is called.
        stretched
            Whether pixels need not be square, as those of a table of numbers.
        """
        self._pictures, self._places = tuple(pictures), places
        self._names, self._stretched = tuple(names), stretched
        self.update()

    @property
    def pictures(self) -> tuple[SolverPicture, ...]:
        """What is shown."""
        return self._pictures

    # --- where it is shown ------------------------------------------------------------------------

    @property
    def _type(self) -> QFont:
        return scaled_font(self.font(), _TYPE)

    def _shape(self) -> tuple[float, float]:
        values = self._pictures[0].values if self._pictures else None
        return (1.0, 1.0) if values is None else (float(values.shape[0]), float(values.shape[1]))

    def boxes(self) -> list[QRectF]:
        """Return where each picture is, below its title."""
        count = len(self._pictures)
        if not count:
            return []
        line = QFontMetricsF(self._type).height()
        height, width = self._shape()
        best: tuple[float, int] = (-1.0, 1)
        for columns in (1,) if self._stretched else range(1, count + 1):
            rows = -(-count // columns)
            unit = min(
                (self.width() / columns - _GAP) / width,
                ((self.height() - 2) / rows - line - _GAP) / height,
            )
            best = max(best, (unit, columns), key=lambda each: each[0])
        unit, columns = max(best[0], 0.05), best[1]
        rows = -(-count // columns)
        cell = (self.width() / columns, (self.height() - 2) / rows)
        size = (width * unit, height * unit)
        if self._stretched:
            size = (cell[0] - 2 * _GAP, max(cell[1] - line - _GAP, 4.0))
        wide = min(cell[0], size[0] + 4 * _GAP)
        start = (self.width() - columns * wide) / 2
        boxes = []
        for place in range(count):
            row, column = divmod(place, columns)
            left = start + column * wide + (wide - size[0]) / 2
            top = row * cell[1] + line + max((cell[1] - line - _GAP - size[1]) / 2, 0)
            boxes.append(QRectF(round(left), round(top), size[0], size[1]))
        return boxes

    def place_box(self, place: int, picture: int = 0) -> QRectF:
        """Return where a place lies in a picture."""
        box, (height, width) = self.boxes()[picture], self._shape()
        top, left, tall, wide = self._places[place].tolist()
        across, down = box.width() / width, box.height() / height
        return QRectF(
            box.left() + left * across, box.top() + top * down, wide * across, tall * down
        ).intersected(box)

    def thing_at(self, position: QPointF) -> int | None:
        height, width = self._shape()
        for picture, box in zip(self._pictures, self.boxes(), strict=True):
            if not box.contains(position) or not len(self._places) or picture.reach is None:
                continue
            x = (position.x() - box.left()) / box.width() * width
            y = (position.y() - box.top()) / box.height() * height
            middles = self._places[:, :2] + self._places[:, 2:] / 2
            apart = (np.abs(middles - (y, x)) / np.maximum(self._places[:, 2:], 1e-6)).max(axis=1)
            return int(apart.argmin())
        return None

    def describe(self, place: int) -> str:
        return f"{self._names[place]}; click to see its states"

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        if not self._pictures:
            self.paint_words(painter, WAITING)
            return
        for number, (picture, box) in enumerate(zip(self._pictures, self.boxes(), strict=True)):
            self._paint_title(painter, picture, box)
            self._paint_picture(painter, picture, box)
            shown = picture.reach is not None and picture.values is not None
            if shown and self._selected is not None and self._selected < len(self._places):
                painter.setPen(QPen(QColor(self._theme.accent), 1.6))
                painter.drawRect(self.place_box(self._selected, number))

    def _paint_title(self, painter: QPainter, picture: SolverPicture, box: QRectF) -> None:
        font = self._type
        line = QFontMetricsF(font).height()
        painter.setFont(fitted_font(font, picture.title, max(box.width() + _GAP, 20)))
        solver = picture.solver
        colour = QColor(self._theme.text) if solver is None else solver_colour(self._theme, solver)
        painter.setPen(colour)
        above = QRectF(box.left() - _GAP, box.top() - line, box.width() + 2 * _GAP, line)
        painter.drawText(above, Qt.AlignmentFlag.AlignCenter, picture.title)

    def _paint_picture(self, painter: QPainter, picture: SolverPicture, box: QRectF) -> None:
        theme, values = self._theme, picture.values
        if values is None:
            painter.fillRect(box, QColor(theme.raised))
            painter.setPen(QColor(theme.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.setFont(self._type)
            painter.drawText(box.adjusted(2, 2, -2, -2), flags, picture.waiting)
        elif picture.reach is None:
            limit = float(np.abs(values).max())
            draw_whole(painter, box, signed_image(values, limit, theme.name == "dark"))
        else:
            low, high = picture.reach
            draw_whole(painter, box, grey_image(values, low=low, high=high))
        solver = picture.solver
        colour = QColor(theme.line) if solver is None else solver_colour(theme, solver)
        painter.setPen(QPen(colour, 1 if solver is None else 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
