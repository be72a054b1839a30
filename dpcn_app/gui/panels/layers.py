"""The layers panel: what one group of a layer infers now, in bars and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from dpcn_app.engine.modes import mode_title
from dpcn_app.engine.state import LayerState
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.bars import Bars
from dpcn_app.gui.widgets.number_grid import NumberGrid
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.live.naming import cause_name, state_name
from dpcn_app.live.snapshot import Snapshot

_TERMS = {
    "reconstruction": "Reconstruction",
    "transition": "Transition",
    "state_sparsity": "State sparsity",
    "cause_sparsity": "Cause sparsity",
    "top_down": "Top-down",
    "prior": "Extended prior",
    "total": "Total energy",
    "active": "Active states",
    "iterations": "Iterations",
}


class LayersPanel(Panel):
    """Bars of states, prior and causes of the selected group, and its energy term by term."""

    name = "layers"
    title = "Layers"
    equation = "states"
    explanation = "What one group infers now: states, the prior on them, causes, and the energy."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = context.themes.current
        self.layer = self._combo("Layer")
        self.group = self._combo("Group")
        self.input = self._combo("Input of the group")
        self.mode = self._combo("Mode")
        self.layer.activated.connect(lambda layer: context.selection.select_group(layer, 0))
        self.group.activated.connect(
            lambda group: context.selection.select_group(self.layer.currentIndex(), group)
        )
        self.input.activated.connect(self.show_selection)
        self.mode.activated.connect(self.show_selection)
        self.states = Bars(theme, "States x of the group", self._describe_state)
        self.gamma = Bars(theme, "Prior γ on the states", self._describe_gamma)
        self.causes = Bars(theme, "Causes u of the group", self._describe_cause)
        self.states.chosen.connect(self._choose_state)
        self.gamma.chosen.connect(self._choose_state)
        self.causes.chosen.connect(self._choose_cause)
        self.energies = NumberGrid(_TERMS, "Energy of the group, term by term")
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        self._controls = QGridLayout()
        layout.addLayout(self._controls)
        layout.addWidget(self.states, 3)
        layout.addWidget(self.gamma, 2)
        layout.addWidget(self.causes, 3)
        layout.addWidget(self.energies)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(6, 6, 6, 6)
        outer.addWidget(scrolled(content, sideways=False))
        self._arrange(2)

    def _arrange(self, columns: int) -> None:
        """Put the controls into columns."""
        for place, combo in enumerate((self.layer, self.group, self.input, self.mode)):
            self._controls.addWidget(combo, *divmod(place, columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        letters = self.fontMetrics().horizontalAdvance("Group 4 of 4") + 40
        fitting = self.width() // letters
        self._arrange(4 if fitting >= 4 else 2 if fitting >= 2 else 1)
        super().resizeEvent(event)

    @staticmethod
    def _combo(name: str) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(name)
        combo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return combo

    # --- what is shown ----------------------------------------------------------------------------

    def _place(self, snapshot: Snapshot) -> tuple[int, int]:
        """Return the selected layer and group, or the nearest that the network has."""
        layers = snapshot.views[0].state.layers
        layer = int(np.clip(self.context.selection.layer, 0, len(layers) - 1))
        group = int(np.clip(self.context.selection.group, 0, len(layers[layer].causes) - 1))
        return layer, group

    def _state(self) -> tuple[LayerState, int, int | None]:
        """Return what is shown of the snapshot: layer, group and input (None for all)."""
        assert self.snapshot is not None
        layer, group = self._place(self.snapshot)
        view = self.snapshot.views[max(self.mode.currentIndex(), 0)]
        chosen = self.input.currentIndex()
        return view.state.layers[layer], group, None if chosen <= 0 else chosen - 1

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._list_choices(snapshot)
        state, group, number = self._state()
        layer, _ = self._place(snapshot)
        about = (id(state.layer), layer, group, number)
        values, expected = self._shown_states()
        what = "sum of |x| over inputs" if number is None else f"input {number + 1}"
        self.states.show_values(f"States x, {what} (line: expected)", values, expected, about=about)
        top = float(state.layer.spec.sparsity)
        self.gamma.show_values(
            "Prior γ, lower where a cause expects a state",
            state.gamma[group],
            about=about,
            base=top,
            reach=(top / 2, top),
        )
        predicted = state.predicted_causes[group] if state.top_down_weight > 0 else None
        heading = "Causes u (line: predicted û)" if predicted is not None else "Causes u"
        self.causes.show_values(heading, state.causes[group], predicted, about=about)
        self._light_up(layer)
        self._show_energies(state, group)

    def _shown_states(self) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
        """Return x and A x_{t−1} of an input, or their sums of absolute values over all inputs."""
        state, group, number = self._state()
        if number is None:
            pooled = np.abs(state.states[group]).sum(axis=0)
            return pooled, np.abs(state.predicted_states[group]).sum(axis=0)
        return state.states[group, number], state.predicted_states[group, number]

    def _list_choices(self, snapshot: Snapshot) -> None:
        layer, group = self._place(snapshot)
        layers = snapshot.views[0].state.layers
        groups, inputs = layers[layer].states.shape[:2]
        _fill(self.layer, [f"Layer {number}" for number in range(1, len(layers) + 1)], layer)
        _fill(self.group, [f"Group {number} of {groups}" for number in range(1, groups + 1)], group)
        names = [f"Input {number} of {inputs}" for number in range(1, inputs + 1)]
        _fill(self.input, ["All inputs", *names], max(self.input.currentIndex(), 0))
        modes = [mode_title(view.mode) for view in snapshot.views]
        _fill(self.mode, modes, max(self.mode.currentIndex(), 0))
        self.mode.setVisible(len(modes) > 1)

    def _light_up(self, layer: int) -> None:
        selection = self.context.selection
        state = selection.state_of(layer)
        self.states.select(state)
        self.gamma.select(state)
        cause = selection.cause
        self.causes.select(cause[1] if cause is not None and cause[0] == layer else None)

    def _show_energies(self, state: LayerState, group: int) -> None:
        terms = {name: float(term[group]) for name, term in state.energy.by_name().items()}
        numbers = {name: f"{value:.3f}" for name, value in terms.items()}
        numbers["total"] = f"{sum(terms.values()):.3f}"
        active = state.states[group]
        numbers["active"] = f"{np.count_nonzero(active)} of {active.size}"
        numbers["iterations"] = str(int(state.iterations[group]))
        self.energies.show_numbers(numbers)

    # --- words and clicks -------------------------------------------------------------------------

    def _describe_state(self, index: int) -> str:
        values, expected = self._shown_states()
        layer = self.layer.currentIndex()
        symbol = "Σ|x|" if self._state()[2] is None else "x"
        name = state_name(layer, index)
        return f"{name} · {symbol} {values[index]:.3f} · expected {expected[index]:.3f}"

    def _describe_gamma(self, index: int) -> str:
        state, group, _ = self._state()
        fall = state.layer.spec.sparsity - float(state.gamma[group, index])
        name = state_name(self.layer.currentIndex(), index)
        return f"{name} · γ {state.gamma[group, index]:.3f} · lowered by {fall:.3f}"

    def _describe_cause(self, index: int) -> str:
        state, group, _ = self._state()
        text = f"{cause_name(index)} · u {state.causes[group, index]:.3f}"
        if state.top_down_weight > 0:
            text += f" · predicted û {state.predicted_causes[group, index]:.3f}"
        return text

    def _choose_state(self, index: int) -> None:
        self.context.selection.select_state(self.layer.currentIndex(), index)

    def _choose_cause(self, index: int) -> None:
        self.context.selection.select_cause(self.layer.currentIndex(), index)

    def use_theme(self, theme: Theme) -> None:
        for bars in (self.states, self.gamma, self.causes):
            bars.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        if self.snapshot is None:
            return {}
        state, group, _ = self._state()
        found: dict[str, NDArray[Any]] = {
            "states": state.states[group],
            "predicted_states": state.predicted_states[group],
            "gamma": state.gamma[group],
            "causes": state.causes[group],
            "predicted_causes": state.predicted_causes[group],
            "iterations": state.iterations[group : group + 1],
        }
        energy = state.energy
        terms = {f"energy_{name}": term for name, term in energy.by_name().items()}
        terms["energy_total"] = energy.total
        return found | {name: term[group : group + 1] for name, term in terms.items()}

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each number: what it is, of which input, state or cause, and its value.

        Inputs, states and causes count from 1; what belongs to the whole group has none.
        """
        rows = []
        for name, array in self.data().items():
            for place, value in np.ndenumerate(array):
                numbers = ["", "", *(str(at + 1) for at in place if array.size > 1)]
                rows.append((name, numbers[-2], numbers[-1], float(value)))
        names = ("quantity", "input", "number", "value")
        columns = zip(*rows, strict=True) if rows else ()
        return {name: np.array(column) for name, column in zip(names, columns, strict=False)}


def _fill(combo: QComboBox, texts: list[str], index: int) -> None:
    """List these texts, if they are not listed yet, and show one of them, without a signal."""
    combo.blockSignals(True)
    if [combo.itemText(i) for i in range(combo.count())] != texts:
        combo.clear()
        combo.addItems(texts)
    combo.setCurrentIndex(min(index, len(texts) - 1))
    combo.setEnabled(len(texts) > 1)
    combo.blockSignals(False)
