"""A study: a measure over two axes of its grid, and the trained network behind every cell.

What the page needs is imported, and the table read, in a thread when a study is opened.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.plain_text import plain_label

if TYPE_CHECKING:
    from dpcn_app.gui.panels.study.study_page import StudyPage
    from dpcn_app.studies.results_table import ResultsTable

_POLL_MS = 30
_NONE_YET = (
    "No study is open. Carry one out with dpcn-app sweep, then open its folder: "
    "File ▸ Open folder …, drop it on the window, or dpcn-app FOLDER."
)


class StudyPanel(Panel):
    """The study that was opened last."""

    name = "study"
    title = "Study"
    explanation = "A measure over two axes of a study; a click on a cell opens its network."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.page: StudyPage | None = None
        self.words = plain_label(_NONE_YET)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.words)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="study")
        self._reading: Future[ResultsTable] | None = None
        self._path = Path()
        self._poll = QTimer(self)
        self._poll.timeout.connect(self.poll)
        worker = self._worker  # not self: the panel is gone by then
        self.destroyed.connect(lambda: worker.shutdown(wait=False, cancel_futures=True))

    def sizeHint(self) -> QSize:
        return QSize(1060, 640)

    def open_study(self, path: Path) -> None:
        """Read a study in a thread, and show it when it is there."""
        self._path = path
        self._say(f"Reading {path} …")
        self._reading = self._worker.submit(_read, path)
        self._poll.start(_POLL_MS)

    def poll(self) -> None:
        """Show the study once it is read, or say why it cannot be."""
        if self._reading is None or not self._reading.done():
            return
        self._poll.stop()
        reading, self._reading = self._reading, None
        try:
            table = reading.result()
        except UserError as error:
            self._say(str(error))
            return
        if self.page is None:
            from dpcn_app.gui.panels.study.study_page import StudyPage

            self.page = StudyPage(self.context.themes.current)
            self.page.network_chosen.connect(self.context.open_study_network)
            self._layout.addWidget(self.page)
        self.words.hide()
        self.page.show()
        self.page.show_table(table)
        self.status_changed.emit(f"{self._path.name}: {len(table)} rows")

    def _say(self, sentence: str) -> None:
        self.words.setText(sentence)
        self.words.show()
        if self.page is not None:
            self.page.hide()

    @property
    def picture(self) -> QWidget:
        """The heat map with its words, once they are there."""
        return self if self.page is None else self.page.picture

    def end(self) -> None:
        self._poll.stop()

    def use_theme(self, theme: Theme) -> None:
        if self.page is not None:
            self.page.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        return {} if self.page is None else self.page.data()


def _read(path: Path) -> ResultsTable:
    """Read a table; much of the engine is imported with it."""
    from dpcn_app.studies.results_table import load_table

    return load_table(path)
