"""The main window: stage in the middle, docks around it, commands to the engine thread."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu

from dpcn_app.errors import UserError
from dpcn_app.gui.actions import build_actions
from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.explaining.help_menu import HelpMenu
from dpcn_app.gui.exporting.exports import Exports
from dpcn_app.gui.files import Files
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.lesson.lesson_guide import LessonGuide
from dpcn_app.gui.lesson.lesson_menu import LessonMenu, LessonOffer
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.gui.window_parts.centre import Centre
from dpcn_app.gui.window_parts.dialogs import Dialogs
from dpcn_app.gui.window_parts.dock_layout import DockLayout
from dpcn_app.gui.window_parts.dock_queue import DockQueue
from dpcn_app.gui.window_parts.full_screen import FullScreen
from dpcn_app.gui.window_parts.messages import open_failure, open_warning
from dpcn_app.gui.window_parts.number_keys import NumberKeys
from dpcn_app.gui.window_parts.pages import PanelPages
from dpcn_app.gui.window_parts.pasting import Pasting, can_be_used
from dpcn_app.gui.window_parts.snapshot_events import SnapshotEvents
from dpcn_app.gui.window_parts.status_bar import StatusBar
from dpcn_app.live import choices
from dpcn_app.live.engine_commands import Change, Command, Jump
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.network_modes import NO_MAPS, known_parts, knows_mode, learnt_shapes
from dpcn_app.live.reading_words import misread_frame
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.storage.network_store import NetworkStore

POLL_MS = 8
_TOLD_MS = 8000  # for which the status bar tells what was exported


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
    docks, dock_layout, pages
        All docks, by the names of their panels; where they are; and panels that take the place of
        everything.
    full_screen
        Fills the screen, and goes back.
    status
        The status bar, whose parts are `message`, `progress`, `panel_status` and `speed`.
    files, pasting, exports, dialogs
        Opening and saving; what is pasted or dropped; films and figure sheets; dialogs that stay.
    guide, lesson_menu
        Leads through lessons, and lists them.
    help_menu
        Explains the window and its terms.
    is_closed, closed
        Whether the window has been closed, and a signal that tells of it.
    """

    closed = Signal()

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
        self.settings = SettingsModel(settings, self)
        self.settings.changed.connect(self._ask_for_change)
        self.dialogs = Dialogs(self)
        self.context = Context(
            themes,
            Selection(),
            Camera(self),
            self.ask,
            self.dialogs.show_strengths,
            show_panel=self.show_panel,
            believe=self.believe,
            copy_panel=lambda panel, numbers: self.exports.copy_panel(panel, numbers),
            open_study_network=lambda chosen: self.files.open_study_network(chosen),
        )
        self.snapshot: Snapshot | None = None
        self.observers: list[Callable[[Snapshot], None]] = []
        self.view_menu: QMenu
        self.lesson_menu: LessonMenu
        self.help_menu: HelpMenu
        self._failed = self.is_closed = False
        self.dock_layout = DockLayout(self)
        self.docks = self.dock_layout.docks
        self.full_screen = FullScreen(self)
        self._dock_queue = DockQueue(self.docks)
        self.files, self.pasting, self.exports = Files(self), Pasting(self), Exports(self)
        self._build_centre()
        self._build_status()
        self._events = SnapshotEvents(self, remember=remember)
        self.guide = LessonGuide(self)
        self.observers.append(self.guide.show_snapshot)
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
        self.pages = PanelPages(self, self._centre, self.dock_layout)
        self.setCentralWidget(self.pages.stack)

    def _build_status(self) -> None:
        self.status = StatusBar(self.statusBar(), self.settings)
        self.message, self.progress = self.status.message, self.status.progress
        self.panel_status, self.speed = self.status.panel_status, self.status.speed

    def add_panel(
        self, panel: Panel, area: Qt.DockWidgetArea, onto: str | None = None, *, page: bool = False
    ) -> None:
        """Put a panel into a dock, beside the others or as a tab onto one of them.

        A page needs more room than that: while it is open it takes the place of everything else.
        """
        if page:
            self.view_menu.addAction(self.pages.add(panel, self.export))
            return
        dock = PanelDock(panel, self.export)
        self.dock_layout.add(dock, area, onto)
        self.help_menu.tips.listen(dock)
        dock.visibilityChanged.connect(lambda shown: self._draw(panel) if shown else None)
        panel.status_changed.connect(self.panel_status.setText)
        if panel.status_text:
            self.panel_status.setText(panel.status_text)
        show = dock.toggleViewAction()
        show.setToolTip(panel.explanation)
        show.setStatusTip(panel.explanation)
        self.view_menu.addAction(show)
        self._draw(panel)

    def begin_panels(self) -> None:
        """Let panels do what had to wait until all of them are there."""
        for panel in self._panels:
            panel.begin()

    @property
    def _panels(self) -> list[Panel]:
        """All panels in docks and pages."""
        return [*(dock.panel for dock in self.docks.values()), *self.pages.panels.values()]

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front of those that share its place."""
        dock = self.docks.get(name)
        if dock is not None:
            dock.show()
            dock.raise_()

    def show_hint(self, on: bool) -> None:
        """Let the line above the stage say which keys to press, where there is reason to."""
        self._centre.hints = on
        if self.snapshot is not None:
            self._centre.show_snapshot(self.snapshot)

    def offer_lesson(self) -> None:
        """Offer a new user the first lesson, in one line above everything."""
        self._centre.add_line(LessonOffer(self))

    # --- layout and themes ------------------------------------------------------------------------

    def use_theme(self, theme: Theme) -> None:
        """Restyle; for the projector only stage and causes stay, the rest comes back after it."""
        if theme.name == "projector":
            self.pages.close()
        self._centre.use_theme(theme)
        self.dock_layout.use_theme(theme)

    def restore_layout(self) -> None:
        """Put docks and window where they were left, once all docks are there."""
        self.pages.close()
        self.dock_layout.keep_first()
        if self._remember:
            self.dock_layout.restore()

    def reset_layout(self) -> None:
        """Bring all docks back to where they were at first."""
        self.pages.close()
        self.dock_layout.reset()

    # --- engine -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the engine thread and begin to look for its snapshots."""
        if self.engine is not None:
            self.engine.start()
            self._poll.start(POLL_MS)

    def _ask_for_change(self, changed: Settings) -> None:
        self.ask(Change(changed))

    def ask(self, command: Command) -> None:
        """Send a command to the engine thread."""
        if self.engine is not None:
            self.engine.ask(command)

    @property
    def is_up_to_date(self) -> bool:
        """Whether the last snapshot shows all that was asked for."""
        if self.engine is None:
            return True
        return self.snapshot is not None and self.snapshot.heard == self.engine.asked

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
        """Show a snapshot on the stage, and in all docks that can be seen and have a turn."""
        self._show_centre(snapshot)
        self._dock_queue.draw_all(self.snapshot)

    def _show_centre(self, snapshot: Snapshot) -> None:
        """Show a snapshot in the middle; the docks follow in turns."""
        before, self.snapshot = self.snapshot, snapshot
        if snapshot.views:
            self.settings.parts = known_parts(snapshot.network)
            self.settings.learnt_shapes = learnt_shapes(snapshot.model)
        self._centre.show_snapshot(snapshot)
        self.status.show_snapshot(snapshot)
        self._dock_queue.begin(snapshot)
        for observer in self.observers:
            observer(snapshot)
        self._events.take(before, snapshot)

    def _draw(self, panel: Panel) -> None:
        if self.snapshot is not None:
            panel.refresh(self.snapshot)

    def escape(self) -> None:
        """Stop painting or a large frame, or leave full screen or a page, or deselect."""
        if self.context.brush.current.on:
            self.context.brush.take(False)
        elif self.snapshot is not None and self.settings.can_leave_region(self.snapshot):
            self.settings.leave_region()
        elif self.full_screen.before is not None:
            self.full_screen.leave()
        elif self.pages.is_open:
            self.pages.close()
        else:
            self.context.selection.clear()

    # --- messages and files -----------------------------------------------------------------------

    def tell(self, sentence: str) -> None:
        """Say what could not be done."""
        open_warning(self, sentence)

    def mention(self, sentence: str) -> None:
        """Say in the status bar what was done."""
        self.statusBar().showMessage(sentence, _TOLD_MS)

    def show_failure(self, details: str) -> None:
        """Say that something inside has failed, with details to copy; once is enough."""
        if os.environ.get("DPCN_APP_DEBUG"):
            print(details, file=sys.stderr)
        if not self._failed:
            self._failed = True
            self.status.tell_stopped()
            open_failure(self, details)

    def export(self, panel: Panel) -> None:
        """Let the user save a panel."""
        from dpcn_app.gui.exporting.export import export_with_dialog

        export_with_dialog(panel, self, self.settings.undo_stack, self.mention)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files and pictures."""
        if can_be_used(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file or the picture that is dropped; of several, the first."""
        if can_be_used(event.mimeData()):
            event.acceptProposedAction()
            self.pasting.use(event.mimeData())

    def believe(self, belief: str) -> None:
        """Tell the network what to look for; again, to let go."""
        self.settings.choose(choices.hold_belief, self.settings.parts, belief)

    def toggle_prior(self) -> None:
        """Switch the extended prior on or off."""
        self.use_modes(choices.toggle_prior(self.settings.current))

    def use_modes(self, wanted: Settings) -> None:
        """Change to settings with other modes, or say that the network in use does not know one."""
        snapshot = self.snapshot
        # Of a network that is still being opened the engine will know.
        known = snapshot is not None and snapshot.views and snapshot.settings.model == wanted.model
        if known and not all(knows_mode(mode, self.settings.parts) for mode in wanted.modes):
            self.status.give_notice(f"{NO_MAPS}; choose another network for it.")
            return
        self.settings.set(wanted)

    def go_to_misread(self, steps: int) -> None:
        """Go to the next frame that the main mode misreads, or the one before; or say why not."""
        if self.snapshot is None or not self.snapshot.views:
            return
        try:
            self.ask(Jump(misread_frame(self.snapshot, steps)))
        except UserError as error:
            self.status.give_notice(str(error))

    def look_at_whole_frame(self) -> None:
        """Let the network look at the whole frame in full size, however long that takes."""
        video = None if self.snapshot is None else self.snapshot.video
        if video is not None and not video.scored and not video.drawn:
            self.settings.change(region=(0, 0, *video.shape))

    # --- end --------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout, be gone, and wait for all processes and threads to end."""
        self.is_closed = True
        self._poll.stop()
        self.exports.cancel()
        self.pages.close()
        self.guide.leave()
        if self._remember:
            before = self.full_screen.before
            theme = self.context.themes.current.name if before is None else before.theme
            self.dock_layout.store(theme, None if before is None else before.geometry)
        for panel in self._panels:
            panel.end()
        # Gone at once, though the thread may still be importing, which nothing can break off.
        self.hide()
        QGuiApplication.sync()
        if self.engine is not None:
            self.engine.stop()
        self.exports.end()
        super().closeEvent(event)
        self.closed.emit()
