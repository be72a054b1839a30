"""The State-estimation page: one run, step by step, with true and inferred states."""

from __future__ import annotations

import time
from collections import deque
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from dpcn_app.experiments.state_estimation import METHODS, EstimationStep
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.panels.estimation.estimation_controls import EstimationForm, RunTransport
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.bars import Bars
from dpcn_app.gui.widgets.line_chart import Line, LineChart
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.estimation_thread import RunView


def in_first_order(step: EstimationStep, states: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return states in their first order, all permutations undone, so that each keeps its place."""
    ordered = np.empty_like(states)
    ordered[step.origins] = states
    return ordered


class EstimationPicture(GuardedEvents, QWidget):
    """A row of bars for each method, with the truth as lines across, and the error over time."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.view: RunView | None = None
        self.bars = {
            name: Bars(theme, title, partial(self._describe, name), hue=hue)
            for hue, (name, title) in enumerate(METHODS.items())
        }
        self.chart = LineChart("Error over time", "rMSE", theme, axis="Step", waiting="Loading …")
        self.chart.set_logarithmic(True)
        self._chart_pace = Throttle(0.1)  # its lines and labels take as long to draw as all bars
        rows = QVBoxLayout()
        rows.setSpacing(4)
        for bars in self.bars.values():
            bars.waiting = "Loading …"
            rows.addWidget(bars, 1)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)
        self._box.addLayout(rows, 3)
        self._box.addWidget(self.chart, 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide = self.width() >= 36 * self.fontMetrics().height()
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        super().resizeEvent(event)

    def show_view(self, view: RunView) -> None:
        """Draw a moment of a run."""
        self.view = view
        if not view.steps:
            self._wait(view)
            return
        step = view.steps[view.index]
        truth = in_first_order(step, step.truth)
        reach = 1.15 * max(float(np.abs(each.truth).max()) for each in view.steps)
        for name, bars in self.bars.items():
            # Values far from the truth, as after divergence, are cut off at the edge.
            shown = np.clip(in_first_order(step, step.estimates[name]), -reach, reach)
            heading = f"{METHODS[name]}   rMSE {step.errors[name]:.3g}"
            bars.show_values(heading, shown, truth, about=view.watched, reach=(-reach, reach))
        if view.playing and not self._chart_pace.due():
            return
        seen = view.steps[: view.index + 1]
        numbers = np.arange(1.0, len(seen) + 1)
        lines = [
            Line(title, np.array([each.errors[name] for each in seen]))
            for name, title in METHODS.items()
        ]
        self.chart.show_lines(numbers, lines)

    def _wait(self, view: RunView) -> None:
        """Say on each row whether its estimator is ready, being loaded or still to come."""
        at = 1 if view.preparing is None else view.preparing[0]
        for number, (name, bars) in enumerate(self.bars.items(), 1):
            state = "ready" if number < at else "loading …" if number == at else "waiting"
            bars.waiting = f"{METHODS[name]}: {state}"
            bars.update()

    def _describe(self, name: str, index: int) -> str:
        if self.view is None or not self.view.steps:
            return ""
        step = self.view.steps[self.view.index]
        true = in_first_order(step, step.truth)[index]
        found = in_first_order(step, step.estimates[name])[index]
        return f"state {index + 1} · inferred {found:.3f} · true {true:.3f}".replace("-", "−")

    def use_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for bars in self.bars.values():
            bars.use_theme(theme)
        self.chart.use_theme(theme)


class EstimationPage(GuardedEvents, QWidget):
    """Controls and picture, side by side or one above the other."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.form, self.transport = EstimationForm(), RunTransport()
        self.picture = EstimationPicture(theme)
        self._shown: deque[float] = deque(maxlen=30)
        self._last: tuple[object, int] | None = None
        self._controls = QWidget()
        column = QVBoxLayout(self._controls)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.transport)
        column.addWidget(self.form)
        content = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, content)
        self._sides.setContentsMargins(6, 6, 6, 6)
        self._sides.setSpacing(10)
        self._sides.addWidget(self._controls, 0, Qt.AlignmentFlag.AlignTop)
        self._sides.addWidget(self.picture, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(content))
        self.use_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        super().resizeEvent(event)

    def _arrange(self) -> None:
        line, directions = self.fontMetrics().height(), QBoxLayout.Direction
        wide = self.width() >= 34 * line
        self._sides.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        side = 20 if self.width() >= 46 * line else 16  # a projector's type leaves little room
        self._controls.setFixedWidth(side * line if wide else max(200, self.width() - 30))
        self.picture.setMinimumHeight(20 * line if wide else 34 * line)

    def show_view(self, view: RunView) -> None:
        """Show a moment of a run."""
        place = (view.watched, view.index)
        if place != self._last:
            self._last = place
            self._shown.append(time.monotonic())
        self.picture.show_view(view)
        self.transport.show_view(view, self.shown_per_second)

    @property
    def shown_per_second(self) -> float:
        """Steps shown per second, over the last ones shown."""
        if len(self._shown) < 2 or self._shown[-1] <= self._shown[0]:
            return 0.0
        return (len(self._shown) - 1) / (self._shown[-1] - self._shown[0])

    def use_theme(self, theme: Theme) -> None:
        """Draw in other colours and sizes."""
        self.picture.use_theme(theme)
        self.transport.use_theme(theme)
        self._arrange()

    def data(self) -> dict[str, NDArray[Any]]:
        """Return all steps so far, a row each: errors, true states and estimates."""
        view = self.picture.view
        if view is None or not view.steps:
            return {}
        steps = view.steps
        found: dict[str, NDArray[Any]] = {"step": np.arange(1, len(steps) + 1)}
        for name in METHODS:
            found[f"rmse_{name}"] = np.array([step.errors[name] for step in steps])
        found["true"] = np.array([in_first_order(step, step.truth) for step in steps])
        for name in METHODS:
            found[name] = np.array([in_first_order(s, s.estimates[name]) for s in steps])
        return found
