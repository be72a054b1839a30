"""The main window: stage in the middle, docks around it, commands to the engine thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu

from dpcn_app.gui.actions import build_actions
from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.files import Files
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.gui.window_parts.centre import Centre
from dpcn_app.gui.window_parts.dock_layout import DockLayout
from dpcn_app.gui.window_parts.dock_queue import DockQueue
from dpcn_app.gui.window_parts.messages import open_failure, open_warning
from dpcn_app.gui.window_parts.number_keys import NumberKeys
from dpcn_app.gui.window_parts.snapshot_events import SnapshotEvents
from dpcn_app.gui.window_parts.status_bar import StatusBar
from dpcn_app.live.engine_commands import Change, Command
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.network_modes import known_parts
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.storage.network_store import NetworkStore

if TYPE_CHECKING:
    from dpcn_app.gui.controls.networks_dialog import NetworksDialog
    from dpcn_app.gui.controls.prior_dialog import PriorDialog

POLL_MS = 8


class MainWindow(GuardedEvents, QMainWindow):
    """The application's window: the place where its parts meet.

    Parameters
    ----------
    themes
        Colours in use.
    settings
        To begin with.
    engine
        The thread that works, not started yet; None to show snapshots by hand.
    remember
        Whether layout and theme are restored, and stored on closing.
    networks
        Where trained networks are kept; None to keep none.

    Attributes
    ----------
    settings, context
        What the user has chosen, and what panels share.
    snapshot
        The latest one; None before the first.
    observers
        Called with every snapshot.
    stage, transport, hint, stage_header
        The parts of the centre.
    docks
        All docks, by the names of their panels.
    status
        The status bar, whose parts are `message`, `progress`, `panel_status` and `speed`.
    files
        Opening and saving.
    """

    def __init__(
        self,
        themes: ThemeModel,
        settings: Settings,
        engine: EngineThread | None,
        *,
        remember: bool = True,
        networks: NetworkStore | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Deep Predictive Coding Network")
        self.setDockNestingEnabled(True)
        self.setAcceptDrops(True)
        self.engine, self._remember, self.networks = engine, remember, networks
        self.settings = SettingsModel(settings)
        self.settings.changed.connect(lambda changed: self.ask(Change(changed)))
        self.context = Context(themes, Selection(), Camera(self), self.ask, self.show_strengths)
        self.snapshot: Snapshot | None = None
        self.observers: list[Callable[[Snapshot], None]] = []
        self.view_menu: QMenu
        self._failed = False
        self._strengths: PriorDialog | None = None
        self._networks: NetworksDialog | None = None
        self._layout = DockLayout(self)
        self.docks = self._layout.docks
        self._dock_queue = DockQueue(self.docks)
        self.files = Files(self)
        self._build_centre()
        self._build_status()
        self._events = SnapshotEvents(self, remember=remember)
        build_actions(self)
        NumberKeys(self)
        themes.changed.connect(self.use_theme)
        self._poll = QTimer(self)
        self._poll.timeout.connect(self.poll)
        self.resize(1500, 940)

    # --- building ---------------------------------------------------------------------------------

    def _build_centre(self) -> None:
        self._centre = Centre(self.context, self.settings, self.export)
        self.stage, self.transport = self._centre.stage, self._centre.transport
        self.hint, self.stage_header = self._centre.hint, self._centre.header
        self.transport.commanded.connect(self.ask)
        self.transport.source.open_asked.connect(self.files.open_dialog)
        self.setCentralWidget(self._centre)

    def _build_status(self) -> None:
        self.status = StatusBar(self.statusBar(), self.settings)
        self.message, self.progress = self.status.message, self.status.progress
        self.panel_status, self.speed = self.status.panel_status, self.status.speed

    def add_panel(
        self, panel: Panel, area: Qt.DockWidgetArea, onto: str | None = None, *, page: bool = False
    ) -> None:
        """Put a panel into a dock, beside the others or as a tab onto one of them.

        A page needs more room than that: it is closed at first, and opens in a window of its own.
        """
        dock = PanelDock(panel, self.export)
        self._layout.add(dock, area, onto, page=page)
        dock.visibilityChanged.connect(lambda shown: self._draw(panel) if shown else None)
        panel.status_changed.connect(self.panel_status.setText)
        if panel.status_text:
            self.panel_status.setText(panel.status_text)
        self.view_menu.addAction(dock.toggleViewAction())
        self._draw(panel)

    def begin_panels(self) -> None:
        """Let panels do what had to wait until all of them are there."""
        for dock in self.docks.values():
            dock.panel.begin()

    # --- layout and themes ------------------------------------------------------------------------

    def use_theme(self, theme: Theme) -> None:
        """Restyle; for the projector only stage and causes stay, the rest comes back after it."""
        self._centre.use_theme(theme)
        self._layout.use_theme(theme)

    def restore_layout(self) -> None:
        """Put docks and window where they were left, once all docks are there."""
        self._layout.keep_first()
        if self._remember:
            self._layout.restore()

    def reset_layout(self) -> None:
        """Bring all docks back to where they were at first."""
        self._layout.reset()

    # --- engine -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the engine thread and begin to look for its snapshots."""
        if self.engine is not None:
            self.engine.start()
            self._poll.start(POLL_MS)

    def ask(self, command: Command) -> None:
        """Send a command to the engine thread."""
        if self.engine is not None:
            self.engine.ask(command)

    def poll(self) -> None:
        """Take the latest snapshot, if there is one, and show it."""
        if self.engine is None:
            return
        snapshot = self.engine.snapshots.take()
        if snapshot is not None:
            self._show_centre(snapshot)
        else:
            self._dock_queue.draw_next(self.snapshot)
        failure = self.engine.failures.take()
        if failure is not None:
            self._poll.stop()
            self.show_failure(failure)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot in everything that can be seen."""
        self._show_centre(snapshot)
        self._dock_queue.draw_all(self.snapshot)

    def _show_centre(self, snapshot: Snapshot) -> None:
        """Show a snapshot in the middle; the docks follow in turns."""
        before, self.snapshot = self.snapshot, snapshot
        if snapshot.views:
            self.settings.parts = known_parts(snapshot.network)
        self._centre.show_snapshot(snapshot)
        self.status.show_snapshot(snapshot)
        self._dock_queue.begin()
        for observer in self.observers:
            observer(snapshot)
        self._events.take(before, snapshot)

    def _draw(self, panel: Panel) -> None:
        if self.snapshot is not None:
            panel.refresh(self.snapshot)

    # --- messages, dialogs and files --------------------------------------------------------------

    def tell(self, sentence: str) -> None:
        """Say what could not be done."""
        open_warning(self, sentence)

    def show_failure(self, details: str) -> None:
        """Say that something inside has failed, with details to copy; once is enough."""
        if not self._failed:
            self._failed = True
            self.status.tell_stopped()
            open_failure(self, details)

    def export(self, panel: Panel) -> None:
        """Let the user save a panel."""
        from dpcn_app.gui.export import export_with_dialog

        export_with_dialog(panel, self)

    def show_strengths(self) -> None:
        """Let the user set how strong the parts of the extended prior are."""
        if self._strengths is None:
            # Much of the engine comes with it.
            from dpcn_app.gui.controls.prior_dialog import PriorDialog

            self._strengths = PriorDialog(self.settings, self)
            self.observers.append(self._strengths.show_snapshot)
        if self.snapshot is not None:
            self._strengths.show_snapshot(self.snapshot)
        self._strengths.show()
        self._strengths.raise_()

    def show_networks(self) -> None:
        """Let the user use, rename, export and delete networks."""
        if self._networks is None:
            from dpcn_app.gui.controls.networks_dialog import NetworksDialog

            self._networks = NetworksDialog(self)
            self.observers.append(self._networks.show_snapshot)
        self._networks.show()
        self._networks.raise_()
        self._networks.activateWindow()
        self._networks.look()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that is dropped; of several, the first."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files.open(Path(paths[0]))

    def look_at_whole_frame(self) -> None:
        """Let the network look at the whole frame, however long that takes."""
        if self.snapshot is not None and not self.snapshot.video.scored:
            self.settings.change(region=(0, 0, *self.snapshot.video.shape))

    # --- end --------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and wait for all threads to end."""
        self._poll.stop()
        if self._remember:
            self._layout.store(self.context.themes.current)
        for dock in self.docks.values():
            dock.panel.end()
        if self.engine is not None:
            # Gone at once, though the thread may still be importing, which nothing can break off.
            self.hide()
            QGuiApplication.sync()
            self.engine.stop()
        super().closeEvent(event)
