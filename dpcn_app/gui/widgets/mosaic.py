"""Many small pictures in a grid that fills its space: crisp, and cheap to draw again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.image_drawing import draw_crisp

Pictures = NDArray[np.floating[Any]]

_GAP = 7  # between pictures: room for the underline and the frame
_UNDERLINE = 3
_LARGEST_GAP = 16
_WHOLE = 5  # from this scale on, pixels are whole numbers wide
_MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class Mosaic(QWidget):
    """A grid of signed pictures, of which one can be chosen.

    Arrow keys are left to the window. With the keyboard: Tab to come here, Ctrl and an arrow key to
    move, Return or Space to choose.

    Parameters
    ----------
    theme
        Colours to begin with.
    name
        Accessible name.
    describe
        Returns what is said about picture `index`.

    Signals
    -------
    chosen
        Index of the picture that was clicked, or chosen with the keyboard.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, name: str, describe: Callable[[int], str]) -> None:
        super().__init__()
        self._theme, self._describe = theme, describe
        self._source: object = None
        self._pictures: Pictures = np.zeros((0, 1, 1))
        self._images: list[QImage] = []
        self._order: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._strengths: NDArray[np.floating[Any]] | None = None
        self._peak = 0.0
        self._highlights: dict[int, float] = {}
        self._selected: int | None = None
        self._hovered: int | None = None
        self._cursor = 0
        self._sheet: QPixmap | None = None
        self.waiting = "Waiting for the network…"
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

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
        self._paint_images()

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme's colours."""
        self._theme = theme
        self._paint_images()

    def show_order(self, order: NDArray[np.intp]) -> None:
        """Arrange the pictures: `order` lists their indices from the upper left on."""
        if not np.array_equal(order, self._order):
            self._order = order
            self._redraw()

    def show_strengths(self, strengths: NDArray[np.floating[Any]] | None) -> None:
        """Underline pictures, as far as they are strong; None for no underlines."""
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
        """Frame one picture in the accent colour, or none."""
        if index != self._selected:
            self._selected = index
            if index is not None and index in self._order:
                self._cursor = int(np.flatnonzero(self._order == index)[0])
            self.update()

    @property
    def selected(self) -> int | None:
        """The framed picture."""
        return self._selected

    @property
    def order(self) -> NDArray[np.intp]:
        """Indices of the pictures from the upper left on."""
        return self._order

    @property
    def pictures(self) -> Pictures:
        """The pictures shown, by index."""
        return self._pictures

    def _paint_images(self) -> None:
        count, height, width = self._pictures.shape
        peaks = np.abs(self._pictures).max(axis=(1, 2), initial=0, keepdims=True)
        column = (self._pictures / np.maximum(peaks, 1e-12)).reshape(-1, width)
        whole = signed_image(
            column, 1.0, self._theme.name == "dark"
        )  # one call is faster than many
        self._images = [whole.copy(0, n * height, width, height) for n in range(count)]
        self._redraw()

    def _redraw(self) -> None:
        self._sheet = None
        self.update()

    # --- where it is shown ------------------------------------------------------------------------

    def _layout(self) -> tuple[int, float, float, float, QPointF]:
        """Return columns, width and height of a picture, gap, and the upper left corner.

        The number of columns is that of the largest pictures.
        """
        count = max(len(self._pictures), 1)
        height, width = self._pictures.shape[1:] if len(self._pictures) else (1, 1)
        space_x, space_y = self.width() - _GAP, self.height() - _GAP
        best, columns = 0.0, 1
        for candidate in range(1, count + 1):
            rows = -(-count // candidate)
            scale = min(
                (space_x / candidate - _GAP) / width,
                (space_y / rows - _GAP) / height,
            )
            if scale > best + 1e-9:
                best, columns = scale, candidate
        scale = max(best, 0.05)
        if scale >= _WHOLE:
            scale = float(int(scale))
        rows = -(-count // columns)
        spare_x = (space_x - columns * (width * scale + _GAP)) / columns
        spare_y = (space_y - rows * (height * scale + _GAP)) / rows
        gap = _GAP + float(np.clip(min(spare_x, spare_y), 0, _LARGEST_GAP - _GAP))
        total_x = columns * (width * scale + gap) - gap
        total_y = rows * (height * scale + gap) - gap
        corner = QPointF(
            round(max((self.width() - total_x) / 2, 2)),
            round(max((self.height() - total_y) / 2, 2)),
        )
        return columns, width * scale, height * scale, gap, corner

    def rectangle(self, index: int) -> QRectF:
        """Return where picture `index` is drawn."""
        place = int(np.flatnonzero(self._order == index)[0])
        return self._rectangle(place, self._layout())

    @staticmethod
    def _rectangle(place: int, layout: tuple[int, float, float, float, QPointF]) -> QRectF:
        columns, width, height, gap, corner = layout
        row, column = divmod(place, columns)
        left = corner.x() + round(column * (width + gap))
        return QRectF(left, corner.y() + round(row * (height + gap)), width, height)

    def index_at(self, position: QPointF) -> int | None:
        """Return the picture at a position, its underline included; None between pictures."""
        if not len(self._order):
            return None
        columns, width, height, gap, corner = self._layout()
        column = int((position.x() - corner.x() + gap / 2) // (width + gap))
        row = int((position.y() - corner.y() + gap / 2) // (height + gap))
        place = row * columns + column
        if not 0 <= column < columns or not 0 <= place < len(self._order):
            return None
        return int(self._order[place])

    def text_at(self, position: QPointF) -> str:
        """Return what hovering there says; empty for nothing."""
        index = self.index_at(position)
        return "" if index is None else self._describe(index)

    def sizeHint(self) -> QSize:
        return QSize(360, 280)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 80)

    # --- drawing ----------------------------------------------------------------------------------

    def _sheet_of_pictures(self) -> QPixmap:
        """Return all pictures on one sheet, which is kept while nothing but marks changes."""
        ratio = self.devicePixelRatioF()
        sheet = QPixmap(self.size() * ratio)
        sheet.setDevicePixelRatio(ratio)
        sheet.fill(QColor(self._theme.surface))
        layout = self._layout()
        with QPainter(sheet) as painter:
            painter.setPen(QPen(QColor(self._theme.line), 1))
            for place, index in enumerate(self._order):
                rectangle = self._rectangle(place, layout)
                draw_crisp(painter, rectangle, self._images[index])
                painter.drawRect(rectangle.adjusted(-1, -1, 0, 0))
        return sheet

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # ends it even after an error, without which Qt crashes
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        if self._sheet is None or self._sheet.size() != self.size() * self.devicePixelRatioF():
            self._sheet = self._sheet_of_pictures()
        painter.drawPixmap(0, 0, self._sheet)
        if not self._images:
            painter.setPen(QColor(self._theme.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(12, 12, -12, -12), flags, self.waiting)
            return
        layout = self._layout()
        accent = QColor(self._theme.accent)
        for place, index in enumerate(self._order):
            rectangle = self._rectangle(place, layout)
            if self._strengths is not None and self._strengths[index] > 0:
                share = min(float(self._strengths[index]) / max(self._peak, 1e-9), 1.0)
                length = max(share * rectangle.width(), 3.0)
                underline = QRectF(
                    rectangle.left(), rectangle.bottom() + 1, round(length), _UNDERLINE
                )
                painter.fillRect(underline, QColor(self._theme.text))
            if index in self._highlights:
                colour = QColor(accent)
                colour.setAlphaF(float(np.clip(0.25 + 0.55 * self._highlights[index], 0, 1)))
                _frame(painter, rectangle, colour, 2)
            if index == self._hovered and index != self._selected:
                _frame(painter, rectangle, QColor(self._theme.text), 1)
            if index == self._selected:
                _frame(painter, rectangle, accent, 3)
            if self.hasFocus() and place == self._cursor:
                _frame(painter, rectangle.adjusted(2, 2, -2, -2), accent, 1, Qt.PenStyle.DashLine)

    # --- mouse and keyboard -----------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position())
        if index == self._hovered:
            return
        self._hovered = index
        self.update()
        if index is None:
            QToolTip.hideText()
            return
        self._tell(index, event.globalPosition().toPoint())

    def _tell(self, index: int, position: QPoint) -> None:
        area: QRect = self.rectangle(index).toAlignedRect()
        QToolTip.showText(position, self._describe(index), self, area)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index is not None:
            self.chosen.emit(index)

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl and the arrow keys from the window's shortcuts while focused."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._is_move(event)
        ):
            event.accept()
            return True
        return super().event(event)

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
            place = self._cursor + across + down * self._layout()[0]
            if 0 <= place < len(self._order):
                self._cursor = place
                index = int(self._order[place])
                corner = self.rectangle(index).bottomRight().toPoint()
                self._tell(index, self.mapToGlobal(corner))
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
