"""Putting the panels into the window: one line a panel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from PySide6.QtCore import Qt

from dpcn_app.gui.window import MainWindow

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True)
class _Place:
    """Where a panel goes.

    Parameters
    ----------
    module, panel
        Where its class is, below `gui.panels`, and what it is called.
    area
        Side of the window.
    onto
        Name of the panel that it becomes a tab beside; None for a place of its own.
    page
        Whether it takes the place of everything else while it is open.
    """

    module: str
    panel: str
    area: Qt.DockWidgetArea = _BOTTOM
    onto: str | None = None
    page: bool = False


_PLACES = (
    _Place("causes", "CausesPanel", _RIGHT),
    _Place("dictionary", "DictionaryPanel"),
    _Place("fields", "FieldsPanel", onto="dictionary"),
    _Place("transitions", "TransitionsPanel", onto="fields"),
    _Place("gabors.gabors_panel", "GaborsPanel", onto="transitions"),
    _Place("layers", "LayersPanel", onto="gabors"),
    _Place("why.why_panel", "WhyPanel", onto="layers"),
    _Place("top_units", "TopUnitsPanel", onto="why"),
    _Place("training.training_panel", "TrainingPanel"),
    _Place("microscope.microscope_panel", "MicroscopePanel", onto="training"),
    _Place("network.network_panel", "NetworkPanel", onto="microscope"),
    _Place("eyes_closed", "EyesClosedPanel", onto="network"),
    _Place("estimation.estimation_panel", "EstimationPanel", page=True),
    _Place("study.study_panel", "StudyPanel", page=True),
)
"""All panels but the stage, in the order in which they are made."""


def add_panels(window: MainWindow) -> Iterator[str]:
    """Add all panels one after the other, and yield the name of each.

    Between two panels the caller lets the window handle events. The module of a panel is imported
    just before the panel is made.
    """
    for place in _PLACES:
        module = import_module(f"dpcn_app.gui.panels.{place.module}")
        panel = getattr(module, place.panel)(window.context)
        window.add_panel(panel, place.area, place.onto, page=place.page)
        yield panel.name
    _share_room(window)


def _share_room(window: MainWindow) -> None:
    """Size the docks: two fifths of the width for the causes, and of the height for the bottom."""
    docks = window.docks
    docks["dictionary"].raise_()
    docks["training"].raise_()
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    window.resizeDocks([docks["causes"]], [max(window.width() * 2 // 5, 420)], across)
    window.resizeDocks(
        [docks["dictionary"], docks["training"]],
        [window.width() * 11 // 20, window.width() * 9 // 20],
        across,
    )
    window.resizeDocks([docks["dictionary"]], [window.height() * 2 // 5], down)
