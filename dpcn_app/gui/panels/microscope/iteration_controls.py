"""The controls of the microscope: play and step, a slider over the iterations, what to look at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.panels.microscope.iteration_player import IterationPlayer
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.icons import icon
from dpcn_app.gui.widgets.jump_slider import JumpSlider
from dpcn_app.gui.widgets.own_keys import take_key
from dpcn_app.gui.widgets.plain_text import plain_label

_OWN_KEYS = {
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End),
}

PARTS_SHOWN = ("States", "Causes", "Energy")
"""Parts of the microscope of which one is shown where there is no room for all."""


class IterationSlider(JumpSlider):
    """A slider over iterations that keeps the arrow keys while it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Iteration")
        self.setToolTip("Drag to any iteration; 0 is where inference starts")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def event(self, event: QEvent) -> bool:
        """Keep arrow keys, with which the window would otherwise step its video."""
        return take_key(event, lambda key: key.key() in _OWN_KEYS) or super().event(event)


class IterationControls(QWidget):
    """Two rows of controls.

    Signals
    -------
    pass_chosen, place_chosen, mode_chosen, unit_chosen
        Index of what was chosen in a list.
    scale_chosen
        Whether the energy is drawn by powers of ten.
    part_chosen
        Which of the parts is shown where there is no room for all.
    played
        The user lets the iterations play, so that the video should stand still.
    """

    pass_chosen, place_chosen = Signal(int), Signal(int)
    mode_chosen, unit_chosen = Signal(int), Signal(int)
    scale_chosen, part_chosen = Signal(bool), Signal(int)
    played = Signal()

    def __init__(self, theme: Theme, player: IterationPlayer) -> None:
        super().__init__()
        self._player, self._theme = player, theme
        self._icons: dict[QToolButton, str] = {}
        self.first = self._button("first", "Start of the inference", lambda: player.go(0, 0))
        self.reverse = self._button("reverse", "Play back, slowly", lambda: self._play(-1))
        self.back = self._button("back", "One iteration back  (,)", lambda: player.step(-1))
        self.forward = self._button("forward", "One iteration on  (.)", lambda: player.step(1))
        self.play = self._button("play", "Play slowly  (;)", lambda: self._play(1))
        self.slider = IterationSlider()
        self.slider.valueChanged.connect(self._slide)
        self.reading = plain_label("–")
        self.reading.setAccessibleName("Iteration of all")
        self.scale = QToolButton()
        self.scale.setText("log")
        self.scale.setCheckable(True)
        self.scale.setToolTip("Energy above its lowest value, by powers of ten")
        self.scale.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.scale.toggled.connect(self.scale_chosen)
        self.passes = self._list("Layer and pass", self.pass_chosen)
        self.places = self._list("Patch whose states are shown", self.place_chosen)
        self.modes = self._list("Mode", self.mode_chosen)
        self.units = self._list("Top unit", self.unit_chosen)
        self.parts = self._list("What is shown beside the pictures", self.part_chosen)
        self.parts.addItems(PARTS_SHOWN)
        self.parts.hide()
        self._arrange()
        self._add_keys()
        player.moved.connect(self.show_position)
        player.played.connect(self.show_position)
        self.use_theme(theme)

    # --- building ---------------------------------------------------------------------------------

    def _button(self, drawing: str, tip: str, call: object) -> QToolButton:
        button = QToolButton()
        self._icons[button] = drawing
        button.setAccessibleName(tip.split("  ")[0])
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRaise(True)
        button.clicked.connect(call)
        return button

    def _list(self, name: str, chosen: object) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(name)
        combo.setToolTip(name)
        combo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        combo.activated.connect(chosen)
        return combo

    def _arrange(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(2)
        for button in (self.first, self.reverse, self.back, self.forward, self.play):
            above.addWidget(button)
        above.addWidget(self.slider, 1)
        above.addWidget(self.reading)
        above.addWidget(self.scale)
        below = QHBoxLayout()
        below.setSpacing(4)
        combos = (self.passes, self.places, self.modes, self.units, self.parts)
        for combo, share in zip(combos, (7, 4, 4, 4, 4), strict=True):
            below.addWidget(combo, share)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(above)
        layout.addLayout(below)

    def _add_keys(self) -> None:
        """Give keys to the window while the microscope can be seen."""
        for key, words, call in (
            (",", "Microscope: one iteration back", lambda: self._player.step(-1)),
            (".", "Microscope: one iteration on", lambda: self._player.step(1)),
            (";", "Microscope: play the iterations", lambda: self._play(1)),
        ):
            action = QAction(words, self)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(call)
            self.addAction(action)

    # --- doing ------------------------------------------------------------------------------------

    def _play(self, direction: int) -> None:
        self._player.play(direction)
        if self._player.direction:
            self.played.emit()

    def _slide(self, iteration: int) -> None:
        self._player.stop()
        self._player.go(iteration)

    # --- showing ----------------------------------------------------------------------------------

    def show_choices(
        self,
        passes: tuple[Sequence[str], int],
        places: tuple[Sequence[str], int],
        modes: tuple[Sequence[str], int],
        units: tuple[Sequence[str], int],
    ) -> None:
        """List what can be looked at, each with the index of what is looked at now."""
        _fill(self.passes, *passes)
        _fill(self.places, *places)
        _fill(self.modes, *modes)
        _fill(self.units, *units)
        self.modes.setVisible(len(modes[0]) > 1)
        self.units.setVisible(len(units[0]) > 1)

    def show_position(self) -> None:
        """Show where the player stands."""
        player = self._player
        blocker = QSignalBlocker(self.slider)
        self.slider.setRange(0, player.length)
        self.slider.setValue(player.iteration)
        del blocker
        self.reading.setText(f" {player.iteration} of {player.length} ")
        widest = self.fontMetrics().horizontalAdvance(" 100 of 100 ")
        self.reading.setMinimumWidth(widest)
        for button, way, still in ((self.play, 1, "play"), (self.reverse, -1, "reverse")):
            drawing = "pause" if player.direction == way else still
            if self._icons[button] != drawing:
                self._icons[button] = drawing
                self.use_theme(self._theme)

    def use_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colour and size."""
        self._theme = theme
        side = round(theme.points * 1.6)
        for button, name in self._icons.items():
            button.setIcon(icon(name, theme.text))
            button.setIconSize(QSize(side, side))


def _fill(combo: QComboBox, texts: Sequence[str], index: int) -> None:
    """List texts, where they are not listed yet, and show one of them, without a signal."""
    blocker = QSignalBlocker(combo)
    if [combo.itemText(i) for i in range(combo.count())] != list(texts):
        combo.clear()
        combo.addItems(texts)
    combo.setCurrentIndex(min(index, len(texts) - 1))
    combo.setEnabled(len(texts) > 1)
    del blocker
