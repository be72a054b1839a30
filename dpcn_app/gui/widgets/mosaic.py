"""Many small pictures in a grid that fills its space: crisp, and cheap to draw again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPen, QPixmap

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.image_drawing import draw_crisp
from dpcn_app.gui.widgets.own_keys import take_key
from dpcn_app.gui.widgets.painted_widget import WAITING
from dpcn_app.gui.widgets.picture_grid import PictureGrid, fit_grid

Pictures = NDArray[np.floating[Any]]

_UNDERLINE, _SHORTEST = 3, 3.0
_MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class Mosaic(HoverWidget[int]):
    """A grid of signed pictures, of which one can be chosen.

    Arrow keys are left to the window. With the keyboard: Tab to come here, Ctrl and an arrow key to
    move, Return or Space to choose.

    Parameters
    ----------
    theme, name, describe
        Colours to begin with, the accessible name, and what returns the words about a picture.

    Signals
    -------
    chosen
        Index of the picture that was clicked, or chosen with the keyboard.
    """

    preferred, smallest = (360, 280), (120, 80)
    marks_hovered = True

    def __init__(self, theme: Theme, name: str, describe: Callable[[int], str]) -> None:
        super().__init__(theme, name)
        self._describe = describe
        self._source: object = None
        self._pictures: Pictures = np.zeros((0, 1, 1))
        self._images: list[QImage] = []
        self._order: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._strengths: NDArray[np.floating[Any]] | None = None
        self._peak = 0.0
        self._highlights: dict[int, float] = {}
        self._cursor = 0
        self._sheet: QPixmap | None = None
        self.waiting = WAITING
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    # --- what is shown ----------------------------------------------------------------------------

    def show_pictures(self, source: object, make: Callable[[], Pictures]) -> None:
        """Show pictures of shape (count, height, width), each scaled by itself.

        They are made only where `source` is another object than the last time.
        """
        if source is self._source:
            return
        self._source = source
        self._pictures = make()
        if len(self._pictures) != len(self._order):
            self._order = np.arange(len(self._pictures))
            self._strengths, self._peak = None, 0.0
            self._cursor = 0
        self.prepare()
        self.update()

    def show_order(self, order: NDArray[np.intp]) -> None:
        """Arrange the pictures: `order` lists their indices from the upper left on."""
        if not np.array_equal(order, self._order):
            self._order, self._sheet = order, None
            self.update()

    def show_strengths(self, strengths: NDArray[np.floating[Any]] | None) -> None:
        """Underline pictures, the longer the stronger; None for no underlines."""
        self._strengths = strengths
        if strengths is not None and len(strengths):
            self._peak = max(self._peak * 0.99, float(strengths.max()))
        self.update()

    def highlight(self, strengths: Mapping[int, float]) -> None:
        """Frame some pictures, the more clearly the stronger (0 to 1)."""
        if strengths != self._highlights:
            self._highlights = dict(strengths)
            self.update()

    def select(self, index: int | None) -> None:
        """Frame one picture in the accent colour, or none; the keyboard goes on from there."""
        if index != self._selected and index is not None and index in self._order:
            self._cursor = self._place_of(index)
        super().select(index)

    @property
    def order(self) -> NDArray[np.intp]:
        """Indices of the pictures from the upper left on."""
        return self._order

    @property
    def pictures(self) -> Pictures:
        """The pictures shown, by index."""
        return self._pictures

    def prepare(self) -> None:
        """Make an image of every picture."""
        count, height, width = self._pictures.shape
        peaks = np.abs(self._pictures).max(axis=(1, 2), initial=0, keepdims=True)
        column = (self._pictures / np.maximum(peaks, 1e-12)).reshape(-1, width)
        # One call is faster than many.
        whole = signed_image(column, 1.0, self._theme.name == "dark")
        self._images = [whole.copy(0, n * height, width, height) for n in range(count)]
        self._sheet = None

    # --- where it is shown ------------------------------------------------------------------------

    def _grid(self) -> PictureGrid:
        """Return where the pictures go."""
        height, width = self._pictures.shape[1:] if len(self._pictures) else (1, 1)
        return fit_grid(len(self._order), (width, height), (self.width(), self.height()))

    def _place_of(self, index: int) -> int:
        return int(np.flatnonzero(self._order == index)[0])

    def rectangle(self, index: int) -> QRectF:
        """Return where picture `index` is drawn."""
        return self._grid().rectangle(self._place_of(index))

    def index_at(self, position: QPointF) -> int | None:
        """Return the picture at a position, its underline included; None between pictures."""
        place = self._grid().place_at(position)
        return None if place is None else int(self._order[place])

    thing_at, area_of = index_at, rectangle

    def describe(self, index: int) -> str:
        return self._describe(index)

    # --- drawing ----------------------------------------------------------------------------------

    def _sheet_of_pictures(self) -> QPixmap:
        """Return all pictures on one sheet, which is kept while nothing but marks changes."""
        ratio = self.devicePixelRatioF()
        sheet = QPixmap(self.size() * ratio)
        sheet.setDevicePixelRatio(ratio)
        sheet.fill(QColor(self._theme.surface))
        grid = self._grid()
        with QPainter(sheet) as painter:
            painter.setPen(QPen(QColor(self._theme.line), 1))
            for place, index in enumerate(self._order):
                rectangle = grid.rectangle(place)
                draw_crisp(painter, rectangle, self._images[index])
                painter.drawRect(rectangle.adjusted(-1, -1, 0, 0))
        return sheet

    def paint(self, painter: QPainter) -> None:
        if not self._images:
            self.paint_words(painter, self.waiting)
            return
        if self._sheet is None or self._sheet.size() != self.size() * self.devicePixelRatioF():
            self._sheet = self._sheet_of_pictures()
        painter.drawPixmap(0, 0, self._sheet)
        grid = self._grid()
        self._paint_underlines(painter, grid)
        accent, text = QColor(self._theme.accent), QColor(self._theme.text)
        for place in self._framed_places():
            index, rectangle = int(self._order[place]), grid.rectangle(place)
            if index in self._highlights:
                colour = QColor(accent)
                colour.setAlphaF(float(np.clip(0.25 + 0.55 * self._highlights[index], 0, 1)))
                _frame(painter, rectangle, colour, 2)
            if index == self._hovered and index != self._selected:
                _frame(painter, rectangle, text, 1)
            if index == self._selected:
                _frame(painter, rectangle, accent, 3)
            if self.hasFocus() and place == self._cursor:
                _frame(painter, rectangle.adjusted(2, 2, -2, -2), accent, 1, Qt.PenStyle.DashLine)

    def _paint_underlines(self, painter: QPainter, grid: PictureGrid) -> None:
        """Underline pictures by their strengths: all at once, for a frame may use hundreds."""
        if self._strengths is None:
            return
        strengths, starts = self._strengths[self._order], grid.underlines
        places = np.flatnonzero(strengths > 0)
        shares = np.minimum(strengths[places] / max(self._peak, 1e-9), 1)
        lengths = np.round(np.maximum(shares * grid.width, _SHORTEST)).tolist()
        lines = [
            QRectF(*starts[place], length, _UNDERLINE)
            for place, length in zip(places.tolist(), lengths, strict=True)
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.text))
        painter.drawRects(lines)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _framed_places(self) -> list[int]:
        """Return the places that may have a frame; of a large dictionary they are few."""
        indices = {*self._highlights, self._hovered, self._selected}
        framed = np.isin(self._order, [each for each in indices if each is not None])
        if self._cursor < len(framed):
            framed[self._cursor] = True
        return np.flatnonzero(framed).tolist()

    # --- keyboard ---------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl and the arrow keys from the window's shortcuts while focused."""
        return take_key(event, self._is_move) or super().event(event)

    @staticmethod
    def _is_move(event: QKeyEvent) -> bool:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return held == Qt.KeyboardModifier.ControlModifier and event.key() in _MOVES

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chooses = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if not len(self._order):
            event.ignore()
        elif self._is_move(event):
            across, down = _MOVES[Qt.Key(event.key())]
            place = self._cursor + across + down * self._grid().columns
            if 0 <= place < len(self._order):
                self._cursor = place
                index = int(self._order[place])
                corner = self.rectangle(index).bottomRight().toPoint()
                self.show_tip(index, self.mapToGlobal(corner))
                self.update()
        elif event.key() in chooses:
            self.chosen.emit(int(self._order[self._cursor]))
        else:
            event.ignore()


def _frame(
    painter: QPainter,
    rectangle: QRectF,
    colour: QColor,
    width: int,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    pen = QPen(colour, width, style)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    half = width / 2
    painter.drawRect(rectangle.adjusted(-half, -half, half, half))
