"""Where a term is in the window: what that place is called, and bringing it to the front, lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from dpcn_app.gui.lesson.lesson_light import LessonLight, lit_widget

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_LIT_MS = 6000
_CONTROLS = {
    "stage": "Stage",
    "mode": "list of modes",
    "belief": "shapes to look for",
    "model": "list of networks",
    "noise": "amount of noise",
}


class TermPlaces:
    """Knows the places of a window by the names that lessons light them by.

    Parameters
    ----------
    window
        Whose panels and controls they are.

    Attributes
    ----------
    light
        The frame around the place that was shown last, for some seconds.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.light = LessonLight(window)
        self.light.setAccessibleName("Where the term is")
        self._ending = QTimer(self.light)
        self._ending.setSingleShot(True)
        self._ending.timeout.connect(lambda: self.light.surround(""))

    def title(self, place: str) -> str:
        """Return what a place is called; empty for none."""
        if place in self._window.docks:
            return self._window.docks[place].panel.title
        return _CONTROLS.get(place, "")

    def can_show(self, place: str) -> bool:
        """Whether a place can be shown now: on a projector some controls have no room."""
        if place in self._window.docks:
            return True
        widget = lit_widget(self._window, place)
        return widget is not None and not widget.isHidden()

    def show(self, place: str) -> None:
        """Bring a place to the front, and light it for some seconds."""
        self._window.pages.close()
        self._window.show_panel(place)
        self.light.surround(place)
        self._ending.start(_LIT_MS)
