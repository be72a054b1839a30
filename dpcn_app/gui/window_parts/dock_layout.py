"""Where the docks are: put in place, left to the projector, stored and restored."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QMainWindow

from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.theme import Theme

_VERSION = 1  # of stored layouts


class DockLayout:
    """The docks of a window, and how they are arranged.

    Parameters
    ----------
    window
        The window around which they are.

    Attributes
    ----------
    docks
        All of them, by the names of their panels.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._first: QByteArray | None = None  # once all docks are there
        self._before: QByteArray | None = None  # of the docks that the projector hides
        self.docks: dict[str, PanelDock] = {}

    def add(
        self, dock: PanelDock, area: Qt.DockWidgetArea, onto: str | None, *, page: bool
    ) -> None:
        """Put a dock into the window.

        Parameters
        ----------
        dock
            A dock with its panel.
        area
            Side of the window.
        onto
            Name of the panel beside which it is a tab; None for a place of its own.
        page
            Whether it needs more room than that: it is closed at first, and opens in a window of
            its own.
        """
        self.docks[dock.panel.name] = dock
        if page:
            dock.hide()  # first of all: a dock that is put somewhere shows itself
        self._window.addDockWidget(area, dock)
        if page:
            dock.setFloating(True)
            dock.resize(dock.panel.sizeHint())
        if onto is not None:
            self._window.tabifyDockWidget(self.docks[onto], dock)

    def use_theme(self, theme: Theme) -> None:
        """Leave only the causes to a projector; after it everything comes back."""
        projector = theme.name == "projector"
        for dock in self.docks.values():
            dock.header.setVisible(not projector)  # a class needs the room more than words
        if projector:
            self._before = self._before or self._window.saveState(_VERSION)
            for dock in self.docks.values():
                dock.setVisible(dock.panel.name == "causes")
            if "causes" in self.docks:
                half = [self._window.width() // 2]
                self._window.resizeDocks([self.docks["causes"]], half, Qt.Orientation.Horizontal)
        elif self._before is not None:
            self._window.restoreState(self._before, _VERSION)
            self._before = None

    def keep_first(self) -> None:
        """Remember the layout as the first one, once all docks are there."""
        self._first = self._window.saveState(_VERSION)

    def reset(self) -> None:
        """Bring all docks back to where they were at first."""
        if self._first is not None:
            self._window.restoreState(self._first, _VERSION)

    def restore(self) -> None:
        """Put docks and window where the user left them."""
        stored = QSettings()
        geometry, state = stored.value("window/geometry"), stored.value("window/state")
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            self._window.restoreState(state, _VERSION)

    def store(self, theme: Theme) -> None:
        """Remember where docks and window are, and the theme; not while docks are missing."""
        if self._first is None:
            return
        stored = QSettings()
        stored.setValue("window/geometry", self._window.saveGeometry())
        stored.setValue("window/state", self._before or self._window.saveState(_VERSION))
        stored.setValue("window/theme", theme.name)
        stored.sync()
