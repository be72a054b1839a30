"""Starting the window: painted at once, panels and engine after that."""

from __future__ import annotations

import argparse
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLoggingCategory,
    QObject,
    QSettings,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from dpcn_app.errors import UserError
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.files import is_document
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.lesson.lesson_menu import LessonOffer
from dpcn_app.gui.plain_imports import import_plainly
from dpcn_app.gui.scatter.opengl_window import prepare_window
from dpcn_app.gui.theme import THEMES, ThemeModel, apply, system_theme
from dpcn_app.gui.widgets.equation_tooltip import warm_up
from dpcn_app.gui.window import MainWindow
from dpcn_app.gui.window_parts.garbage import GarbageCollector
from dpcn_app.gui.window_parts.tidying import tidy_up
from dpcn_app.live.choices import open_with
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.first_snapshot import first_snapshot, open_settings_video
from dpcn_app.live.memory import return_freed_arrays
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.storage.bundled import APP_ID, icon_file
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import CAMERA, FILE, source_kind

# Qt warns of an application id that is not installed, and of pictures that cannot be read.
_QUIET = "qt.qpa.services.warning=false\nqt.gui.imageio*.warning=false"
_TITLE_BAR = 30  # height that a desktop's frame takes, about


def make_application(theme: str | None = None) -> tuple[QApplication, ThemeModel]:
    """Return the QApplication with its name and look."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    QCoreApplication.setOrganizationName("dpcn_app")
    QCoreApplication.setApplicationName("dpcn_app")
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    QGuiApplication.setDesktopFileName(APP_ID)
    QLoggingCategory.setFilterRules(_QUIET)
    app.setWindowIcon(QIcon(str(icon_file())))
    if theme is None:
        stored = QSettings().value("window/theme")
        theme = stored if stored in THEMES else None
    themes = ThemeModel(theme)
    if theme is None:  # until the user chooses a theme, follow the desktop's
        QGuiApplication.styleHints().colorSchemeChanged.connect(
            lambda _: themes.choose(system_theme())
        )
    apply(themes.current)
    return app, themes


class _OnceLoaded:
    """Calls functions once, when an inferred frame is shown and all of the engine is loaded."""

    def __init__(self, *calls: Callable[[], object]) -> None:
        self._calls = calls

    def __call__(self, snapshot: Snapshot) -> None:
        if snapshot.views and snapshot.preparing is None:
            calls, self._calls = self._calls, ()
            for call in calls:
                call()


class _FirstPaint(GuardedEvents, QObject):
    """Calls a function once, after a window has been painted for the first time."""

    def __init__(self, window: MainWindow, call: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._call = window, call
        window.stage.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the paint event."""
        if event.type() == QEvent.Type.Paint:
            self._window.stage.removeEventFilter(self)
            QTimer.singleShot(0, self._call)
        return False


def run(arguments: argparse.Namespace) -> int:
    """Open the window and return the exit code when it is closed."""
    # While the engine thread runs Python code, the GUI thread waits this long for the interpreter.
    # The usual 5 ms are too long for a drawing that has to wait ten times.
    sys.setswitchinterval(1e-4)
    import_plainly()
    return_freed_arrays()
    app, themes = make_application(arguments.theme)
    settings, video, problem = _open_at_start(arguments.file)
    networks = NetworkStore.of_user()
    engine = EngineThread(settings, video=video, store=networks)
    engine.compile()
    window = MainWindow(themes, settings, engine, networks=networks)
    _fit_to_screen(window)
    _close_on_signals(window)
    window.show_snapshot(first_snapshot(settings, video))
    if problem:
        QTimer.singleShot(0, lambda: window.tell(problem))
    if arguments.report is not None:
        from dpcn_app.gui.report import Report

        report = Report(Path(arguments.report), window)
        window.observers.append(report.show_snapshot)
        app.aboutToQuit.connect(report.close)
    # Setting equations would take cores from the compiler; one that is asked for is set before.
    window.observers.append(_OnceLoaded(GarbageCollector(window).freeze, warm_up))
    panels = add_panels(window)

    def build() -> None:
        if window.is_closed:
            return
        if next(panels, None) is not None:
            QTimer.singleShot(0, build)
            return
        window.restore_layout()
        if themes.current.name == "projector":
            window.use_theme(themes.current)
        window.begin_panels()
        window.start()
        if arguments.file is not None and is_document(arguments.file):
            window.files.open(Path(arguments.file))
        if arguments.file is not None and source_kind(arguments.file) == CAMERA and not problem:
            window.settings.watch_video(arguments.file)  # in the background: it may take long
        if arguments.lesson is not None:
            window.guide.start(arguments.lesson)
        elif LessonOffer.is_due():
            window.offer_lesson()
        if arguments.model is not None:
            window.files.use_network(arguments.model)
        if arguments.report is not None:
            print("READY", file=sys.stderr, flush=True)  # keys pressed before this may be lost
        QTimer.singleShot(1500, tidy_up)

    _FirstPaint(window, build)
    # Qt's own way out is lost where the window is closed before `exec`, or while panels are built.
    window.closed.connect(lambda: app.exit(0), Qt.ConnectionType.QueuedConnection)
    prepare_window(window)
    window.show()
    _catch_exceptions(window)  # from here on the window can show them
    return app.exec()


def _open_at_start(file: str | None) -> tuple[Settings, FrameSource, str]:
    """Return the first settings, their open video, and a sentence if the file cannot be used."""
    problem = ""
    if file is not None and not is_document(file):
        text = file if source_kind(file) != FILE else str(Path(file).absolute())
        try:
            settings = open_with(text)
            if settings.source_kind == CAMERA:
                settings = Settings()  # until the camera has been opened
            return settings, open_settings_video(settings), ""
        except UserError as error:
            problem = str(error)
    return Settings(), open_settings_video(Settings()), problem


def _fit_to_screen(window: MainWindow) -> None:
    """Make the window no larger than the screen, with room for a frame around it."""
    room = window.screen().availableSize() - QSize(0, _TITLE_BAR)
    window.resize(window.size().boundedTo(room))


def _catch_exceptions(window: MainWindow) -> None:
    """Show exceptions of slots and events in the window; Qt would only print them."""

    def show(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        details = "".join(traceback.format_exception(kind, error, where))
        # Later: it may have come from a drawing, in which no window can be opened.
        QTimer.singleShot(0, window, lambda: window.show_failure(details))

    sys.excepthook = show


def _close_on_signals(window: MainWindow) -> None:
    """Close the window on Ctrl-C (SIGINT), SIGTERM and SIGHUP, as its close button does.

    Otherwise Ctrl-C would raise an exception, which crashes Qt in the middle of a drawing. A signal
    that is ignored stays ignored: `nohup` wants that. Windows has no SIGHUP.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda *_: QTimer.singleShot(0, window.close))
