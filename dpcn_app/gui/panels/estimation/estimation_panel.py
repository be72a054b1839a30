"""State estimation: the supplement's experiment (A.3), one run live.

What the page needs is imported, and its thread started, when it is shown for the first time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.own_keys import take_key
from dpcn_app.live.engine_commands import Play, Step

if TYPE_CHECKING:
    from dpcn_app.gui.panels.estimation.estimation_page import EstimationPage
    from dpcn_app.live.estimation_thread import EstimationThread, RunCommand, Watch

POLL_MS = 16
_OWN_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home}


class EstimationPanel(Panel):
    """One run of the experiment, steered and watched.

    Signals
    -------
    run_asked
        Another run begins.
    run_shown
        The `RunView` that has just been drawn, of the run that was asked for last.
    """

    run_asked = Signal()
    run_shown = Signal(object)

    name = "states"
    title = "State estimation"
    explanation = (
        "Sparse states with known parameters: bars are inferred, lines are true. "
        "A permutes the states at each step; here each is always drawn at the same place."
    )
    equation = "states"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.page: EstimationPage | None = None
        self.thread_: EstimationThread | None = None
        self._resume = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._poll = QTimer(self)
        self._poll.timeout.connect(self.poll)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        memory = QAction("State estimation: memory λ on or off", self)
        memory.setShortcut(QKeySequence("L"))
        memory.triggered.connect(lambda: self._made().form.switch_memory())
        self.addAction(memory)

    def sizeHint(self) -> QSize:
        return QSize(1060, 640)

    def _build(self) -> EstimationPage:
        from dpcn_app.gui.panels.estimation.estimation_controls import USUAL_PACE
        from dpcn_app.gui.panels.estimation.estimation_page import EstimationPage
        from dpcn_app.live.estimation_thread import EstimationThread

        page = EstimationPage(self.context.themes.current)
        self._layout.addWidget(page)
        thread = EstimationThread(page.form.watched(), USUAL_PACE)
        page.form.changed.connect(self._begin_run)
        page.transport.commanded.connect(self.ask)
        self.destroyed.connect(lambda: thread.stop())
        thread.start()
        self.page, self.thread_ = page, thread
        return page

    def _made(self) -> EstimationPage:
        """Return the page, made now if it was never shown."""
        return self._build() if self.page is None else self.page

    def _begin_run(self, watched: Watch) -> None:
        self.ask(watched)
        self.run_asked.emit()

    @property
    def run_values(self) -> dict[str, float] | None:
        """The numbers of the run, by name; None before the page was first shown."""
        return None if self.page is None else self.page.form.values

    def show_run(self, values: Mapping[str, float]) -> None:
        """Watch another run; numbers that are not given are the paper's."""
        self._made().form.show_values(values)

    @property
    def picture(self) -> QWidget:
        """The bars and the curve, once they are there."""
        return self if self.page is None else self.page.picture

    def ask(self, command: RunCommand) -> None:
        """Send a command to the thread."""
        if self.thread_ is not None:
            self.thread_.ask(command)

    def poll(self) -> None:
        """Show the latest view, if there is a new one."""
        if self.page is None or self.thread_ is None:
            return
        view = self.thread_.views.take()
        if view is not None:
            self.page.show_view(view)
            if view.watched == self.page.form.watched():
                self.run_shown.emit(view)
        failure = self.thread_.failures.take()
        if failure is not None:
            self._poll.stop()
            raise RuntimeError(failure)  # shown by the window

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.page is None:
            self._build()
        elif self._resume:
            self.ask(Play(True))
        self._poll.start(POLL_MS)

    def hideEvent(self, event: QHideEvent) -> None:
        """Pause while the panel is hidden."""
        super().hideEvent(event)
        self._poll.stop()
        view = self.page.picture.view if self.page is not None else None
        self._resume = view is not None and view.playing
        self.ask(Play(False))

    def end(self) -> None:
        self._poll.stop()
        if self.thread_ is not None:
            self.thread_.stop()

    def use_theme(self, theme: Theme) -> None:
        if self.page is not None:
            self.page.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        return {} if self.page is None else self.page.data()

    # --- keys -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Use the transport's keys here, not for the window's video, while the focus is here."""
        return take_key(event, self._is_own) or super().event(event)

    @staticmethod
    def _is_own(event: QKeyEvent) -> bool:
        return event.key() in _OWN_KEYS and not event.modifiers()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.page is None or not self._is_own(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.page.transport.toggle()
        elif event.key() == Qt.Key.Key_Home:
            self.page.transport.first.click()
        else:
            self.ask(Step(1 if event.key() == Qt.Key.Key_Right else -1))
