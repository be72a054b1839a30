"""Eyes closed: how long what the network saw lives on, against the hidden truth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout

from dpcn_app.analysis.dreaming import RECOGNISABLE
from dpcn_app.engine.modes import mode_title
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.gui.widgets.line_chart import Line, LineChart, Mark
from dpcn_app.live.eyes_words import hidden_frames, living_words
from dpcn_app.live.snapshot import Snapshot, View

_HELD = "Last frame held"
_LOWEST = 120  # height of the chart in pixels, so that a small screen shows all of it
_INVITATION = (
    "Press H: from the current frame on the network gets its own expectation in place of the frame."
)


class EyesClosedPanel(Panel):
    """Correlation with the hidden frame over the frames since the eyes were closed."""

    name = "eyes-closed"
    title = "Eyes closed"
    equation = "expectation"
    explanation = (
        "How long what it saw lives on: correlation with the hidden frame, both slightly blurred."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.words = WrappedLabel("How long it lives on, in words", 2)
        self.chart = LineChart(
            "Likeness to the hidden frame",
            "Correlation",
            context.themes.current,
            axis="Frames since the eyes were closed",
            waiting="The eyes are open",
        )
        self.chart.setMinimumHeight(_LOWEST)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 4, 6, 4)
        layout.setSpacing(3)
        layout.addWidget(self.words)
        layout.addWidget(self.chart, 1)

    def sizeHint(self) -> QSize:
        return QSize(560, 260)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        views = _dreaming(snapshot)
        if not views:
            self.words.setText(_INVITATION)
            self.chart.show_lines(np.empty(0), ())
            return
        self.words.setText(living_words(snapshot, views))
        found = views[0].living_on
        assert found is not None
        shown = hidden_frames(snapshot)
        half = Line("Recognisable", np.full(shown, RECOGNISABLE))
        lines = [Line(mode_title(view.mode), curve[:shown]) for view, curve in _curves(views)]
        steps = np.arange(1, shown + 1, dtype=float)
        now = snapshot.frame.index - found.closed + 1
        marks = [Mark(now, "now")] if 1 <= now <= shown else []
        self.chart.show_lines(steps, [*lines, Line(_HELD, found.held[:shown]), half], marks)

    def use_theme(self, theme: Theme) -> None:
        self.chart.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        """Return the curves, by mode, and that of the last frame held."""
        views = [] if self.snapshot is None else _dreaming(self.snapshot)
        if not views:
            return {}
        found = views[0].living_on
        assert found is not None
        curves = {view.mode: curve for view, curve in _curves(views)}
        return {
            "frames_since_closing": np.arange(1, len(found.held) + 1),
            **curves,
            "held": found.held,
        }


def _dreaming(snapshot: Snapshot) -> list[View]:
    """Return the views whose eyes are closed from some frame on."""
    return [view for view in snapshot.views if view.living_on is not None]


def _curves(views: list[View]) -> list[tuple[View, NDArray[np.float64]]]:
    return [(view, view.living_on.dreamt) for view in views if view.living_on is not None]
