"""Full screen, as for a class: nothing but stage, causes and controls, everything large."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.lesson.lesson_menu import LessonOffer
from dpcn_app.gui.window_parts.dock_layout import Arrangement

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow


@dataclass(frozen=True)
class BeforeFullScreen:
    """What there is to go back to: theme, state and geometry of the window, and its docks."""

    theme: str
    state: Qt.WindowState
    geometry: QByteArray
    docks: Arrangement


class FullScreen(GuardedEvents, QObject):
    """Switches a window to full screen and back to exactly what was before.

    Parameters
    ----------
    window
        Whose menus, status bar and title bars go meanwhile. Its actions must be its own, not only
        those of its menus: Qt hears no keys of a menu bar that is hidden.

    Attributes
    ----------
    before
        What there is to go back to; None where the window does not fill the screen.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.before: BeforeFullScreen | None = None
        window.installEventFilter(self)

    def toggle(self) -> None:
        """Fill the screen, or go back."""
        if self.before is None:
            self.enter()
        else:
            self.leave()

    def enter(self) -> None:
        """Fill the screen, with large type and without menus, bars, titles and offers."""
        window, themes = self._window, self._window.context.themes
        window.pages.close()
        arrangement = window.dock_layout.arrangement()
        geometry, state = window.saveGeometry(), window.windowState()
        self.before = BeforeFullScreen(themes.current.name, state, geometry, arrangement)
        self._show_bars(False)
        themes.choose("projector")
        window.setWindowState(state | Qt.WindowState.WindowFullScreen)

    def leave(self) -> None:
        """Go back to what was before; nothing where the window does not fill the screen."""
        if self.before is None:
            return
        window, before = self._window, self.before
        self.before = None
        self._show_bars(True)
        window.setWindowState(before.state)
        window.context.themes.choose(before.theme)
        window.dock_layout.put_back(before.docks)

    def put_back_later(self, docks: Arrangement) -> None:
        """Put the docks there when the window no longer fills the screen."""
        if self.before is not None:
            self.before = replace(self.before, docks=docks)

    def _show_bars(self, on: bool) -> None:
        self._window.menuBar().setVisible(on)
        self._window.statusBar().setVisible(on)
        self._window.dock_layout.show_titles(on)
        for offer in self._window.findChildren(LessonOffer):
            offer.setVisible(on and not offer.answered)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the room out as it comes; follow a desktop that ends full screen by itself."""
        if self.before is not None:
            if event.type() == QEvent.Type.Resize:
                QTimer.singleShot(0, self, self._share_room)
            elif event.type() == QEvent.Type.WindowStateChange and not self._window.isFullScreen():
                QTimer.singleShot(0, self, self.leave)
        return False

    def _share_room(self) -> None:
        if self.before is not None:
            self._window.dock_layout.share_room()
