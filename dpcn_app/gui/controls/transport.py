"""The controls below the stage: play, step, frame and speed; mode, network and video."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.engine.modes import MODES, PARTS, mode_and_parts, parts_title
from dpcn_app.gui.controls.belief_bar import BeliefBar
from dpcn_app.gui.controls.source_chooser import SourceChooser
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.gui.widgets.elided_combo import ElidedCombo
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.health_light import HealthLight, health_of
from dpcn_app.gui.widgets.icons import icon
from dpcn_app.gui.widgets.jump_slider import JumpSlider
from dpcn_app.gui.widgets.plain_text import plain_tip
from dpcn_app.gui.widgets.switch_button import SwitchButton
from dpcn_app.live import choices
from dpcn_app.live.drawing_words import camera_words, drawn_class
from dpcn_app.live.engine_commands import Command, Jump, Play, Step
from dpcn_app.live.network_modes import NO_MAPS, knows_mode, main_mode, parts_of
from dpcn_app.live.reading_words import misreading_of
from dpcn_app.live.settings import SPEEDS, Settings
from dpcn_app.live.snapshot import CameraView, Snapshot

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.storage.models import Model

_LONGEST_POSITION = "300 / 300  diamond "  # what has room; more is shortened


def speed_words(speed: float) -> str:
    """Return a speed in words."""
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
        self._crowded = False
        self._model: Model | None = None
        self._parts = settings.parts  # as shown
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(self._transport_row())
        layout.addLayout(self._network_row())
        self.source = SourceChooser(self._settings)
        layout.addWidget(self.source)
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
        first = self._button("first", "First frame", "First frame (Home)", Jump(0))
        row.addWidget(first)
        row.addWidget(self._button("back", "Step back", "One frame back (←)", Step(-1)))
        self.play = self._button("pause", "Pause", "Play or pause (Space)", None)
        self.play.clicked.connect(self.toggle_play)
        row.addWidget(self.play)
        row.addWidget(self._button("forward", "Step forward", "One frame forward (→)", Step(1)))
        last = self._button("last", "Last frame", "Last frame (End)", Jump(10**9))
        row.addWidget(last)
        self._spared: list[QWidget] = [first, last]
        self.slider = JumpSlider()
        self.slider.setAccessibleName("Frame")
        self.slider.setToolTip("Click or drag to any frame")
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.slider.valueChanged.connect(lambda value: self.commanded.emit(Jump(value)))
        row.addWidget(self.slider, 1)
        self.position = WrappedLabel("Position", 2, centred=True)
        self.position.setText("–")
        self.position.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row.addWidget(self.position)
        self.live = QToolButton()
        self.live.setText("Live")
        self.live.setAccessibleName("Live")
        self.live.setToolTip("Go on with what the camera sees now (Ctrl+L)")
        self.live.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.live.clicked.connect(self.go_live)
        self.live.hide()
        row.addWidget(self.live)
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
        row.addSpacing(6)
        self.beliefs = BeliefBar(self._settings, self._themes.current)
        row.addWidget(self.beliefs)
        return row

    def _network_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.mode = QComboBox()
        self.mode.setAccessibleName("Inference mode")
        attach_equation(self.mode, lambda _: MODES[self.mode.currentData()].equation)
        for mode in MODES.values():
            self.mode.addItem(mode.title, mode.name)
            tip = Qt.ItemDataRole.ToolTipRole
            self.mode.setItemData(self.mode.count() - 1, mode.meaning, tip)
        self.mode.activated.connect(
            lambda: self._choose(choices.choose_mode, self.mode.currentData())
        )
        self.network = ElidedCombo()
        self.network.setAccessibleName("Network")
        self.network.activated.connect(
            lambda: self._choose(
                choices.use_network, self.network.currentText(), self._settings.noise_memory
            )
        )
        self.mode.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.network.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        label = QLabel("Network")
        label.setBuddy(self.network)
        self._spared += [label, self.network]
        row.addWidget(self.mode)
        self._add_parts(row)
        row.addSpacing(6)
        row.addWidget(label)
        row.addWidget(self.network)
        self.light = HealthLight()
        row.addWidget(self.light)
        row.addStretch(1)
        self._switches = row
        return row

    def add_switch(self, switch: SwitchButton) -> None:
        """Put a switch beside the controls of the network; a projector has no room for it."""
        self._switches.addWidget(switch)
        self._spared.append(switch)
        switch.use_theme(self._themes.current)
        self._themes.changed.connect(switch.use_theme)

    def _add_parts(self, row: QHBoxLayout) -> None:
        """Add a box for each part of the extended prior."""
        self.parts = {part: QCheckBox(about.title) for part, about in PARTS.items()}
        for part, box in self.parts.items():
            about = PARTS[part]
            box.setAccessibleName(f"Part of the prior: {about.title}")
            box.setToolTip(f"{about.meaning} (its strength: Inference menu)")
            attach_equation(box, about.equation)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.clicked.connect(
                lambda on, part=part: self._choose(
                    choices.switch_part, self._settings.parts, part, bool(on)
                )
            )
            row.addWidget(box)

    # --- showing ----------------------------------------------------------------------------------

    def use_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colour and size."""
        side = round(theme.points * 1.8)
        for button, name in self._icons.items():
            button.setIcon(icon(name, theme.text))
            button.setIconSize(QSize(side, side))
        room = self.position.fontMetrics().horizontalAdvance(_LONGEST_POSITION)
        self.position.setFixedWidth(room)  # whatever it says, nothing beside it moves
        for widget in (*self._spared, self.loop):  # in class, room matters more than these
            widget.setVisible(theme.name != "projector")
        for box in self.parts.values():
            box.setVisible(theme.name != "projector" or not self._crowded)
        self._show_health()
        self.beliefs.use_theme(theme)
        self.source.spare_room(theme.name == "projector")

    def spare_room(self, on: bool) -> None:
        """Leave the parts of the prior to the menu on a projector that shows a lesson too."""
        self._crowded = on
        self.use_theme(self._themes.current)

    def show_settings(self, settings: Settings) -> None:
        """Show settings in the controls without sending them again."""
        blockers = [QSignalBlocker(widget) for widget in (self.speed, self.mode, self.network)]
        self.speed.setCurrentIndex(SPEEDS.index(settings.speed))
        self.loop.setChecked(settings.loop)
        kind = mode_and_parts(main_mode(settings.modes))[0].name
        self.mode.setCurrentIndex(self.mode.findData(kind))
        self.mode.setToolTip(self._meaning(kind) + " (keys T, P, M)")
        used = parts_of(main_mode(settings.modes), self._parts)
        for part, box in self.parts.items():
            box.setEnabled(bool(self._parts))
            box.setChecked(part in used)
        self._show_networks([self.network.itemText(i) for i in range(self.network.count())])
        del blockers

    def _meaning(self, name: str) -> str:
        """Return what a mode does."""
        mode = MODES[name]
        return mode.meaning + (f" (parts: {parts_title(self._parts)})" if mode.prior else "")

    def _show_parts(self, parts: str) -> None:
        """Offer the extended prior only where the network has what it needs, and name its parts."""
        if parts == self._parts:
            return
        self._parts = parts
        items = self.mode.model()
        assert isinstance(items, QStandardItemModel)
        for index, mode in enumerate(MODES):
            known = knows_mode(mode, parts)
            items.item(index).setEnabled(known)
            words = self._meaning(mode) if known else NO_MAPS
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
        self.network.set_names(names)
        self.network.setCurrentText(model)
        self.network.setToolTip(plain_tip(f"The network in use: {model}"))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show where the video stands."""
        blocker = QSignalBlocker(self.slider)
        frames, camera = snapshot.length, snapshot.video.camera
        self.slider.setRange(0 if camera is None else camera.first, frames - 1)
        if not self.slider.isSliderDown():
            self.slider.setValue(snapshot.frame.index)
        del blocker
        label = snapshot.classes[snapshot.frame.label] if snapshot.frame.label >= 0 else ""
        growing = "+" if snapshot.video.indexed < 1 else ""
        shown = misreading_of(snapshot) or drawn_class(snapshot) or label
        place = camera_words(snapshot) or f"{snapshot.frame.index + 1} / {frames}{growing}"
        self.position.setText(f"{place}  {shown}")
        if self._playing != snapshot.playing:
            self._playing = snapshot.playing
            self._icons[self.play] = "pause" if snapshot.playing else "play"
            self.use_theme(self._themes.current)
            self.play.setAccessibleName("Pause" if snapshot.playing else "Play")
        self._show_networks(list(snapshot.models))
        self._show_parts(self._settings.parts)
        self._show_camera(camera)  # after the theme, which shows what it hides
        self.source.show_snapshot(snapshot)
        if snapshot.model is not self._model:
            self._model = snapshot.model
            self._show_health()

    def _show_camera(self, camera: CameraView | None) -> None:
        """Show the way back to the present where there is one, in place of looping."""
        self.live.setVisible(camera is not None)
        self.live.setEnabled(camera is not None and not camera.live)
        self.loop.setVisible(camera is None and self._themes.current.name != "projector")

    # --- doing ------------------------------------------------------------------------------------

    def go_live(self) -> None:
        """Go on with the newest picture of a camera."""
        self.commanded.emit(Jump(10**9))
        self.commanded.emit(Play(True))

    def toggle_play(self) -> None:
        """Play where paused, pause where playing."""
        self.commanded.emit(Play(not self._playing))

    def _choose(self, choice: Callable[..., Settings], *arguments: object) -> None:
        """Carry out a choice, and show the settings that result in the controls."""
        self._settings.choose(choice, *arguments)
        self.show_settings(self._settings.current)
