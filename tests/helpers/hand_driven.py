"""A window that is driven by hand: no thread, every command is carried out at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.window import MainWindow
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Command
from dpcn_app.live.settings import Settings
from dpcn_app.storage.network_store import NetworkStore


class HandDriven(MainWindow):
    """A window whose commands go straight to a controller of its own, and are kept."""

    def __init__(
        self, settings: Settings, *, remember: bool = False, networks: NetworkStore | None = None
    ) -> None:
        self.asked: list[Command] = []
        self._shown = 0  # how many of them the window shows the effect of
        self.controller = Controller(settings, playing=False, store=networks)
        super().__init__(ThemeModel("dark"), settings, None, remember=remember, networks=networks)

    def ask(self, command: Command) -> None:
        self.asked.append(command)
        self.controller.handle(command)

    @property
    def is_up_to_date(self) -> bool:
        return self._shown == len(self.asked)

    def update_all(self) -> None:
        """Do all work that there is, and show what has come of it."""
        while (due := self.controller.work(1.0)) is not None:
            threading.Event().wait(due)
        self.show_snapshot(self.controller.snapshot())
        self._shown = len(self.asked)


def show_window(
    qtbot, settings: Settings, *, remember: bool = False, networks: NetworkStore | None = None
) -> HandDriven:
    """Return a window with all panels, shown and active."""
    window = HandDriven(settings, remember=remember, networks=networks)
    for _ in add_panels(window):
        pass
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


def remembering_window(qtbot, settings: Settings) -> Iterator[HandDriven]:
    """Yield a window that remembers files and layout, with all inferred, and close its videos."""
    window = show_window(qtbot, settings, remember=True)
    window.update_all()
    yield window
    window.controller.close()


def press(qtbot, window: HandDriven, key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key, and show what has come of it."""
    qtbot.keyClick(window, key, modifier)
    window.update_all()


def messages() -> list[str]:
    """Return the words of all messages that are open."""
    return [
        each.text()
        for each in QApplication.topLevelWidgets()
        if isinstance(each, QMessageBox) and each.isVisible()
    ]
