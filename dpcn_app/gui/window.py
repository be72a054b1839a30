"""The main window: stage in the middle, docks around it, commands to the engine thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.engine.modes import mode_title
from dpcn_app.gui.actions import build_actions
from dpcn_app.gui.controls.transport import Transport
from dpcn_app.gui.dock import Header, PanelDock
from dpcn_app.gui.files import Files
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.recent import remember_file
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.live import choices
from dpcn_app.live.commands import Change, Command
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.network_modes import known_parts
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.source_spec import FILE

if TYPE_CHECKING:
    from dpcn_app.gui.controls.prior_dialog import PriorDialog

POLL_MS = 8
_PATIENCE_MS = 300
_NOTICE_MS = 8000
_LAYOUT_VERSION = 1


class MainWindow(QMainWindow):
    """The application's window.

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
    """

    def __init__(
        self,
        themes: ThemeModel,
        settings: Settings,
        engine: EngineThread | None,
        *,
        remember: bool = True,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Deep Predictive Coding Network")
        self.setDockNestingEnabled(True)
        self.engine, self._remember = engine, remember
        self.settings = SettingsModel(settings)
        self.settings.changed.connect(lambda changed: self.ask(Change(changed)))
        self.context = Context(themes, Selection(), Camera(self), self.ask, self.show_strengths)
        self.snapshot: Snapshot | None = None
        self.observers: list[Callable[[Snapshot], None]] = []
        self.docks: dict[str, PanelDock] = {}
        self.view_menu: QMenu
        self._told, self._failed = 0, False
        self._notice = ""  # what is told for a while in place of what is watched
        self._strengths: PriorDialog | None = None
        self._remembered = ""  # the video that is among the recent files already
        self._taken_over: set[str] = set()
        self._behind: list[PanelDock] = []  # docks that have not shown the latest snapshot yet
        self.files = Files(self)
        self._build_centre()
        self._build_status()
        build_actions(self)
        self._layout_before: QByteArray | None = None  # of the docks that the projector hides
        themes.changed.connect(self.use_theme)
        self._style()
        self._patience = QTimer(self)  # before a change that has not come about yet is told of
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._tell_waiting)
        self.settings.changed.connect(lambda _: self._patience.start(_PATIENCE_MS))
        self._poll = QTimer(self)
        self._poll.timeout.connect(self.poll)
        self.resize(1500, 940)

    # --- building ---------------------------------------------------------------------------------

    def _build_centre(self) -> None:
        self.stage = StagePanel(self.context)
        self.transport = Transport(self.settings, self.context.themes)
        self.transport.commanded.connect(self.ask)
        self.transport.source.open_asked.connect(self.files.open_dialog)
        self.stage.region_chosen.connect(lambda region: self.settings.change(region=region))
        self.setAcceptDrops(True)
        self.hint = QLabel(
            "Press <b>T</b> for top-down inference, <b>P</b> to let noise fade, <b>C</b> to compare"
        )
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAccessibleName("Hint")
        centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.hint)
        self.stage_header = Header(self.stage, self.export)
        self.stage_header.setContentsMargins(8, 2, 8, 2)
        layout.addWidget(self.stage_header)
        layout.addWidget(self.stage, 1)
        layout.addWidget(self.transport)
        self.setCentralWidget(centre)

    def _build_status(self) -> None:
        self.message = QLabel("Loading the engine …")
        self.message.setAccessibleName("State")
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setMaximumWidth(160)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Inference progress")
        self.panel_status = QLabel("")
        self.speed = QLabel("")
        for widget in (self.message, self.progress):
            self.statusBar().addWidget(widget)
        for widget in (self.panel_status, self.speed):
            self.statusBar().addPermanentWidget(widget)

    def _style(self) -> None:
        theme = self.context.themes.current
        self.hint.setStyleSheet(
            f"background: {theme.accent}; color: {theme.window}; padding: 4px;"
            f"font-size: {theme.points * 1.2:.0f}pt;"
        )

    def use_theme(self, theme: Theme) -> None:
        """Restyle; for the projector only stage and causes stay, the rest comes back after it."""
        self._style()
        for header in (self.stage_header, *(dock.header for dock in self.docks.values())):
            header.setVisible(theme.name != "projector")  # a class needs the room more than words
        if theme.name == "projector":
            self._layout_before = self._layout_before or self.saveState(_LAYOUT_VERSION)
            for dock in self.docks.values():
                dock.setVisible(dock.panel.name == "causes")
            if "causes" in self.docks:
                half = [self.width() // 2]
                self.resizeDocks([self.docks["causes"]], half, Qt.Orientation.Horizontal)
        elif self._layout_before is not None:
            self.restoreState(self._layout_before, _LAYOUT_VERSION)
            self._layout_before = None

    def add_panel(
        self,
        panel: Panel,
        area: Qt.DockWidgetArea,
        onto: str | None = None,
        *,
        page: bool = False,
    ) -> None:
        """Put a panel into a dock, beside the others or as a tab onto one of them.

        A page needs more room than that: it is closed at first, and opens in a window of its own.
        """
        dock = PanelDock(panel, self.export)
        self.docks[panel.name] = dock
        if page:
            dock.hide()  # first of all: a dock that is put somewhere shows itself
        self.addDockWidget(area, dock)
        if page:
            dock.setFloating(True)
            dock.resize(panel.sizeHint())
        if onto is not None:
            self.tabifyDockWidget(self.docks[onto], dock)
        dock.visibilityChanged.connect(lambda shown: self._draw(panel) if shown else None)
        panel.status_changed.connect(self.panel_status.setText)
        if panel.status_text:
            self.panel_status.setText(panel.status_text)
        self.view_menu.addAction(dock.toggleViewAction())
        self._draw(panel)

    def _draw(self, panel: Panel) -> None:
        if self.snapshot is not None:
            panel.refresh(self.snapshot)

    def begin_panels(self) -> None:
        """Let panels do what had to wait until all of them are there."""
        for dock in self.docks.values():
            dock.panel.begin()

    def restore_layout(self) -> None:
        """Put docks and window where they were left, once all docks are there."""
        self.default_layout = self.saveState(_LAYOUT_VERSION)
        if not self._remember:
            return
        stored = QSettings()
        geometry, state = stored.value("window/geometry"), stored.value("window/state")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            self.restoreState(state, _LAYOUT_VERSION)

    def reset_layout(self) -> None:
        """Bring all docks back to where they were at first."""
        self.restoreState(self.default_layout, _LAYOUT_VERSION)

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
            self._catch_up()
        failure = self.engine.failures.take()
        if failure is not None:
            self._poll.stop()
            self.show_failure(failure)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot in everything that can be seen."""
        self._show_centre(snapshot)
        while self._behind:
            self._catch_up()

    def _show_centre(self, snapshot: Snapshot) -> None:
        """Show a snapshot in the middle; the docks catch up one by one.

        Each is painted by itself, so that keys and the mouse are heard in between. Those that have
        waited longest come first.
        """
        before, self.snapshot = self.snapshot, snapshot
        if snapshot.views:
            self.settings.parts = known_parts(snapshot.network)
        self.stage.refresh(snapshot)
        self.transport.show_snapshot(snapshot)
        noisy = snapshot.settings.modes == ("off",) and snapshot.settings.noise > 0
        self.hint.setVisible(noisy and snapshot.video.scored)
        self._show_status(snapshot)
        waiting = [*self._behind, *(d for d in self.docks.values() if d not in self._behind)]
        self._behind = waiting
        for observer in self.observers:
            observer(snapshot)
        self._take_over(snapshot)
        self._tell_of_network(before, snapshot)
        for problem in snapshot.problems[self._told :]:
            self.tell(problem)
        self._told = len(snapshot.problems)
        if snapshot.refused is not None and snapshot.refused == self.settings.current:
            self.settings.use(snapshot.settings)  # what was asked for last cannot be done
        self._remember_video(snapshot)

    def _remember_video(self, snapshot: Snapshot) -> None:
        """Put a file that has been opened at the head of the recent ones."""
        settings, source = snapshot.settings, snapshot.settings.source
        if settings.source_kind != FILE or not snapshot.views or source == self._remembered:
            return
        self._remembered = source
        if self._remember and Path(source).exists():
            remember_file(Path(source))

    def _catch_up(self) -> None:
        """Show the latest snapshot in the next dock that can be seen and has not shown it."""
        while self._behind:
            panel = self._behind.pop(0).panel
            if not panel.visibleRegion().isEmpty():
                self._draw(panel)
                return

    def _take_over(self, snapshot: Snapshot) -> None:
        """Use a network that has just been trained; the one before stays in the list."""
        training = snapshot.training
        if training is None or training.state != "done" or training.name in self._taken_over:
            return
        self._taken_over.add(training.name)
        memory = self.settings.noise_memory
        self.settings.choose(choices.use_trained, training.name, training.shape_set, memory)
        self._notice = f"{training.name} has been trained and is now in use"
        QTimer.singleShot(_NOTICE_MS, self, self._end_notice)

    def _tell_waiting(self) -> None:
        """Say that what was asked for takes a while, as kernels do that are compiled."""
        snapshot = self.snapshot
        if snapshot is None or not snapshot.views or snapshot.settings == self.settings.current:
            return
        self.message.setText("One moment: getting ready …")
        self.progress.setRange(0, 0)
        self.progress.show()

    def _end_notice(self) -> None:
        self._notice = ""
        if self.snapshot is not None:
            self._show_status(self.snapshot)

    def _tell_of_network(self, before: Snapshot | None, snapshot: Snapshot) -> None:
        """Say that another network has come with another video."""
        if before is None:
            return
        old, new = before.settings, snapshot.settings
        if old.model != new.model and old.source != new.source:
            name = snapshot.video.name
            self.statusBar().showMessage(
                f"The network {new.model} watches {name}; Ctrl+Z brings {old.model} back", 8000
            )

    def _show_status(self, snapshot: Snapshot) -> None:
        if not snapshot.views:
            return
        modes = ", ".join(mode_title(mode) for mode in snapshot.settings.modes)
        words = f"{snapshot.settings.model} · {modes}"
        if not snapshot.video.scored:
            words = f"{snapshot.video.name} · {words}"
        if snapshot.video.indexed < 1:
            words += " · looking through the file …"
        self.message.setText(self._notice or words)
        self.progress.setVisible(snapshot.busy is not None)
        if snapshot.busy is not None:
            self.progress.setRange(0, 100)
            self.progress.setValue(round(100 * snapshot.busy))
        self.speed.setText(f"{snapshot.shown_per_second:.0f} frames/s" if snapshot.playing else "")

    # --- messages ---------------------------------------------------------------------------------

    def tell(self, sentence: str) -> None:
        """Say what could not be done."""
        box = QMessageBox(QMessageBox.Icon.Warning, "dpcn_app", sentence, parent=self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def show_failure(self, details: str) -> None:
        """Say that something inside has failed, with details to copy; once is enough."""
        if self._failed:
            return
        self._failed = True
        box = QMessageBox(
            QMessageBox.Icon.Critical,
            "dpcn_app",
            "An error inside has stopped part of the application. Save what you need and start it "
            "again.",
            parent=self,
        )
        box.setDetailedText(details)
        copy = box.addButton("Copy details", QMessageBox.ButtonRole.ActionRole)
        copy.clicked.disconnect()
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
        box.addButton(QMessageBox.StandardButton.Close)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.message.setText("Part of the application has stopped after an error.")
        self.progress.hide()
        box.open()

    # --- files ------------------------------------------------------------------------------------

    def export(self, panel: Panel) -> None:
        """Let the user save a panel."""
        from dpcn_app.gui.export import export_with_dialog

        export_with_dialog(panel, self)

    def show_strengths(self) -> None:
        """Let the user set how strong the parts of the extended prior are."""
        if self._strengths is None:
            from dpcn_app.gui.controls.prior_dialog import (
                PriorDialog,  # which needs much of the engine
            )

            self._strengths = PriorDialog(self.settings, self)
            self.observers.append(self._strengths.show_snapshot)
        if self.snapshot is not None:
            self._strengths.show_snapshot(self.snapshot)
        self._strengths.show()
        self._strengths.raise_()

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
        if self._remember and hasattr(self, "default_layout"):  # else docks are still missing
            stored = QSettings()
            stored.setValue("window/geometry", self.saveGeometry())
            layout = self._layout_before or self.saveState(_LAYOUT_VERSION)
            stored.setValue("window/state", layout)
            stored.setValue("window/theme", self.context.themes.current.name)
            stored.sync()
        for dock in self.docks.values():
            dock.panel.end()
        if self.engine is not None:
            # Gone at once, though the thread may still be importing, which nothing can break off.
            self.hide()
            QGuiApplication.sync()
            self.engine.stop()
        super().closeEvent(event)
