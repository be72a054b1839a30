"""Where the docks are: put in place, left to the projector, stored and restored."""

from __future__ import annotations

import json
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QTabBar

from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme

_VERSION = 1  # of stored layouts
_PATIENCE_MS = 1500  # within which a desktop gives a window the size that was asked for


@dataclass(frozen=True)
class Arrangement:
    """Where all docks are, in a window of a size.

    Parameters
    ----------
    state
        Their places and sizes in pixels, as Qt keeps them.
    size
        Of the window, in which these sizes fit.
    shares
        Width and height of each dock that is seen over those of the window, by the names of the
        panels, for windows of another size.
    """

    state: QByteArray
    size: QSize
    shares: dict[str, tuple[float, float]]


class DockLayout(GuardedEvents, QObject):
    """The docks of a window, and how they are arranged.

    Parameters
    ----------
    window
        The window around which they are.

    Attributes
    ----------
    docks
        All of them, by the names of their panels.
    beside
        Width of what stands beside stage and docks, such as the page of a lesson.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._first: QByteArray | None = None  # once all docks are there
        self._before: Arrangement | None = None  # of the docks that the projector hides
        self._wanted: Arrangement | None = None  # until the window has its size
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._give_up)
        self._kept: dict[str, tuple[float, float]] = {}  # shares before the window was resized
        self._following = QTimer(self)
        self._following.setSingleShot(True)
        self._following.timeout.connect(self._follow)
        self._large = "causes"  # the panel beside the stage on a projector
        self.docks: dict[str, PanelDock] = {}
        self.beside = 0
        window.installEventFilter(self)

    def add(self, dock: PanelDock, area: Qt.DockWidgetArea, onto: str | None) -> None:
        """Put a dock into the window.

        Parameters
        ----------
        dock
            A dock with its panel.
        area
            Side of the window.
        onto
            Name of the panel beside which it is a tab; None for a place of its own.
        """
        self.docks[dock.panel.name] = dock
        dock.installEventFilter(self)
        self._window.addDockWidget(area, dock)
        if onto is not None:
            self._window.tabifyDockWidget(self.docks[onto], dock)

    # --- projector --------------------------------------------------------------------------------

    def use_theme(self, theme: Theme) -> None:
        """Leave only one panel to a projector, the causes at first; then everything comes back."""
        projector = theme.name == "projector"
        for dock in self.docks.values():
            dock.header.setVisible(not projector)  # a class needs the room more than words
        if projector:
            self._before = self._before or self.arrangement()
            self._show_large(self._large)
        elif self._before is not None:
            self.put_back(self._before)
            self._before, self._large = None, "causes"

    def bring(self, name: str) -> None:
        """Bring a panel to the front; on a projector beside the stage, or the causes again."""
        if name not in self.docks:
            return
        if self._before is not None:
            self._show_large("causes" if self._large == name else name)
            return
        self.docks[name].show()
        self.docks[name].raise_()

    def _show_large(self, name: str) -> None:
        """Show one panel beside the stage, and no other."""
        self._large = name
        if name != "causes":  # it comes from below the stage; all is put back after the projector
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.docks[name])
        for dock in self.docks.values():
            dock.setVisible(dock.panel.name == name)
        self.share_room()

    def share_room(self) -> None:
        """Give the panel on a projector half of the width that there is for it and the stage."""
        if self._before is not None and self._large in self.docks:
            half = [(self._window.width() - self.beside) // 2]
            self._window.resizeDocks([self.docks[self._large]], half, Qt.Orientation.Horizontal)

    def show_titles(self, on: bool) -> None:
        """Show the title bars of all docks, or leave their room to the panels."""
        for dock in self.docks.values():
            dock.show_title(on)

    # --- arrangements -----------------------------------------------------------------------------

    def arrangement(self) -> Arrangement:
        """Return where all docks are now, or are to be; that is no longer waited for."""
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            return wanted
        size = self._window.size()
        return Arrangement(self._window.saveState(_VERSION), size, self._shares(size))

    def _shares(self, size: QSize) -> dict[str, tuple[float, float]]:
        """Return the shares of all docks that are seen of a window of a size."""
        return {
            name: (dock.width() / size.width(), self._height(dock) / size.height())
            for name, dock in self.docks.items()
            if not dock.isFloating() and not dock.visibleRegion().isEmpty()
        }

    def _height(self, dock: PanelDock) -> int:
        """Return a dock's height as `resizeDocks` takes it: with the tabs below it."""
        if not self._window.tabifiedDockWidgets(dock):
            return dock.height()
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        bars = self._window.findChildren(QTabBar, options=direct)  # as high as each other
        return dock.height() + max((bar.height() for bar in bars if bar.isVisible()), default=0)

    def put_back(self, arrangement: Arrangement) -> None:
        """Put all docks where they were; again when the window has its size, which takes a while.

        In a window of another size every dock has the same share of it.
        """
        self._wanted, self._kept = arrangement, {}
        self._patience.start(_PATIENCE_MS)
        self._apply(arrangement)

    def put_back_later(self, arrangement: Arrangement) -> None:
        """Put all docks there once the projector leaves them room again."""
        if self._before is not None:
            self._before = arrangement

    def _apply(self, arrangement: Arrangement) -> None:
        self._window.restoreState(arrangement.state, _VERSION)
        if self._window.size() != arrangement.size:
            self._share_out(arrangement.shares)

    def _share_out(self, shares: dict[str, tuple[float, float]]) -> None:
        """Give docks their shares of the window as it is now."""
        window, size = self._window, self._window.size()
        known = {name: share for name, share in shares.items() if name in self.docks}
        docks = [self.docks[name] for name in known]
        widths = [round(wide * size.width()) for wide, _ in known.values()]
        heights = [round(high * size.height()) for _, high in known.values()]
        window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        window.resizeDocks(docks, heights, Qt.Orientation.Vertical)

    def _give_up(self) -> None:
        self._wanted = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrange the docks again when the window takes on another size.

        Qt by itself takes from the docks when a window shrinks, and gives it to the stage when it
        grows again, as with another screen. What the user drags is a new share.
        """
        if event.type() != QEvent.Type.Resize:
            return False
        if watched is not self._window:
            if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
                self._kept = {}
        elif self._wanted is not None:
            QTimer.singleShot(0, self, self._again)
        elif self._follows and isinstance(event, QResizeEvent) and not event.oldSize().isEmpty():
            shares = self._shares(event.oldSize())  # the docks still have their old sizes
            self._kept = self._kept if self._kept.keys() == shares.keys() else shares
            self._following.start(0)
        return False

    @property
    def _follows(self) -> bool:
        """Whether docks follow the window's size: not on a projector, nor beside a lesson."""
        return self._first is not None and self._before is None and not self.beside

    def _follow(self) -> None:
        if self._follows and self._wanted is None:
            self._share_out(self._kept)

    def _again(self) -> None:
        if self._wanted is not None:
            self._apply(self._wanted)

    # --- between two starts -----------------------------------------------------------------------

    def keep_first(self) -> None:
        """Remember the layout as the first one, once all docks are there."""
        self._first = self._window.saveState(_VERSION)

    def reset(self) -> None:
        """Bring all docks back to where they were at first."""
        if self._first is not None:
            self._kept = {}
            self._window.restoreState(self._first, _VERSION)

    def restore(self) -> None:
        """Put docks and window where the user left them, as large as the screen allows now."""
        stored = QSettings()
        geometry, state = stored.value("window/geometry"), stored.value("window/state")
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            size = stored.value("window/size")
            size = size if isinstance(size, QSize) else self._window.size()
            shares = _read_shares(stored.value("window/shares"))
            self.put_back(Arrangement(state, size, shares))

    def store(self, theme: str, geometry: QByteArray | None = None) -> None:
        """Remember where docks and window are, and the theme; not while docks are missing.

        Parameters
        ----------
        theme
            Its name.
        geometry
            That of the window, where another than the one now is to be remembered.
        """
        if self._first is None:
            return
        arrangement = self._before or self.arrangement()
        stored = QSettings()
        stored.setValue("window/geometry", geometry or self._window.saveGeometry())
        stored.setValue("window/state", arrangement.state)
        stored.setValue("window/size", arrangement.size)
        stored.setValue("window/shares", json.dumps(arrangement.shares))
        stored.setValue("window/theme", theme)
        stored.sync()


def _read_shares(stored: object) -> dict[str, tuple[float, float]]:
    """Return the shares of the docks from a stored text; none where it cannot be read."""
    try:
        read = json.loads(stored) if isinstance(stored, str) else {}
        return {
            str(name): (min(max(float(wide), 0.02), 1.0), min(max(float(high), 0.02), 1.0))
            for name, (wide, high) in read.items()
        }
    except (ValueError, TypeError, AttributeError):
        return {}
