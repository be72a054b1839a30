"""A painted widget of many things: hovering over one tells what it is, a click chooses it.

A thing is whatever the subclass says: the index of a bar, an entry of a matrix, a picture.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QToolTip

from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.painted_widget import PaintedWidget
from dpcn_app.gui.widgets.plain_text import plain_tip

Thing = TypeVar("Thing")


class HoverWidget(PaintedWidget, Generic[Thing]):
    """A painted widget that knows which of its things the mouse is over.

    A subclass says where things are (`thing_at`) and what is said about them (`describe`). While
    there is nothing to show, `thing_at` returns None, and nothing else is asked.

    Attributes
    ----------
    marks_hovered
        Whether the thing under the mouse looks different, so that hovering paints anew.
    repeats_tip
        Whether every move of the mouse shows the tip, and not only one that comes to another thing.

    Signals
    -------
    chosen
        Index of the thing that was clicked.
    """

    chosen = Signal(int)
    marks_hovered: ClassVar[bool] = False
    repeats_tip: ClassVar[bool] = False

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme, name)
        self._selected: int | None = None
        self._hovered: Thing | None = None
        self.setMouseTracking(True)

    # --- what a subclass says ---------------------------------------------------------------------

    def thing_at(self, position: QPointF, /) -> Thing | None:
        """Return the thing at a position; None where there is none, as in an empty widget."""
        return None

    def describe(self, thing: Thing, /) -> str:
        """Return what hovering over a thing says; by default, nothing."""
        return ""

    def area_of(self, thing: Thing, /) -> QRectF:
        """Return the area for which the tip about a thing holds; if empty, the whole widget.

        Qt hides the tip as soon as the mouse leaves that area.
        """
        return QRectF()

    def choose(self, thing: Thing, /) -> None:
        """Emit `chosen` for a thing that was clicked; overridden where things are not indices."""
        self.chosen.emit(thing)

    # --- what is selected, and what is said -------------------------------------------------------

    def select(self, index: int | None) -> None:
        """Mark the thing with an index; None for none."""
        if index != self._selected:
            self._selected = index
            self.update()

    @property
    def selected(self) -> int | None:
        """The index that is marked."""
        return self._selected

    def show_tip(self, thing: Thing, position: QPoint) -> None:
        """Show the tip about a thing at a position of the screen."""
        area = self.area_of(thing).toAlignedRect()
        QToolTip.showText(position, plain_tip(self.describe(thing)), self, area)

    def _hover(self, thing: Thing | None) -> bool:
        """Remember what the mouse is over; return whether that is something else than before."""
        changed = thing != self._hovered
        self._hovered = thing
        if changed and self.marks_hovered:
            self.update()
        return changed

    # --- mouse ------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        thing = self.thing_at(event.position())
        if not self._hover(thing) and not self.repeats_tip:
            return
        if thing is None:
            QToolTip.hideText()
        else:
            self.show_tip(thing, event.globalPosition().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        thing = self.thing_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and thing is not None:
            self.choose(thing)
