"""What is simulated and how states are inferred: sliders, a seed, and the transport of a run."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.experiments.state_estimation import METHODS, EstimationConfig
from dpcn_app.experiments.state_simulation import SimulationSpec
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.icons import icon
from dpcn_app.gui.widgets.value_slider import ValueSlider
from dpcn_app.live.engine_commands import Play, Step
from dpcn_app.live.estimation_thread import Pace, Restart, RunCommand, RunView, Watch

PACES = {2.0: "2/s", 5.0: "5/s", 10.0: "10/s", 30.0: "30/s", 0.0: "max"}
USUAL_PACE = 10.0

_DIGITS = (1, 1.5, 2, 3, 4, 6, 8)
_WEIGHTS = (0.0, *(round(d * 10.0**p, 1 - p) for p in range(-4, 0) for d in _DIGITS), 1.0)


class EstimationForm(QWidget):
    """Sliders and a seed that describe a run; `changed` carries this run."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        usual = EstimationConfig()
        spec = usual.simulation
        self.observations = ValueSlider(
            "Observations P",
            "Length of y, less than the number of states. Sparser states need fewer observations.",
            range(20, 201, 2),
            spec.observations,
        )
        self.nonzeros = ValueSlider(
            "Non-zeros", "How many of the 500 states are active.", range(1, 81), spec.nonzeros
        )
        self.innovations = ValueSlider(
            "Innovations",
            "Mean number of active states that a step moves to random places.",
            [n / 2 for n in range(21)],
            spec.innovations,
        )
        self.noise = ValueSlider(
            "Noise σ²", "Variance of the noise on each observation.", _WEIGHTS, spec.noise
        )
        self.transition_weight = ValueSlider(
            "λ",
            "Weight of ‖x − Ax‖₁, per observation: how much the last estimate counts. 0 is sparse "
            "coding; far above γ the estimate diverges.",
            _WEIGHTS,
            usual.transition_weight,
        )
        self.sparsity = ValueSlider(
            "γ",
            "Weight of ‖x‖₁, per observation, in dynamic inference. Sparse coding always gets the "
            "γ that suits it best.",
            _WEIGHTS,
            usual.sparsity,
        )
        self.seed = QSpinBox()
        self.seed.setRange(0, 999_999)
        self.seed.setValue(1)
        self.seed.setKeyboardTracking(False)
        self.seed.setAccessibleName("Seed")
        self.seed.setToolTip("Another seed gives another run")
        self.seed.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.usual = QPushButton("Paper's values")
        self.usual.setToolTip("Set every slider back to the paper's value")
        self.usual.clicked.connect(self.reset)
        self._arrange()
        for slider in self.sliders:
            slider.chosen.connect(self._tell)
        self.seed.valueChanged.connect(self._tell)

    @property
    def sliders(self) -> tuple[ValueSlider, ...]:
        """All sliders, from top to bottom."""
        return (
            self.observations,
            self.nonzeros,
            self.innovations,
            self.noise,
            self.transition_weight,
            self.sparsity,
        )

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        for row, slider in enumerate(self.sliders):
            words = f"{slider.toolTip()} From {slider.range_in_words}."
            for widget in (slider, slider.label, slider.reading):
                widget.setToolTip(words)
            grid.addWidget(slider.label, row, 0)
            grid.addWidget(slider, row, 1)
            grid.addWidget(slider.reading, row, 2)
        label = QLabel("Seed")
        label.setBuddy(self.seed)
        last = QHBoxLayout()
        last.addWidget(self.seed)
        last.addWidget(self.usual)
        last.addStretch(1)
        grid.addWidget(label, len(self.sliders), 0)
        grid.addLayout(last, len(self.sliders), 1, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(2, self.fontMetrics().horizontalAdvance("0.00015"))

    def watched(self) -> Watch:
        """Return the run that is described."""
        simulation = SimulationSpec(
            observations=int(self.observations.number),
            nonzeros=int(self.nonzeros.number),
            innovations=self.innovations.number,
            noise=self.noise.number,
        )
        config = EstimationConfig(
            simulation,
            transition_weight=self.transition_weight.number,
            sparsity=self.sparsity.number,
        )
        return Watch(config, self.seed.value())

    def reset(self) -> None:
        """Put the paper's values back."""
        blockers = [QSignalBlocker(slider) for slider in self.sliders]
        self._put_usual()
        del blockers
        self._tell()

    def _put_usual(self) -> None:
        config = EstimationConfig()
        spec = config.simulation
        numbers = (spec.observations, spec.nonzeros, spec.innovations, spec.noise)
        for slider, number in zip(
            self.sliders, (*numbers, config.transition_weight, config.sparsity), strict=True
        ):
            slider.set_number(number)

    @property
    def values(self) -> dict[str, float]:
        """All numbers, by the names that lessons give them."""
        sliders = {name: slider.number for name, slider in self._named.items()}
        return sliders | {"seed": float(self.seed.value())}

    def show_values(self, values: Mapping[str, float]) -> None:
        """Describe another run; numbers that are not given are the paper's, with seed 1."""
        blockers = [QSignalBlocker(each) for each in (*self.sliders, self.seed)]
        self._put_usual()
        for name, slider in self._named.items():
            if name in values:
                slider.set_number(values[name])
        self.seed.setValue(int(values.get("seed", 1)))
        del blockers
        self._tell()

    def switch_memory(self) -> None:
        """Set λ to 0, or back to the paper's value where it is 0."""
        usual = EstimationConfig().transition_weight
        self.transition_weight.set_number(0.0 if self.transition_weight.number > 0 else usual)

    @property
    def _named(self) -> dict[str, ValueSlider]:
        names = ("observations", "nonzeros", "innovations", "noise", "lambda", "gamma")
        return dict(zip(names, self.sliders, strict=True))

    def _tell(self) -> None:
        self.changed.emit(self.watched())


class RunTransport(QWidget):
    """Restart, step, play; `commanded` carries what was asked."""

    commanded = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        self._icons: dict[QToolButton, str] = {}
        self._playing = True
        self._colour = "grey"
        self.first = self._button("first", "First step", "Go back to the first step (Home)")
        self.back = self._button("back", "Step back", "One step back (←)")
        self.play = self._button("pause", "Pause", "Play or pause (Space)")
        self.forward = self._button("forward", "Step forward", "One step forward (→)")
        self.first.clicked.connect(lambda: self.commanded.emit(Restart()))
        self.back.clicked.connect(lambda: self.commanded.emit(Step(-1)))
        self.forward.clicked.connect(lambda: self.commanded.emit(Step(1)))
        self.play.clicked.connect(self.toggle)
        self.pace = QComboBox()
        self.pace.setAccessibleName("Pace")
        self.pace.setToolTip("Steps a second while it plays")
        self.pace.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for rate, words in PACES.items():
            self.pace.addItem(words, rate)
        self.pace.setCurrentIndex(self.pace.findData(USUAL_PACE))
        self.pace.currentIndexChanged.connect(
            lambda: self.commanded.emit(Pace(self.pace.currentData()))
        )
        self.position = QLabel("Loading …")
        self.position.setAccessibleName("Position")
        # Otherwise every step would lay the page out again.
        self.position.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.progress = QProgressBar()
        self.progress.setRange(0, len(METHODS))
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(6)
        self.progress.setAccessibleName("Estimators that are loaded")
        self.progress.setToolTip("Loading takes a moment; on a new machine they are compiled first")
        for widget in (self.first, self.back, self.play, self.forward, self.pace):
            row.addWidget(widget)
        row.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        whole.addLayout(row)
        whole.addWidget(self.position)
        whole.addWidget(self.progress)

    def _button(self, drawing: str, name: str, tip: str) -> QToolButton:
        button = QToolButton()
        self._icons[button] = drawing
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def toggle(self) -> None:
        """Play where paused, pause where playing."""
        self.ask(Play(not self._playing))

    def ask(self, command: RunCommand) -> None:
        """Send a command."""
        self.commanded.emit(command)

    def show_view(self, view: RunView, shown_per_second: float) -> None:
        """Show where the run stands, or how far its estimators are loaded."""
        self.progress.setVisible(view.preparing is not None)
        if view.preparing is not None:
            number, title = view.preparing
            self.progress.setValue(number - 1)
            self.position.setText(f"Loading {number} of {self.progress.maximum()}: {title}")
            return
        if view.playing != self._playing:
            self._playing = view.playing
            self._icons[self.play] = "pause" if view.playing else "play"
            self.play.setAccessibleName("Pause" if view.playing else "Play")
            self.play.setIcon(icon(self._icons[self.play], self._colour))
        self.back.setEnabled(view.index > 0)
        self.forward.setEnabled(view.index + 1 < view.watched.config.steps)
        words = f"{view.index + 1} / {view.watched.config.steps}"
        if view.playing and shown_per_second > 0:
            words += f"  {shown_per_second:.0f} steps/s"
        self.position.setText(words)

    def use_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colour and size."""
        self._colour = theme.text
        side = round(theme.points * 1.6)
        for button, drawing in self._icons.items():
            button.setIcon(icon(drawing, theme.text))
            button.setIconSize(QSize(side, side))
