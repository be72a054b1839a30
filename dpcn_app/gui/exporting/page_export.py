"""File ▸ Export ▸ Web page: asks what to show and where, and makes it while the window goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting.export import export_folder, remember_folder
from dpcn_app.gui.exporting.file_step import FileStep, can_be_undone
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.live.network_modes import known_parts
from dpcn_app.storage.atomic import check_writable, replacing
from dpcn_app.storage.bundled import bundled_models

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.gui.window import MainWindow
    from dpcn_app.sharing.page_job import PageJob
    from dpcn_app.sharing.page_order import PageOrder

_LOOK_MS = 50  # between two looks at the progress
_TOLD_MS = 8000  # for which the status bar tells where the page is
_STEPS = 1000  # of the progress bar


class PageExport(GuardedEvents, QObject):
    """Makes web pages of what is open, one at a time.

    Parameters
    ----------
    window
        What is open; closing it ends the work, and nothing is written.

    Attributes
    ----------
    job
        The page that is being made; None where there is none.
    progress
        The dialog that shows how far it is, and ends it.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._path = Path()
        self.job: PageJob | None = None
        self.progress: QProgressDialog | None = None
        self._look = QTimer(self)
        self._look.timeout.connect(self._follow)
        window.installEventFilter(self)

    # --- asking -----------------------------------------------------------------------------------

    def ask(self) -> None:
        """Let the user choose what the page shows, and then where it goes."""
        if self.progress is not None:
            self.progress.show()
            self.progress.raise_()
            return
        order = self._open_order()
        if order is None:
            self._window.tell("There is nothing to show yet; wait until the engine is loaded.")
            return
        from dpcn_app.gui.exporting.page_dialog import PageDialog

        snapshot = self._window.snapshot
        assert snapshot is not None
        length = snapshot.length - order.first
        parts = known_parts(snapshot.network)
        PageDialog(order, parts, length, self.ask_where, self._window).open()

    def _open_order(self) -> PageOrder | None:
        """Return a page of all that is open; None before there is anything."""
        from dpcn_app.sharing.page_order import PageOrder

        window, snapshot = self._window, self._window.snapshot
        if snapshot is None or snapshot.model is None or not snapshot.views:
            return None
        settings, walk = snapshot.settings, window.guide.walk
        first = 0 if snapshot.video.scored else snapshot.frame.index
        return PageOrder(
            settings,
            None if settings.model in bundled_models() else snapshot.model,
            min(first, max(0, snapshot.length - 2)),
            lesson=None if walk is None else walk.lesson,
        )

    def ask_where(self, order: PageOrder) -> None:
        """Let the user name the file, and begin."""
        dialog = QFileDialog(self._window, "Save the web page")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter("Web page (*.html)")
        dialog.setDefaultSuffix("html")
        dialog.setDirectory(export_folder())
        dialog.selectFile("page.html")
        dialog.fileSelected.connect(lambda name: self.begin(order, Path(name)))
        dialog.open()

    # --- making -----------------------------------------------------------------------------------

    def begin(self, order: PageOrder, path: Path) -> None:
        """Begin to make a page, unless it could not be written."""
        from dpcn_app.sharing.page_job import PageJob

        if path.suffix.lower() not in (".html", ".htm"):
            path = path.with_name(f"{path.name}.html")
        try:
            check_writable(path)
        except UserError as error:
            self._window.tell(str(error))
            return
        self._path = path
        self.job = PageJob(order)
        self.progress = QProgressDialog("Recording …", "Cancel", 0, _STEPS, self._window)
        self.progress.setWindowTitle("Web page")
        self.progress.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.progress.setMinimumWidth(340)
        self.progress.setAutoClose(False)
        self.progress.setAutoReset(False)
        self.progress.canceled.connect(self.cancel)
        self.progress.show()
        self.job.start()
        self._look.start(_LOOK_MS)

    def cancel(self) -> None:
        """End the work; no file is written, and one that was there stays as it was."""
        if self.job is not None:
            self.job.stop()
            self._end()
            self._tell("No web page was made.")

    def _follow(self) -> None:
        """Show how far the page is; once it is made, write it."""
        job = self.job
        if job is None or self.progress is None:
            return
        told = job.progress.take()
        if told is not None:
            share, words = told
            self.progress.setLabelText(f"{words[:1].upper()}{words[1:]} …")
            self.progress.setValue(int(share * _STEPS))
        if job.is_alive():
            return
        self._end()
        if job.page is not None:
            self._write(job.page)
        elif job.problem:
            self._window.tell(job.problem)

    def _write(self, page: bytes) -> None:
        """Write the page, if possible in a step that can be undone."""
        path = self._path
        undoable = can_be_undone(path)
        try:
            if undoable:
                self._window.settings.undo_stack.push(FileStep(path, page, self._tell))
            else:
                with replacing(path) as file:
                    file.write(page)
        except UserError as error:
            self._window.tell(str(error))
            return
        remember_folder(path.parent)
        size = f"{len(page) / 1e6:.1f} MB"
        self._tell(f"The web page is in {path}, {size}{'; Ctrl+Z undoes it' if undoable else ''}")

    def _end(self) -> None:
        self._look.stop()
        progress, self.job, self.progress = self.progress, None, None
        if progress is not None:
            progress.canceled.disconnect(self.cancel)
            progress.close()

    def _tell(self, sentence: str) -> None:
        self._window.statusBar().showMessage(sentence, _TOLD_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End the work where the window closes."""
        if event.type() == QEvent.Type.Close and self.job is not None:
            job = self.job
            self.cancel()
            job.join(1.0)
        return False
