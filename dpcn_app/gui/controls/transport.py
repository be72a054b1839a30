"""Transport: play, step, scrub, speed; ways of watching, network and video."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.controls.source_chooser import SourceChooser
from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.gui.widgets.elided_combo import ElidedCombo
from dpcn_app.gui.widgets.health_light import HealthLight, health_of
from dpcn_app.gui.widgets.icons import icon
from dpcn_app.live.commands import Command, Jump, Play, Step
from dpcn_app.live.settings import (
    MODE_TITLES,
    MODES_IN_TURN,
    PART_TITLES,
    SPEEDS,
    Settings,
    has_parts,
    main_mode,
)
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:  # the engine takes seconds to load: the window is up by then
    from dpcn_app.engine.network import Network
    from dpcn_app.storage.models import Model

MODE_MEANINGS = {
    "off": "Bottom-up alone: the term ½‖u − û‖² is left out",
    "coherence": "The top layer is drawn to its last causes: û = u of the frame before",
    "predictions": "Layer 1 is drawn to what the top layer hands down: û = C x̂",
    "both": "The paper's top-down inference: coherence and predictions",
    "prior": "Beyond the paper: what was not expected costs more, so that noise fades",
    "average": "A control with no top-down at all: bottom-up causes, averaged over time",
    "placebo": "A control of the extended prior: what is handed down has its units permuted",
}
MODE_EQUATIONS = {
    "coherence": "coherence",
    "predictions": "predictions",
    "both": "top_down",
    "prior": "prior",
    "average": "moving_average",
    "placebo": "placebo",
}
"""What the tooltip of a mode explains, by mode; not all have an equation."""
PART_MEANINGS = {
    "T": "Part T, time: layer 1 expects what follows from its last states",
    "D": "Part D, handed down: layer 1 expects what the top layer tells it to",
    "K": "Part K, at the top: the top layer expects what its last causes explain",
}
PART_EQUATIONS = {"T": "prior_time", "D": "prior_handed_down", "K": "prior_top"}
"""What the tooltip of a part of the prior explains."""

_NARROWEST = 7.2  # lines of type: what a list takes at least; the causes need room too


def speed_words(speed: float) -> str:
    """Say a speed."""
    fractions = {0.25: "¼×", 0.5: "½×", 0.0: "max"}
    return fractions.get(speed, f"{speed:g}×")


class Transport(QWidget):
    """The controls below the stage."""

    commanded = Signal(object)

    def __init__(self, settings: SettingsModel, themes: ThemeModel) -> None:
        super().__init__()
        self._settings, self._themes = settings, themes
        self._icons: dict[QToolButton, str] = {}
        self._playing = True
        self._model: Model | None = None
        self._parts = "T+D+K"  # of the extended prior that the network uses; none without maps
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(self._transport_row())
        layout.addLayout(self._source_row())
        settings.changed.connect(self.show_settings)
        self.show_settings(settings.current)
        themes.changed.connect(self.use_theme)
        self.use_theme(themes.current)

    # --- building ---------------------------------------------------------------------------------

    def _button(self, drawing: str, name: str, tip: str, command: Command | None) -> QToolButton:
        button = QToolButton()
        self._icons[button] = drawing
        button.setAccessibleName(name)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if command is not None:
            button.clicked.connect(lambda: self.commanded.emit(command))
        return button

    def _transport_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self._button("first", "First frame", "First frame (Home)", Jump(0)))
        row.addWidget(self._button("back", "Step back", "One frame back (←)", Step(-1)))
        self.play = self._button("pause", "Pause", "Play or pause (Space)", None)
        self.play.clicked.connect(self.toggle_play)
        row.addWidget(self.play)
        row.addWidget(self._button("forward", "Step forward", "One frame on (→)", Step(1)))
        row.addWidget(self._button("last", "Last frame", "Last frame (End)", Jump(10**9)))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Frame")
        self.slider.setToolTip("Drag to any frame")
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.slider.valueChanged.connect(lambda value: self.commanded.emit(Jump(value)))
        row.addWidget(self.slider, 1)
        self.position = QLabel("–")
        self.position.setAccessibleName("Position")
        self.position.setMinimumWidth(self.fontMetrics().horizontalAdvance("000 / 000  diamond  "))
        row.addWidget(self.position)
        self.speed = QComboBox()
        self.speed.setAccessibleName("Speed")
        self.speed.setToolTip("Speed of playing (+ and −)")
        for speed in SPEEDS:
            self.speed.addItem(speed_words(speed), speed)
        self.speed.activated.connect(lambda: self._settings.change(speed=self.speed.currentData()))
        row.addWidget(self.speed)
        self.loop = QCheckBox("Loop")
        self.loop.setToolTip("Start again at the end")
        self.loop.clicked.connect(lambda on: self._settings.change(loop=bool(on)))
        row.addWidget(self.loop)
        return row

    def _source_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.mode = QComboBox()
        self.mode.setAccessibleName("Inference mode")
        attach_equation(self.mode, lambda _: MODE_EQUATIONS.get(self.mode.currentData()))
        for mode, title in MODE_TITLES.items():
            self.mode.addItem(title, mode)
            self.mode.setItemData(
                self.mode.count() - 1, MODE_MEANINGS[mode], Qt.ItemDataRole.ToolTipRole
            )
        self.mode.activated.connect(lambda: self.choose_mode(self.mode.currentData()))
        self.source = SourceChooser(self._settings)
        self.network = ElidedCombo()
        self.network.setAccessibleName("Network")
        self.network.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.network.setMaximumWidth(260)
        self.network.activated.connect(lambda: self.source.use_network(self.network.currentText()))
        for box in (self.mode, self.network):
            box.setMinimumWidth(round(_NARROWEST * self.fontMetrics().height()))
        self.mode.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.network.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        label = QLabel("Network")
        label.setBuddy(self.network)
        self._details = [label, self.network]
        row.addWidget(self.mode)
        self._add_parts(row)
        row.addSpacing(6)
        row.addWidget(label)
        row.addWidget(self.network)
        self.light = HealthLight()
        row.addWidget(self.light)
        row.addWidget(self.source)
        row.addStretch(1)
        return row

    def _add_parts(self, row: QHBoxLayout) -> None:
        """Add a box for each part of the extended prior."""
        self.parts = {part: QCheckBox(part) for part in PART_TITLES}
        for part, box in self.parts.items():
            box.setAccessibleName(f"Part {part} of the prior: {PART_TITLES[part]}")
            box.setToolTip(f"{PART_MEANINGS[part]}; strengths: Inference menu")
            attach_equation(box, PART_EQUATIONS[part])
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.clicked.connect(lambda on, part=part: self.switch_part(part, bool(on)))
            row.addWidget(box)

    # --- showing ----------------------------------------------------------------------------------

    def use_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colour and size."""
        side = round(theme.points * 1.8)
        for button, name in self._icons.items():
            button.setIcon(icon(name, theme.text))
            button.setIconSize(QSize(side, side))
        for widget in self._details:  # a class needs the room more than these
            widget.setVisible(theme.name != "projector")
        self._show_health()
        self.source.spare_room(theme.name == "projector")

    def show_settings(self, settings: Settings) -> None:
        """Show settings in the controls without sending them again."""
        blockers = [QSignalBlocker(widget) for widget in (self.speed, self.mode, self.network)]
        self.speed.setCurrentIndex(SPEEDS.index(settings.speed))
        self.loop.setChecked(settings.loop)
        kind = main_mode(settings.modes).partition(":")[0]
        self.mode.setCurrentIndex(self.mode.findData(kind))
        self.mode.setToolTip(self._meaning(kind) + " (T, P, M)")
        used = self._used_parts(main_mode(settings.modes))
        for part, box in self.parts.items():
            box.setEnabled(bool(self._parts))
            box.setVisible(bool(self._parts))  # a network without the prior needs no room for it
            box.setChecked(part in used)
        self._show_networks([self.network.itemText(i) for i in range(self.network.count())])
        del blockers

    def _meaning(self, mode: str) -> str:
        """Return what a kind of mode does."""
        parts = self._parts.replace("+", ", ")
        return MODE_MEANINGS[mode] + (f" (parts in use: {parts})" if has_parts(mode) else "")

    def _used_parts(self, mode: str) -> tuple[str, ...]:
        """Return the parts of the prior that a mode uses; none where it has none."""
        if not has_parts(mode):
            return ()
        named = (mode.partition(":")[2] or self._parts).split("+")
        return tuple(part for part in PART_TITLES if part in named)

    def _show_parts(self, network: Network) -> None:
        """Offer the extended prior only where the network has what it needs, and name its parts."""
        prior = network.spec.prior
        parts = prior.parts if prior is not None and network.mapped else ""
        if parts == self._parts:
            return
        self._parts = parts
        items = self.mode.model()
        assert isinstance(items, QStandardItemModel)
        for index, mode in enumerate(MODE_TITLES):
            items.item(index).setEnabled(self.knows(mode))
            words = self._meaning(mode) if self.knows(mode) else "This network has no maps for it"
            self.mode.setItemData(index, words, Qt.ItemDataRole.ToolTipRole)
        self.show_settings(self._settings.current)

    def _show_health(self) -> None:
        """Show whether the network in use is healthy, beside its name."""
        theme = self._themes.current
        shown = self._model if theme.name != "projector" else None
        self.light.show_health(health_of(shown), theme)

    def _show_networks(self, names: list[str]) -> None:
        model = self._settings.current.model
        names = names if model in names else [*names, model]
        if names != [self.network.itemText(i) for i in range(self.network.count())]:
            self.network.clear()
            self.network.addItems(names)
        self.network.setCurrentText(model)
        self.network.setToolTip(f"The trained network that watches: {model}")

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show where the video stands."""
        blocker = QSignalBlocker(self.slider)
        frames = snapshot.length
        self.slider.setRange(0, frames - 1)
        if not self.slider.isSliderDown():
            self.slider.setValue(snapshot.frame.index)
        del blocker
        label = snapshot.classes[snapshot.frame.label] if snapshot.frame.label >= 0 else ""
        growing = "+" if snapshot.watched is not None and snapshot.watched.indexed < 1 else ""
        self.position.setText(f"{snapshot.frame.index + 1} / {frames}{growing}  {label}")
        if self._playing != snapshot.playing:
            self._playing = snapshot.playing
            self._icons[self.play] = "pause" if snapshot.playing else "play"
            self.use_theme(self._themes.current)
            self.play.setAccessibleName("Pause" if snapshot.playing else "Play")
        self._show_networks(list(snapshot.models))
        if snapshot.views:
            self._show_parts(snapshot.network)
        if snapshot.model is not self._model:
            self._model = snapshot.model
            self._show_health()

    # --- doing ------------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Play where paused, pause where playing."""
        self.commanded.emit(Play(not self._playing))

    def choose_mode(self, mode: str) -> None:
        """Watch in a mode; in Compare it takes the place of the one beside bottom-up."""
        modes = self._settings.current.modes
        if len(modes) == 1:
            self._settings.change(modes=(mode,))
        elif mode not in modes:
            main = main_mode(modes)
            self._settings.change(modes=tuple(mode if each == main else each for each in modes))
        self.show_settings(self._settings.current)  # which may be what they were

    def switch_part(self, part: str, on: bool) -> None:
        """Switch a part of the extended prior on or off; with the last one goes the prior."""
        mode = main_mode(self._settings.current.modes)
        kind = mode.partition(":")[0] if has_parts(mode) else "prior"
        used = set(self._used_parts(mode))
        used = used | {part} if on else used - {part}
        parts = "+".join(each for each in PART_TITLES if each in used)
        if parts:
            self.choose_mode(kind if parts == self._parts else f"{kind}:{parts}")
        else:
            self.choose_mode("off")

    def toggle_top_down(self) -> None:
        """Switch the paper's top-down inference on, or off."""
        current = self._settings.current.modes
        if len(current) > 1:  # in Compare both are there already: show the other one alone
            self._settings.change(modes=("off" if current[0] == "both" else "both",))
        else:
            self._settings.change(modes=("off" if current[0] != "off" else "both",))

    def toggle_prior(self) -> None:
        """Switch the extended prior on, or off; in Compare it takes its place beside bottom-up."""
        current = self._settings.current.modes
        if len(current) > 1:
            self._settings.change(modes=("off", "prior"))
        else:
            self._settings.change(modes=("off" if current[0].startswith("prior") else "prior",))

    def next_mode(self, steps: int = 1) -> None:
        """Go to the next way of watching that the network knows, or to one before."""
        modes = self._settings.current.modes
        current = main_mode(modes)
        known = [mode for mode in MODES_IN_TURN if self.knows(mode)]
        near = current if current in known else current.partition(":")[0]
        at = known.index(near) if near in known else 0
        turn = [known[(at + steps * each) % len(known)] for each in range(1, len(known))]
        others = tuple(mode for mode in modes if mode != current)
        self.choose_mode(next((mode for mode in turn if mode not in others), current))

    def knows(self, mode: str) -> bool:
        """Whether the network in use can be watched with in a mode."""
        return bool(self._parts) or not has_parts(mode)

    def toggle_compare(self) -> None:
        """Show bottom-up beside the main mode (top-down where that is bottom-up), or one alone."""
        modes = self._settings.current.modes
        if len(modes) > 1:
            self._settings.change(modes=(main_mode(modes),))
        else:
            self._settings.change(modes=("off", modes[0] if modes[0] != "off" else "both"))

    def change_speed(self, steps: int) -> None:
        """Go faster, or slower where negative."""
        index = SPEEDS.index(self._settings.current.speed) + steps
        self._settings.change(speed=SPEEDS[max(0, min(index, len(SPEEDS) - 1))])
