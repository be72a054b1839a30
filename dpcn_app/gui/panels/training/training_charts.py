"""The three charts of a training: energy terms, active shares, and change of the parameters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.line_chart import Line, LineChart, Mark
from dpcn_app.live.snapshot import Curves

_TERMS = {
    "reconstruction": "Reconstruction",
    "transition": "Transition",
    "state_sparsity": "State sparsity",
    "cause_sparsity": "Cause sparsity",
    "top_down": "Coherence",
}


class TrainingCharts(GuardedEvents, QWidget):
    """The three charts: one under the other, or side by side where there is room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("training-charts")
        self.energy = LineChart("Energy", "Mean per group", theme)
        self.sparsity = LineChart("Active share", "Share not zero", theme)
        self.change = LineChart("Parameter change", "‖Δ‖ / ‖·‖ per step", theme)
        self.change.set_logarithmic(True)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)
        for chart in self.every:
            self._box.addWidget(chart, 1)

    @property
    def every(self) -> tuple[LineChart, ...]:
        """All charts."""
        return (self.energy, self.sparsity, self.change)

    def resizeEvent(self, event: QResizeEvent) -> None:
        side_by_side = self.width() >= 3 * self.fontMetrics().height() * 16
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if side_by_side else directions.TopToBottom)
        super().resizeEvent(event)

    def show_curves(self, curves: Curves) -> None:
        """Draw the curves of a training so far."""
        marks, breaks = marks_of(curves)
        steps = curves.steps
        terms = {name: values for name, values in curves.energy.items() if values.any()}
        energy = [Line(_TERMS.get(name, name), values) for name, values in terms.items()]
        sparsity = [Line("States", curves.active_states), Line("Causes", curves.active_causes)]
        titles = {"A": "Transition A", "B": "Invariant B", "C": "Dictionary C"}
        change = [Line(titles.get(name, name), values) for name, values in curves.change.items()]
        self.energy.show_lines(steps, energy, marks, breaks)
        self.sparsity.show_lines(steps, sparsity, marks, breaks)
        self.change.show_lines(steps, change, marks, breaks)


def marks_of(curves: Curves) -> tuple[list[Mark], NDArray[np.intp]]:
    """Return marks where layers begin, and rows where lines begin: at layers and restarts.

    Steps that judge a layer have no row, so that the numbers of the steps jump at a restart.
    """
    if len(curves.steps) < 2:
        return [], np.empty(0, np.intp)
    leaps = np.diff(curves.steps)
    new_layer = np.diff(curves.layers) != 0
    breaks = np.flatnonzero(new_layer | (leaps > 3 * np.median(leaps))) + 1
    starts = [0, *(np.flatnonzero(new_layer) + 1).tolist()] if new_layer.any() else []
    marks = [Mark(float(curves.steps[row]), f"Layer {curves.layers[row] + 1}") for row in starts]
    return marks, breaks
