"""The three charts of a training: energy terms, active shares, and change of the parameters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QTabBar, QVBoxLayout, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.line_chart import Line, LineChart, Mark
from dpcn_app.training.curves import Curves

_TERMS = {
    "reconstruction": "Reconstruction",
    "transition": "Transition",
    "state_sparsity": "State sparsity",
    "cause_sparsity": "Cause sparsity",
    "top_down": "Coherence",
}


_WIDE, _HIGH = 16, 13  # lines of type that a chart needs where all of them are shown


class TrainingCharts(GuardedEvents, QWidget):
    """The three charts: all of them where there is room, else one, chosen by a tab.

    Parameters
    ----------
    theme
        Colours to begin with.
    alone
        Whether there is nothing to click, and all charts stand side by side, as a picture needs it.
    """

    def __init__(self, theme: Theme, *, alone: bool = False) -> None:
        super().__init__()
        self._alone = alone
        self.setObjectName("training-charts")
        self.energy = LineChart("Energy", "Mean per group", theme)
        self.sparsity = LineChart("Active share", "Share not zero", theme)
        self.change = LineChart("Parameter change", "‖Δ‖ / ‖·‖ per step", theme)
        self.change.set_logarithmic(True)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Which curves are shown")
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for title in ("Energy", "Active", "Change"):
            self.tabs.addTab(title)
        self.tabs.currentChanged.connect(self._arrange)
        self.log_box = QCheckBox("Log")
        self.log_box.setToolTip("Draw the energy on a logarithmic scale, which shows small terms.")
        self.log_box.setAccessibleName("Logarithmic scale of the energy")
        self.log_box.toggled.connect(self.energy.set_logarithmic)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.tabs)
        head.addStretch(1)
        head.addWidget(self.log_box)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._box.setSpacing(8)
        for chart in self.every:
            self._box.addWidget(chart, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        whole.addLayout(head)
        whole.addLayout(self._box, 1)
        self._arrange()

    @property
    def every(self) -> tuple[LineChart, ...]:
        """All charts."""
        return (self.energy, self.sparsity, self.change)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        super().resizeEvent(event)

    def _arrange(self) -> None:
        """Show all charts beside or below each other if they fit, else the one of the tab."""
        line, directions = self.fontMetrics().height(), QBoxLayout.Direction
        beside = self._alone or self.width() >= len(self.every) * _WIDE * line
        one = not beside and self.height() < len(self.every) * _HIGH * line
        self._box.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self.tabs.setVisible(one)
        for number, chart in enumerate(self.every):
            chart.setVisible(not one or number == self.tabs.currentIndex())
            chart.set_titled(not one)  # the tab has its name already
        self.log_box.setVisible(not self._alone and self.energy.isVisibleTo(self))

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


def newer(curves: Curves, drawn: Curves) -> bool:
    """Return whether curves differ from those drawn."""
    return not (
        np.array_equal(curves.steps, drawn.steps)
        and np.array_equal(curves.active_states, drawn.active_states)
    )
