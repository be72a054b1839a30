"""A hover wherever a term stands in the window: its sentence, its equation, its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QEvent, QObject
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QTabBar, QToolTip, QWidget

from dpcn_app.gui.explaining.term_card import term_tip
from dpcn_app.gui.explaining.term_places import TermPlaces
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.term_text import term_at
from dpcn_app.lessons.term import Term

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow


class TermTips(GuardedEvents, QObject):
    """Answers what no widget has answered: Qt asks those around it for a tooltip next.

    Parameters
    ----------
    window
        Where the terms stand.
    places
        Where each is explained.

    Attributes
    ----------
    told
        The term that was told last; None before the first.
    """

    def __init__(self, window: MainWindow, places: TermPlaces) -> None:
        super().__init__(window)
        self._places = places
        self.told: Term | None = None
        self.listen(window)

    def listen(self, widget: QWidget) -> None:
        """Answer for a window, a dock, which may be a window of its own, or a bar of tabs."""
        widget.installEventFilter(self)

    @property
    def shown(self) -> Term | None:
        """The term that is being told now; None where there is none."""
        return self.told if QToolTip.isVisible() else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            bar = event.child()
            if isinstance(bar, QTabBar):  # of docks: it lets no tooltip through
                self.listen(bar)
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        assert isinstance(watched, QWidget)
        widget = watched if isinstance(watched, QTabBar) else watched.childAt(event.pos())
        self.told = None
        if widget is None or widget.window() is not watched.window():
            return False
        term = term_at(widget, widget.mapFrom(watched, event.pos()))
        if term is None:
            return False
        self.told = term
        QToolTip.setPalette(QApplication.palette())  # Qt keeps that of the first tooltip
        tip = term_tip(term, self._places.title(term.place))
        QToolTip.showText(event.globalPos(), tip, widget)
        return True
