"""The why panel: why one state is on or off, for each mode."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.analysis.activation_reasons import (
    Reasons,
    most_disputed,
    reasons,
    strongest_place,
    strongest_state,
)
from dpcn_app.engine.modes import mode_title
from dpcn_app.engine.state import LayerState
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.why.decision_line import DecisionLine
from dpcn_app.gui.panels.why.evidence_bars import EvidenceBars, rows_of
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel, WrappedLabel
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.live.naming import state_name
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.live.why_words import why

_WIDE = 18  # lines of type: a column in which two lines of words are enough
_SIDE = 26  # of the atom's picture, in pixels


class ReasonsColumn(QWidget):
    """One mode: its name, how it decided on the frame, a sentence about the state, the bars."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title, self.balance = ElidedLabel("Mode"), EvidenceBars(theme)
        self.decision = DecisionLine()
        self.words = WrappedLabel("Why, in words", 3)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.title)
        layout.addWidget(self.decision)
        layout.addWidget(self.words)
        layout.addWidget(self.balance, 1)


class WhyPanel(Panel):
    """Evidence and price of the selected state, part by part."""

    name = "why"
    title = "Why"
    equation = "prior"
    explanation = "How the frame was decided, and why one state is on: evidence against price γ."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._atom: int | None = None  # as selected when last looked at
        self._above = 0  # state looked at above layer 1, from 1; 0 for the strongest
        self._shape: tuple[int, int, int] = (-1, 0, 0)  # layer, groups, inputs that are offered
        self._reach = (0.0, 0.0)
        self._reach_of: tuple[int, int] | None = None
        self.columns: list[ReasonsColumn] = []
        self.layer, self.place = QComboBox(), QComboBox()
        self.layer.setAccessibleName("Layer")
        self.place.setAccessibleName("Patch")
        self.place.setToolTip("Where in the frame")
        self.place.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.state = QSpinBox()
        self.state.setAccessibleName("State")
        self.state.setToolTip("Which state; an atom can be chosen in the dictionary too")
        self.state.setSpecialValueText("strongest state")
        self.state.setKeyboardTracking(False)
        self.atom_picture = QLabel()
        self.atom_picture.setFixedSize(_SIDE, _SIDE)
        self.heading = ElidedLabel("What is explained")
        self.layer.activated.connect(lambda layer: context.selection.select_group(layer, 0))
        self.place.activated.connect(self._choose_place)
        self.state.valueChanged.connect(self._choose_state)
        controls = QHBoxLayout()
        for widget in (self.layer, self.place, self.state, self.atom_picture):
            widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            controls.addWidget(widget)
        self.atom_picture.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        controls.addWidget(self.heading, 1)
        self.strengths = QToolButton()
        self.strengths.setText("Strengths …")
        self.strengths.setToolTip("How strong the parts of the extended prior are")
        self.strengths.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.strengths.clicked.connect(lambda: context.show_strengths())
        controls.addWidget(self.strengths)
        self._row = QHBoxLayout()
        self._row.setSpacing(12)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(3)
        inner.addLayout(controls)
        inner.addLayout(self._row, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(4, 2, 4, 2)
        outer.addWidget(scrolled(content))
        self._set_columns(1)

    def sizeHint(self) -> QSize:
        return QSize(560, 260)

    # --- what is looked at ------------------------------------------------------------------------

    def _looked_at(self, snapshot: Snapshot) -> tuple[int, int, int, int]:
        """Return layer, group, input and state: those chosen, or those of most interest.

        In a comparison that is the largest state which is off in some of the modes; if there is
        none, the state with most evidence.
        """
        layers = snapshot.views[0].state.layers
        layer = int(np.clip(self.context.selection.layer, 0, len(layers) - 1))
        state = layers[layer]
        groups, inputs, states = state.states.shape
        index = self.context.selection.atom if layer == 0 else self._above - 1
        known = index is not None and 0 <= index < states
        place = self.place.currentIndex() - 1
        if self._disputes(layer):
            disputed = most_disputed([view.state.layers[layer] for view in snapshot.views])
            if disputed is not None:
                return layer, *disputed
        if 0 <= place < groups * inputs:
            group, number = divmod(place, inputs)
        elif known:
            assert index is not None
            group, number = strongest_place(state, index)
        else:
            group, number = _most_evidence(state)
        if not known:
            index = strongest_state(state, group, number)
        assert index is not None
        return layer, group, number, index

    def _disputes(self, layer: int) -> bool:
        """Whether nothing is chosen, so that a state in which the modes differ can be shown."""
        chosen = self.context.selection.atom is not None if layer == 0 else self._above > 0
        return self.place.currentIndex() <= 0 and not chosen

    def _choose_place(self, place: int) -> None:
        if self.snapshot is None:
            return
        layer, _, inputs = self._shape
        if place > 0:
            self.context.selection.select_group(layer, (place - 1) // inputs)
        self.show_selection()

    def _choose_state(self, number: int) -> None:
        if self._shape[0] > 0:
            self._above = number
            self.show_selection()
        else:
            self.context.selection.select_atom(number - 1 if number else None)

    def _look_at_feeding(self, unit: int, state: int) -> None:
        """Look at a state of the top layer that fed the cause which won."""
        if self.snapshot is None:
            return
        self._above = state + 1
        top = len(self.snapshot.views[0].state.layers) - 1
        self.context.selection.select_group(top, unit)
        self.show_selection()

    def show_selection(self) -> None:
        """Show layer 1 for a selected atom, and a group that was selected in another panel."""
        selection = self.context.selection
        followed, self._atom = self._atom != selection.atom, selection.atom
        if followed and selection.atom is not None and selection.layer > 0:
            selection.select_group(0, 0)  # which calls this again
            return
        layer, _, inputs = self._shape
        place = self.place.currentIndex() - 1
        if place >= 0 and layer == selection.layer and place // inputs != selection.group:
            self.place.setCurrentIndex(1 + selection.group * inputs + place % inputs)
        super().show_selection()

    # --- showing ----------------------------------------------------------------------------------

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._set_columns(len(snapshot.views))
        layer = min(self.context.selection.layer, len(snapshot.views[0].state.layers) - 1)
        self._offer(snapshot, layer)
        place = self._looked_at(snapshot)
        layer, group, number, index = place
        what = "patch" if layer == 0 else "input"
        name = state_name(layer, index)
        words = f"{name} · group {group + 1}, {what} {number + 1}"
        values = [each.state.layers[layer].states[group, number, index] for each in snapshot.views]
        if self._disputes(layer) and any(values) and not all(values):
            words += " · here the modes differ most"
        self.heading.setText(words)
        self._draw_atom(snapshot, layer, index)
        found = self._reasons(snapshot, place)
        digits = 2 if snapshot.network.layers[layer].spec.sparsity >= 0.5 else 3
        reach = self._axis(snapshot, layer, found)
        parts = tuple(dict.fromkeys(part for each in found for part in each.added))
        line = self.fontMetrics().height()
        for column, view, each in zip(self.columns, snapshot.views, found, strict=True):
            column.title.setText(mode_title(view.mode))
            column.decision.show_decision(
                snapshot, view, self.context.selection, self.context.themes.current
            )
            column.words.set_lines(2 if column.width() > line * _WIDE else 3)
            column.words.setText(why(each, digits))
            column.balance.show_reasons(each, reach, digits, parts)

    def _reasons(self, snapshot: Snapshot, place: tuple[int, int, int, int]) -> list[Reasons]:
        layer, group, number, index = place
        return [reasons(view.state.layers[layer], group, number, index) for view in snapshot.views]

    def _axis(self, snapshot: Snapshot, layer: int, found: list[Reasons]) -> tuple[float, float]:
        """Return the ends of the common axis: they fit what is shown.

        While a video plays the axis only grows, so that it is steady, unless half of it is empty.
        """
        about = (id(snapshot.network), layer)
        ends = [end for each in found for row in rows_of(each) for end in (row.start, row.end)]
        low, high = min(0.0, *ends), max(0.0, *ends)
        grown = (min(self._reach[0], low), max(self._reach[1], high))
        steady = snapshot.playing and about == self._reach_of
        empty = grown[1] - grown[0] > 2 * (high - low)
        self._reach, self._reach_of = grown if steady and not empty else (low, high), about
        return self._reach

    def _offer(self, snapshot: Snapshot, layer: int) -> None:
        """List the layers, places and states that there are."""
        layers = snapshot.views[0].state.layers
        groups, inputs, states = layers[layer].states.shape
        blockers = [QSignalBlocker(each) for each in (self.layer, self.place, self.state)]
        if self.layer.count() != len(layers):
            self.layer.clear()
            self.layer.addItems([f"Layer {number + 1}" for number in range(len(layers))])
        self.layer.setCurrentIndex(layer)
        if self._shape != (layer, groups, inputs):
            self._shape = (layer, groups, inputs)
            what = "patch" if layer == 0 else "input"
            self.place.clear()
            self.place.addItem(f"Strongest {what}")
            for group in range(groups):
                names = [f"Group {group + 1}, {what} {n + 1}" for n in range(inputs)]
                self.place.addItems(names)
        self.state.setPrefix(f"{state_name(layer, 0).split()[0]} ")
        self.state.setRange(0, states)
        atom = self.context.selection.atom
        self.state.setValue((-1 if atom is None else atom) + 1 if layer == 0 else self._above)
        del blockers

    def _draw_atom(self, snapshot: Snapshot, layer: int, index: int) -> None:
        self.atom_picture.setVisible(layer == 0)
        if layer == 0:
            atom = snapshot.network.layers[0].C[:, index]
            side = snapshot.network.spec.patch
            dark = self.context.themes.current.name == "dark"
            image = signed_image(atom.reshape(side, side), float(np.abs(atom).max()), dark)
            self.atom_picture.setPixmap(QPixmap.fromImage(image).scaled(_SIDE, _SIDE))

    def _set_columns(self, count: int) -> None:
        while len(self.columns) > count:
            column = self.columns.pop()
            self._row.removeWidget(column)
            column.hide()
            column.deleteLater()
        while len(self.columns) < count:
            column = ReasonsColumn(self.context.themes.current)
            column.decision.state_chosen.connect(self._look_at_feeding)
            self.columns.append(column)
            self._row.addWidget(column, 1)

    def use_theme(self, theme: Theme) -> None:
        for column in self.columns:
            column.balance.use_theme(theme)
        if self.snapshot is not None:
            self.show_snapshot(self.snapshot)

    def data(self) -> dict[str, NDArray[Any]]:
        """Return a row for each mode: which state is shown, all parts of evidence and price."""
        if self.snapshot is None:
            return {}
        place, views = self._looked_at(self.snapshot), self.snapshot.views
        found = self._reasons(self.snapshot, place)
        names = ("layer", "group", "input", "state")
        numbers: dict[str, NDArray[Any]] = {"mode": np.array([view.mode for view in views])}
        for name, at in zip(names, place, strict=True):
            numbers[name] = np.full(len(views), at + 1)
        parts = dict.fromkeys(part for each in found for part in each.added)
        return numbers | {
            "evidence": np.array([each.evidence for each in found]),
            "left": np.array([each.left for each in found]),
            "paper": np.array([each.paper for each in found]),
            **{part: np.array([each.added.get(part, 0.0) for each in found]) for part in parts},
            "transition": np.array([each.transition for each in found]),
            "price": np.array([each.price for each in found]),
            "x": np.array([each.value for each in found]),
        }


def _most_evidence(state: LayerState) -> tuple[int, int]:
    """Return group and input whose strongest state has most evidence."""
    evidence = np.abs(state.inputs @ state.layer.C).max(axis=-1)
    group, number = np.unravel_index(int(evidence.argmax()), evidence.shape)
    return int(group), int(number)
