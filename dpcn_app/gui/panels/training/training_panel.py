"""The training panel: choose, start, pause and stop a training, and watch it learn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.errors import UserError
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.training.hyperparameter_form import HyperparameterForm
from dpcn_app.gui.panels.training.training_charts import TrainingCharts, newer
from dpcn_app.gui.panels.training.training_choices import TrainingChoices
from dpcn_app.gui.panels.training.unfinished_dialog import UnfinishedDialog
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.gui.widgets.health_light import HealthLight, health_words
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.engine_commands import (
    Command,
    HurryTraining,
    PauseTraining,
    ResumeTraining,
    StopTraining,
)
from dpcn_app.live.slow_start import SLOW_SECONDS
from dpcn_app.live.snapshot import Snapshot, TrainingView
from dpcn_app.live.training_words import progress_in_words
from dpcn_app.live.unfinished_trainings import (
    MOST_UNFINISHED,
    new_checkpoint,
    unfinished_trainings,
)
from dpcn_app.training.curves import Curves
from dpcn_app.training.status import TrainingStatus

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.health import Health

_IDLE = "No training yet. Press Start; more frames take longer."
_IDLE_NATURAL = "No training yet. Press Start; natural scenes take some minutes."

_CONTROLS, _CHART = 16, 13  # lines of type that the controls and a chart need beside each other
_WIDE = 30  # the same for sentences that stand in one line
_FORM = 50  # the same for the form of hyper-parameters with a chart beside it
_PICTURE = (1080, 300)  # pixels of the exported curves
_UNLIMITED = 16_777_215  # Qt's largest width
_QUESTION_MS = 1500  # after the start, before a question is asked


class TrainingPanel(Panel):
    """Chooses a training, steers it, and shows how it goes."""

    name = "training"
    title = "Training"
    explanation = "Watch a network learn from nothing: layer by layer, from unlabelled video."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._drawn: Curves | None = None
        self._stale, self._redraws = False, Throttle(0.4)  # whether charts do not show them yet
        self._twin: TrainingCharts | None = None  # kept alive while it is exported
        self._state = "none"
        self._asked = False  # whether a command is under way
        self._good = True  # whether what is chosen can be trained
        self.charts = TrainingCharts(context.themes.current)
        self.form = HyperparameterForm()
        self.form.setVisible(False)
        self.choices = TrainingChoices(self.form)
        self._controls = QWidget()
        column = QVBoxLayout(self._controls)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.choices)
        column.addLayout(self._make_buttons())
        column.addLayout(self._make_options())
        column.addLayout(self._make_progress())
        column.addWidget(self.form)
        content = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.TopToBottom, content)
        self._sides.setContentsMargins(6, 4, 6, 4)
        self._sides.setSpacing(8)
        self._sides.addWidget(self._controls, 0, Qt.AlignmentFlag.AlignTop)
        right = QVBoxLayout()
        right.addWidget(self.charts, 1000)
        right.addStretch(1)
        self._sides.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(scrolled(content), 1)
        self.message = WrappedLabel("What is wrong with the numbers", 1)
        self.message.setVisible(False)
        below = QHBoxLayout()  # where it is seen, however far the form is scrolled
        below.setContentsMargins(6, 0, 6, 0)
        below.addWidget(self.message)
        whole.addLayout(below)

        self.form.changed.connect(self._check)
        self.form.refused.connect(self._say)
        self.use_theme(context.themes.current)
        self._enable("none")

    def begin(self) -> None:
        """Ask, in a moment, whether to go on with a training that was left unfinished."""
        QTimer.singleShot(_QUESTION_MS, self, self._offer_to_resume)

    def _offer_to_resume(self) -> None:
        left = unfinished_trainings()
        if left and self.resume_button.isEnabled():
            self._show_unfinished(left)

    def _show_unfinished(self, left: list[Path]) -> None:
        """Let the user choose among the trainings that were left unfinished."""
        dialog = UnfinishedDialog(left, self.window())
        dialog.chosen.connect(self._go_on_with)
        dialog.discarded.connect(self._look_again)
        dialog.open()

    def _look_again(self) -> None:
        """Notice that a training that was left unfinished is there no more."""
        self._enable(self._state)

    # --- making -----------------------------------------------------------------------------------

    def _make_buttons(self) -> QHBoxLayout:
        self.start_button = QPushButton("Start")
        self.pause_button = QPushButton("Pause")
        self.resume_button = QPushButton("Resume")
        self.stop_button = QPushButton("Stop")
        row = QHBoxLayout()
        for button, meaning, act in (
            (self.start_button, "Train a new network from nothing.", self._start),
            (self.pause_button, "Pause the training; nothing is lost.", self._pause),
            (self.resume_button, "Continue the training from where it was.", self._resume),
            (self.stop_button, "End the training and keep what is learnt so far.", self._stop),
        ):
            button.setToolTip(meaning)
            button.setAccessibleDescription(meaning)
            button.setMinimumWidth(10)
            button.clicked.connect(act)
            row.addWidget(button, 1)
        return row

    def _make_disclosure(self) -> QToolButton:
        self.disclosure = QToolButton()
        self.disclosure.setText("Hyper-parameters")
        self.disclosure.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.disclosure.setArrowType(Qt.ArrowType.RightArrow)
        self.disclosure.setAutoRaise(True)
        self.disclosure.setCheckable(True)
        self.disclosure.setAccessibleDescription("Shows or hides the numbers behind the preset.")
        self.disclosure.toggled.connect(self._disclose)
        return self.disclosure

    def _make_progress(self) -> QVBoxLayout:
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)  # the share is written below, where it is always legible
        self.bar.setAccessibleName("Share of the training that is done")
        self.status = WrappedLabel("Where the training stands", 2)
        self.status.setText(_IDLE)
        self.light = HealthLight()
        self.verdict = WrappedLabel("How healthy the network is", 3)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.light, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.verdict, 1)
        self.light.setVisible(False)
        self.verdict.setVisible(False)
        _keep_place(self.verdict, True)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self.bar)
        column.addWidget(self.status)
        column.addLayout(row)
        return column

    def _make_options(self) -> QHBoxLayout:
        """Return the choice of a slow start, or the way out of one, and that of the numbers."""
        self.slow_box = QCheckBox("Slow start")
        self.slow_box.setChecked(True)
        self.slow_box.setToolTip(
            f"Take the first steps one by one, so that atoms are seen to form in Dictionary; the "
            f"training takes at most {SLOW_SECONDS:.0f} seconds longer."
        )
        self.slow_box.setAccessibleDescription(self.slow_box.toolTip())
        self.hurry_button = QPushButton("Full speed now")
        self.hurry_button.setToolTip("End the slow start.")
        self.hurry_button.clicked.connect(self._hurry)
        self.hurry_button.hide()
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.slow_box)
        row.addWidget(self.hurry_button)
        row.addWidget(self._make_disclosure())
        row.addStretch(1)
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the charts beside the controls where there is room, else below them."""
        line, directions = self.fontMetrics().height(), QBoxLayout.Direction
        form = self.disclosure.isChecked() and self.form.isEnabled()
        beside = self.width() >= (_FORM if form else _CONTROLS + _CHART) * line
        self._sides.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        width = min(max(_CONTROLS * line, self.width() * 2 // 5), 24 * line)
        self._controls.setMaximumWidth(width if beside and not form else _UNLIMITED)
        self._controls.setMinimumWidth(width if beside and not form else 0)
        self._give_words_room(beside=beside, form=form)
        # Beside controls that have to be scrolled, the whole chart stays in view.
        room = max(self.height() - 8, self.charts.minimumSizeHint().height())
        self.charts.setMaximumHeight(room if beside else _UNLIMITED)

    def _give_words_room(self, *, beside: bool, form: bool) -> None:
        """Give all words as much room as they may need, so that new ones move nothing."""
        wide = self.width() >= _WIDE * self.fontMetrics().height()
        if wide and (form or not beside):
            status, verdict = 1.0, 2.0
        elif beside and not self.bar.isVisibleTo(self._controls):
            status, verdict = 1.75, 3.0  # in a low dock all controls are seen then
        else:
            status, verdict = 2.0, 3.0
        self.status.set_lines(status)
        self.verdict.set_lines(verdict)
        self.message.set_lines(1 if wide else 3)
        _keep_place(self.message, form)

    # --- choices ----------------------------------------------------------------------------------

    def _idle(self) -> str:
        """Return what to expect of a training, before there is one."""
        return _IDLE if self.choices.listed_preset.shapes else _IDLE_NATURAL

    def _disclose(self, on: bool) -> None:
        self.disclosure.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        self.form.setVisible(on)
        self._arrange()

    def _check(self) -> bool:
        """Say what is wrong with the numbers, if anything is."""
        sentence = ""
        try:
            self.choices.preset()
        except UserError as error:
            sentence = str(error)
        self._good = not sentence
        self._say(sentence)
        self._enable(self._state)
        return self._good

    def _say(self, sentence: str) -> None:
        self.message.setText(sentence)
        self.message.setVisible(bool(sentence))

    def lend(self, job: Mapping[str, Any] | None) -> None:
        """Offer what a lesson wants to be trained; None brings the user's own choices back.

        A training that is started meanwhile is part of the lesson, and leaves no file.
        """
        self.choices.lend(job)
        self.slow_box.setChecked(job is None or bool(job["slow"]))
        self.disclosure.setChecked(self.form.reset_button.isEnabled())
        self._enable(self._state)

    # --- steering ---------------------------------------------------------------------------------

    def _start(self) -> None:
        if not self._check():
            return
        left = unfinished_trainings()
        if len(left) >= MOST_UNFINISHED and not self.choices.lent:
            self._show_unfinished(left)
            return
        seconds = SLOW_SECONDS if self.slow_box.isChecked() else 0.0
        if seconds:
            self.context.show_panel("dictionary")  # where the atoms are seen to form
        checkpoint = None if self.choices.lent else new_checkpoint()
        self._begin(self.choices.start_command(checkpoint, seconds))

    def _resume(self) -> None:
        left = unfinished_trainings()
        if self._state == TrainingStatus.PAUSED:
            self._send(PauseTraining(False))
        elif len(left) == 1 and self._state == "none":
            self._go_on_with(left[0])
        elif left:
            self._show_unfinished(left)
        else:
            self._look_again()
            self._say("Another window has taken this training over, or has ended it.")

    def _go_on_with(self, checkpoint: Path) -> None:
        self._begin(ResumeTraining(checkpoint))

    def _pause(self) -> None:
        self._send(PauseTraining(True))

    def _stop(self) -> None:
        self._send(StopTraining())

    def _hurry(self) -> None:
        self.hurry_button.hide()
        self.context.ask(HurryTraining())

    def _begin(self, command: Command) -> None:
        self.status.setText("Starting …")
        self._send(command)

    def _send(self, command: Command) -> None:
        """Send a command; until the next snapshot no other one makes sense."""
        for button in (self.start_button, self.pause_button, self.resume_button, self.stop_button):
            button.setEnabled(False)
        self._asked = True
        self.context.ask(command)

    def _enable(self, state: str) -> None:
        """Enable what makes sense in a state."""
        self._state = state
        busy = state in (TrainingStatus.RUNNING, TrainingStatus.PAUSED)
        left = [] if busy or self.choices.lent else unfinished_trainings()
        self.start_button.setEnabled(not busy and self._good)
        self.pause_button.setEnabled(state == TrainingStatus.RUNNING)
        self.resume_button.setEnabled(state == TrainingStatus.PAUSED or bool(left))
        asks = len(left) > 1 or (left and state != "none")  # what is shown is another training
        self.resume_button.setText("Resume …" if asks else "Resume")
        self.stop_button.setEnabled(busy)
        # Resume and Pause share one place: only one of them makes sense at a time.
        self.resume_button.setVisible(self.resume_button.isEnabled())
        self.pause_button.setVisible(not self.resume_button.isEnabled())
        self.choices.let_change(not busy)
        for widget in (self.choices, self.slow_box, self.disclosure):
            widget.setVisible(not busy)  # the curves need the room more
        self.bar.setVisible(busy)
        self.form.setVisible(self.disclosure.isChecked() and not busy)
        self._arrange()
        if state == "none":
            interrupted = "A training was interrupted. Resume continues it."
            self.status.setText(interrupted if left else self._idle())

    # --- showing ----------------------------------------------------------------------------------

    def show_snapshot(self, snapshot: Snapshot) -> None:
        training = snapshot.training
        state = training.state if training is not None else "none"
        if self._asked or state != self._state:
            self._asked = False
            self._enable(state)
        if not (training is not None and training.state.under_way):
            self.choices.follow(snapshot.settings)
        if training is None:
            self.hurry_button.hide()  # of one that was lost
            return
        share = 1.0 if training.state is TrainingStatus.DONE else 0.0
        if training.progress is not None and training.state is not TrainingStatus.DONE:
            share = training.progress.share
        self.bar.setValue(round(1000 * share))
        self.status.setText(progress_in_words(training))
        if training.stopping and training.state.under_way:
            self.pause_button.setEnabled(False)
            self.stop_button.setEnabled(False)
        self.hurry_button.setVisible(
            training.slow_left > 0 and training.state is TrainingStatus.RUNNING
        )
        self._show_health(_health_to_tell(snapshot, training))
        if self._drawn is None or newer(training.curves, self._drawn):
            self._drawn, self._stale = training.curves, True
        running = training.state is TrainingStatus.RUNNING
        if self._stale and (not running or self._redraws.due()):
            self._stale = False
            self.charts.show_curves(training.curves)

    def _show_health(self, health: Health | None) -> None:
        self.light.show_health(health, self.context.themes.current)
        self.verdict.setVisible(health is not None)
        if health is not None:
            self.verdict.setText(health_words(health))

    def use_theme(self, theme: Theme) -> None:
        for chart in self.charts.every:
            chart.use_theme(theme)
        self._arrange()
        self.message.setStyleSheet(f"color: {theme.warning};")
        if self.snapshot is not None and self.snapshot.training is not None:
            self._show_health(_health_to_tell(self.snapshot, self.snapshot.training))
        self.update()

    @property
    def picture(self) -> QWidget:
        """All curves side by side, also where the window shows one chart at a time."""
        self._twin = TrainingCharts(self.context.themes.current, alone=True)
        self._twin.resize(*_PICTURE)
        self._twin.energy.set_logarithmic(self.charts.log_box.isChecked())
        if self._drawn is not None:
            self._twin.show_curves(self._drawn)
        return self._twin

    def data(self) -> dict[str, NDArray[Any]]:
        """Return the curves, one row a step."""
        curves = self._drawn
        if curves is None or not len(curves.steps):
            return {}
        return {
            "step": curves.steps,
            "layer": curves.layers + 1,
            **{f"energy_{name}": values for name, values in curves.energy.items()},
            "active_states": curves.active_states,
            "active_causes": curves.active_causes,
            **{f"change_{name}": values for name, values in curves.change.items()},
        }


def _keep_place(widget: QWidget, on: bool) -> None:
    """Choose whether a widget keeps its place while it is hidden, so that nothing else moves."""
    policy = widget.sizePolicy()
    if policy.retainSizeWhenHidden() != on:
        policy.setRetainSizeWhenHidden(on)
        widget.setSizePolicy(policy)


def _health_to_tell(snapshot: Snapshot, training: TrainingView) -> Health | None:
    """Return the health of what is trained; None once another network has been chosen."""
    about_it = training.state.under_way or snapshot.settings.model == training.name
    return training.health if about_it else None
