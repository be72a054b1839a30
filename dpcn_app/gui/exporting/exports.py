"""Exports of what the window shows: their menu, their dialogs, and the processes that make them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting.export import export_folder, remember_folder
from dpcn_app.gui.exporting.export_process import ExportProcess, session_folder, session_path
from dpcn_app.gui.exporting.export_progress import ExportProgress
from dpcn_app.gui.exporting.file_step import FileStep, OldFile, can_be_undone, content_of
from dpcn_app.gui.panel import Panel
from dpcn_app.live.session_file import save_session
from dpcn_app.storage.atomic import check_writable

if TYPE_CHECKING:
    from dpcn_app.gui.exporting.film_dialog import FilmDialog
    from dpcn_app.gui.window import MainWindow

FILMS = {
    "Film, MP4 (*.mp4)": ".mp4",
    "Film for browsers, WebM (*.webm)": ".webm",
    "Animated picture (*.gif)": ".gif",
}
"""Kinds of films that the dialog offers."""

SHEETS = {"Figure sheet in A4 (*.pdf)": ".pdf"}
"""Kinds of sheets that the dialog offers."""


class Exports(QObject):
    """Makes films and figure sheets of what a window shows, and puts panels on the clipboard.

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

    def film_dialog(self) -> FilmDialog | None:
        """Let the user choose what a film shows, and then its file."""
        from dpcn_app.gui.exporting.film_dialog import FilmDialog

        if not self._ready():
            return None
        dialog = FilmDialog(self._window)
        dialog.accepted.connect(lambda: self._choose("film", FILMS, dialog.words()))
        dialog.open()
        return dialog

    def sheet_dialog(self) -> QFileDialog | None:
        """Let the user choose the file of a figure sheet."""
        return self._choose("sheet", SHEETS, ()) if self._ready() else None

    def _ready(self) -> bool:
        """Whether there is something to export; if not, say so."""
        snapshot = self._window.snapshot
        ready = snapshot is not None and bool(snapshot.views)
        if not ready:
            self._window.tell("There is nothing to export yet; wait until the engine is loaded.")
        return ready

    def _choose(self, kind: str, kinds: dict[str, str], words: Sequence[str]) -> QFileDialog:
        """Ask for the file's name, and begin."""
        dialog = QFileDialog(self._window, "Export a film" if kind == "film" else "Export a sheet")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilters(list(kinds))
        dialog.setDefaultSuffix(kinds[dialog.selectedNameFilter()])
        dialog.filterSelected.connect(lambda title: dialog.setDefaultSuffix(kinds[title]))
        dialog.setDirectory(export_folder())
        dialog.selectFile("film" if kind == "film" else "results")

        def begin(name: str) -> None:
            path = Path(name)
            if path.suffix.lower() not in kinds.values():
                path = path.with_name(path.name + kinds[dialog.selectedNameFilter()])
            self.begin(kind, path, words)

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

    def begin(self, kind: str, path: Path, words: Sequence[str] = ()) -> ExportProcess | None:
        """Begin to make a file in a process of its own; None where that cannot be done.

        Parameters
        ----------
        kind
            What is made: `film` or `sheet`.
        path
            The file.
        words
            More words of the command line.
        """
        folder = session_folder()
        try:
            check_writable(path)
            save_session(session_path(folder), self._window.files.session(Path(folder.name)))
        except UserError as error:
            folder.cleanup()
            self._window.tell(str(error))
            return None
        remember_folder(path.parent)
        before = OldFile(content_of(path)) if can_be_undone(path) else None
        out = str(path.absolute())
        options = [kind, "--out", out, "--session", str(session_path(folder)), *words]
        process = ExportProcess(options, folder, self)
        self.running.append(process)
        process.done.connect(lambda: self._done(process, path, before))
        process.failed.connect(lambda sentence: self._failed(process, sentence))
        process.cancelled.connect(lambda: self._cancelled(process, path))
        title = "Making the film" if kind == "film" else "Making the figure sheet"
        progress: QDialog = ExportProgress(f"{title} {path.name}", process, self._window)
        progress.show()
        return process

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

    def end(self) -> None:
        """End everything that is being made: the window closes."""
        for process in list(self.running):
            process.end()
