"""Pictures with captions in rows: the atoms that a cause expects, an atom and its successors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.image_drawing import draw_crisp

_GAP = 8
_ARROW = 22
_SMALLEST_TYPE = 0.6  # of captions, as a share of the ordinary size
_LARGEST = 6  # device-independent pixels per pixel of a picture


@dataclass(frozen=True, eq=False)
class Item:
    """One picture of a strip.

    Parameters
    ----------
    index
        Index that a click on it chooses.
    picture
        Signed values, shape (height, width).
    captions
        Lines below it.
    description
        What hovering says.
    """

    index: int
    picture: NDArray[np.floating[Any]]
    captions: tuple[str, ...]
    description: str


class Strip(HoverWidget[Item]):
    """Rows of captioned pictures, of which one can be clicked.

    Parameters
    ----------
    theme, name
        Colours to begin with, and the accessible name.
    arrow
        Whether an arrow leads from the first picture of each row to the others.
    """

    preferred, smallest = (360, 160), (160, 90)
    repeats_tip = True

    def __init__(self, theme: Theme, name: str, *, arrow: bool = False) -> None:
        super().__init__(theme, name)
        self._arrow = arrow
        self._rows: list[list[Item]] = []
        self._items: list[Item] = []
        self._images: dict[int, QImage] = {}
        self._key: tuple[object, ...] = ()
        self.hint = ""

    def show_rows(self, key: tuple[object, ...], make: Callable[[], list[list[Item]]]) -> None:
        """Show rows of items, which are made only where a part of `key` is another object."""
        same = len(key) == len(self._key) and all(
            new is old or (isinstance(new, int | str | tuple) and new == old)
            for new, old in zip(key, self._key, strict=True)
        )
        if not same:
            self._key, self._rows = key, make()
            self._items = [item for row in self._rows for item in row]
            self.prepare()
            self.update()

    @property
    def rows(self) -> Sequence[Sequence[Item]]:
        """What is shown."""
        return self._rows

    def prepare(self) -> None:
        """Make an image of every picture."""
        dark = self._theme.name == "dark"
        self._images = {
            id(item): signed_image(item.picture, float(np.abs(item.picture).max()), dark)
            for item in self._items
        }

    # --- where it is shown ------------------------------------------------------------------------

    def _lines(self) -> list[list[int]]:
        """Return the items of each line, as indices into the list of all items.

        With arrows, as many rows as fit; otherwise all items, in the lines that make the pictures
        largest.
        """
        if not self._items:
            return []
        if self._arrow:
            height = self._items[0].picture.shape[0] * 2 + self._caption_height() + _GAP
            fitting = max(1, int((self.height() - _GAP) / height))
            numbers = iter(range(len(self._items)))
            return [[next(numbers) for _ in row] for row in self._rows[:fitting]]
        options = []
        for per_line in range(1, len(self._items) + 1):
            starts = range(0, len(self._items), per_line)
            options.append([list(range(len(self._items))[i : i + per_line]) for i in starts])
        return max(options, key=lambda lines: (self._scale(lines), -len(lines)))

    def _scale(self, lines: list[list[int]]) -> float:
        """Return how large a pixel can be; a little above 0 where captions would collide."""
        columns = max(len(line) for line in lines)
        height, width = self._items[0].picture.shape
        across = (self.width() - _GAP - (_ARROW if self._arrow else 0)) / columns - _GAP
        down = (self.height() - _GAP) / len(lines) - _GAP - self._caption_height()
        scale = float(np.clip(min(across / width, down / height), 0.01, _LARGEST))
        return scale if self._caption_width() * _SMALLEST_TYPE <= across else scale / 100

    def _caption_width(self) -> float:
        metrics = QFontMetricsF(self.font())
        captions = {line for item in self._items for line in item.captions}
        return max((metrics.horizontalAdvance(line) for line in captions), default=0.0)

    def _caption_height(self) -> float:
        return len(self._items[0].captions) * QFontMetricsF(self.font()).height()

    def places(self) -> list[tuple[Item, QRectF, QRectF]]:
        """Return every item that is drawn, with the rectangles of its picture and captions."""
        lines = self._lines()
        if not lines:
            return []
        columns = max(len(line) for line in lines)
        height, width = self._items[0].picture.shape
        arrow = _ARROW if self._arrow else 0
        cell = (self.width() - _GAP - arrow) / columns
        down = (self.height() - _GAP) / len(lines) - _GAP - self._caption_height()
        scale = float(np.clip(min((cell - _GAP) / width, down / height), 0.1, _LARGEST))
        cell = min(cell, max(width * scale, self._caption_width()) + 2 * _GAP)
        line_height = height * scale + self._caption_height() + _GAP
        left = round(max((self.width() - columns * cell - arrow) / 2, 0))
        top = round(max((self.height() - len(lines) * line_height) / 2, _GAP / 2))
        found = []
        for row, line in enumerate(lines):
            for column, number in enumerate(line):
                x = left + column * cell + (arrow if column else 0)
                y = top + row * line_height
                picture = QRectF(
                    round(x + (cell - width * scale) / 2), round(y), width * scale, height * scale
                )
                captions = QRectF(x, picture.bottom() + 1, cell, self._caption_height())
                found.append((self._items[number], picture, captions))
        return found

    def item_at(self, position: QPointF) -> Item | None:
        """Return the item at a position, captions included."""
        for item, picture, captions in self.places():
            if picture.united(captions).contains(position):
                return item
        return None

    thing_at = item_at

    def describe(self, item: Item) -> str:
        return item.description

    def choose(self, item: Item) -> None:
        self.chosen.emit(item.index)

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        theme, places = self._theme, self.places()
        if not places:
            self.paint_words(painter, self.hint)
            return
        share = (places[0][2].width() - _GAP) / max(self._caption_width(), 1)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * float(np.clip(share, _SMALLEST_TYPE, 1)))
        painter.setFont(font)
        line_height = QFontMetricsF(font).height()
        previous: QRectF | None = None
        follows_head = False
        for item, picture, captions in places:
            draw_crisp(painter, picture, self._images[id(item)])
            chosen = item.index == self._selected
            pen = QPen(QColor(theme.accent if chosen else theme.line), 3 if chosen else 1)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(picture.adjusted(-1, -1, 0, 0))
            for number, caption in enumerate(item.captions):
                painter.setPen(QColor(theme.text if number == 0 else theme.muted))
                line = QRectF(captions.left(), captions.top() + number * line_height, 0, 0)
                line.setSize(captions.size())
                align = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
                painter.drawText(line, align, caption)
            if self._arrow and previous is not None and previous.top() == picture.top():
                if follows_head:
                    y = picture.center().y()
                    self._draw_arrow(painter, previous.right(), picture.left(), y)
                follows_head = False
            else:
                follows_head = True
            previous = picture

    def _draw_arrow(self, painter: QPainter, start: float, end: float, y: float) -> None:
        middle = (start + end) / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.text), 1.6))
        painter.drawLine(QPointF(middle - 8, y), QPointF(middle + 8, y))
        for side in (-4, 4):
            painter.drawLine(QPointF(middle + 8, y), QPointF(middle + 3, y + side))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
