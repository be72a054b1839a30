"""Exports of what the window shows: their menu, their dialogs, and the processes that make them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QObject, Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting.export import export_folder, remember_folder
from dpcn_app.gui.exporting.export_process import ExportProcess, session_folder
from dpcn_app.gui.exporting.export_progress import ExportProgress
from dpcn_app.gui.exporting.file_step import FileStep, OldFile, can_be_undone, content_of
from dpcn_app.gui.panel import Panel
from dpcn_app.live.network_modes import known_parts
from dpcn_app.live.session_file import save_session
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.storage.atomic import check_writable, replacing
from dpcn_app.video.recorded_camera import save_pictures

if TYPE_CHECKING:
    from dpcn_app.gui.exporting.film_dialog import FilmDialog
    from dpcn_app.gui.exporting.page_dialog import PageDialog
    from dpcn_app.gui.window import MainWindow
    from dpcn_app.lessons.lesson import Lesson
    from dpcn_app.video.camera_reader import Picture


@dataclass(frozen=True)
class ExportKind:
    """What can be exported: its title, the usual name of a file, and the kinds of files."""

    title: str
    name: str
    files: dict[str, str]


_CLOSING_MS = 500  # for all that is being made to end by itself when the window closes

KINDS = {
    "page": ExportKind("web page", "page", {"Web page (*.html)": ".html"}),
    "film": ExportKind(
        "film",
        "film",
        {
            "Film, MP4 (*.mp4)": ".mp4",
            "Film for browsers, WebM (*.webm)": ".webm",
            "Animated picture (*.gif)": ".gif",
        },
    ),
    "sheet": ExportKind("figure sheet", "results", {"Figure sheet in A4 (*.pdf)": ".pdf"}),
}
"""What can be exported, by the name of its command."""


@dataclass(frozen=True, eq=False)
class Wanted:
    """An export that the user wants, of what was shown when it was asked for.

    Parameters
    ----------
    kind
        One of `KINDS`.
    words
        More words of the command line.
    lesson
        The lesson that a page tells; None for none.
    seen
        What the camera saw, where one is watched.
    """

    kind: str
    words: Sequence[str] = ()
    lesson: Lesson | None = None
    seen: tuple[Picture, ...] = ()


class Exports(QObject):
    """Makes pages, films and sheets of what a window shows, and puts panels on the clipboard.

    Parameters
    ----------
    window
        Whose settings, network, camera and overlays count.

    Attributes
    ----------
    running
        Exports that are being made.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.running: list[ExportProcess] = []

    # --- dialogs ----------------------------------------------------------------------------------

    def page_dialog(self) -> PageDialog | None:
        """Let the user choose what a web page shows, and then its file."""
        from dpcn_app.gui.exporting.page_dialog import PageDialog
        from dpcn_app.sharing.page_order import PageOrder

        snapshot = self._ready()
        if snapshot is None:
            return None
        seen, walk = _seen(snapshot), self._window.guide.walk
        first = 0 if snapshot.video.scored or seen else snapshot.frame.index
        length = len(seen) or snapshot.length
        first = min(first, max(0, length - 2))
        lesson = None if walk is None else walk.lesson
        order = PageOrder(snapshot.settings, first, lesson=lesson)

        def chosen(order: PageOrder) -> None:
            self._choose(Wanted("page", order.words, order.lesson, seen))

        parts = known_parts(snapshot.network)
        dialog = PageDialog(order, parts, length - first, chosen, self._window)
        dialog.open()
        return dialog

    def film_dialog(self) -> FilmDialog | None:
        """Let the user choose what a film shows, and then its file."""
        from dpcn_app.gui.exporting.film_dialog import FilmDialog

        snapshot = self._ready()
        if snapshot is None:
            return None
        seen = _seen(snapshot)
        dialog = FilmDialog(self._window, len(seen) or snapshot.length)
        dialog.accepted.connect(lambda: self._choose(Wanted("film", dialog.words(), seen=seen)))
        dialog.open()
        return dialog

    def sheet_dialog(self) -> QFileDialog | None:
        """Let the user choose the file of a figure sheet."""
        snapshot = self._ready()
        return None if snapshot is None else self._choose(Wanted("sheet", seen=_seen(snapshot)))

    def _ready(self) -> Snapshot | None:
        """Return what is shown; if there is nothing to export yet, say so."""
        snapshot = self._window.snapshot
        if snapshot is None or not snapshot.views:
            self._window.tell("There is nothing to export yet; wait until the engine is loaded.")
            return None
        return snapshot

    def _choose(self, wanted: Wanted) -> QFileDialog:
        """Ask for the file's name, and begin."""
        kind = KINDS[wanted.kind]
        dialog = QFileDialog(self._window, f"Export a {kind.title}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilters(list(kind.files))
        dialog.setDefaultSuffix(kind.files[dialog.selectedNameFilter()])
        dialog.filterSelected.connect(lambda title: dialog.setDefaultSuffix(kind.files[title]))
        dialog.setDirectory(export_folder())
        dialog.selectFile(kind.name)

        def begin(name: str) -> None:
            path = Path(name)
            if path.suffix.lower() not in kind.files.values():
                path = path.with_name(path.name + kind.files[dialog.selectedNameFilter()])
            self.begin(wanted, path)

        dialog.fileSelected.connect(begin)
        dialog.open()
        return dialog

    def copy_panel(self, panel: Panel | None = None, numbers: bool = False) -> None:
        """Put a panel on the clipboard; without one, that under the mouse or with the keyboard."""
        from dpcn_app.gui.exporting.clipboard import copy_numbers, copy_picture, panel_in_view

        panel = panel_in_view(self._window) if panel is None else panel
        try:
            self._window.mention(copy_numbers(panel) if numbers else copy_picture(panel))
        except UserError as error:
            self._window.mention(str(error))

    # --- making -----------------------------------------------------------------------------------

    def begin(self, wanted: Wanted, path: Path) -> ExportProcess | None:
        """Begin to make a file in a process of its own; None where that cannot be done."""
        try:
            with ExitStack() as undo:
                check_writable(path)
                folder = session_folder()
                undo.callback(folder.cleanup)
                words = self._given(wanted, Path(folder.name))
                undo.pop_all()
        except UserError as error:
            self._window.tell(str(error))
            return None
        remember_folder(path.parent)
        before = OldFile(content_of(path)) if can_be_undone(path) else None
        process = ExportProcess([wanted.kind, *words, *wanted.words], path, folder, self)
        self.running.append(process)
        process.done.connect(lambda: self._done(process, path, before))
        process.failed.connect(lambda sentence: self._failed(process, sentence))
        process.cancelled.connect(lambda: self._cancelled(process, path))
        title = f"Making the {KINDS[wanted.kind].title} {path.name}"
        progress: QDialog = ExportProgress(title, process, self._window)
        progress.show()
        return process

    def _given(self, wanted: Wanted, folder: Path) -> list[str]:
        """Write down what is shown, for the process to read; return the words that name it."""
        session = folder / "shown.dpcn"
        save_session(session, self._window.files.session(folder))
        words = ["--session", str(session)]
        if wanted.lesson is not None:
            lesson = folder / "lesson.md"
            with replacing(lesson) as file:
                file.write(wanted.lesson.text.encode())
            words += ["--lesson", str(lesson)]
        if wanted.seen:
            seen = folder / "seen"
            save_pictures(seen, wanted.seen)
            words += ["--seen", str(seen)]
        return words

    def _done(self, process: ExportProcess, path: Path, before: OldFile | None) -> None:
        self._forget(process)
        undoable = before is not None and can_be_undone(path)
        if undoable:
            content = content_of(path) or b""
            step = FileStep(path, content, self._window.mention, before)
            self._window.settings.undo_stack.push(step)
        self._window.mention(f"{path} is there{'; Ctrl+Z removes it' if undoable else ''}")

    def _failed(self, process: ExportProcess, sentence: str) -> None:
        self._forget(process)
        self._window.tell(sentence)

    def _cancelled(self, process: ExportProcess, path: Path) -> None:
        self._forget(process)
        self._window.mention(f"{path.name} was cancelled; nothing was written")

    def _forget(self, process: ExportProcess) -> None:
        if process in self.running:
            self.running.remove(process)
        process.deleteLater()

    def cancel(self) -> None:
        """Ask all that is being made to end: the window closes."""
        for process in list(self.running):
            process.cancel()

    def end(self) -> None:
        """Wait until all that was cancelled has gone; what takes longer is killed."""
        patience = QDeadlineTimer(_CLOSING_MS)
        for process in list(self.running):
            process.end(patience.remainingTime())


def _seen(snapshot: Snapshot) -> tuple[Picture, ...]:
    """Return the pictures of a camera that are kept; none for other videos."""
    return () if snapshot.video.camera is None else snapshot.video.camera.kept
