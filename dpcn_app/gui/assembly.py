"""Putting the panels into the window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt

from dpcn_app.gui.window import MainWindow


def add_panels(window: MainWindow) -> Iterator[str]:
    """Add all panels one after the other, yielding the name of each as it is there.

    The caller lets the window answer between two of them.
    """
    right, bottom = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea

    from dpcn_app.gui.panels.causes import CausesPanel

    causes = CausesPanel(window.context)
    window.add_panel(causes, right)
    window.renderer.setText(causes.renderer)
    yield "causes"
    from dpcn_app.gui.panels.dictionary import DictionaryPanel

    window.add_panel(DictionaryPanel(window.context), bottom)
    yield "dictionary"
    from dpcn_app.gui.panels.fields import FieldsPanel

    window.add_panel(FieldsPanel(window.context), bottom, onto="dictionary")
    yield "fields"
    from dpcn_app.gui.panels.transitions import TransitionsPanel

    window.add_panel(TransitionsPanel(window.context), bottom, onto="fields")
    yield "transitions"
    from dpcn_app.gui.panels.gabors.gabors_panel import GaborsPanel

    window.add_panel(GaborsPanel(window.context), bottom, onto="transitions")
    yield "gabors"
    from dpcn_app.gui.panels.layers import LayersPanel

    window.add_panel(LayersPanel(window.context), bottom, onto="gabors")
    yield "layers"
    from dpcn_app.gui.panels.why.why_panel import WhyPanel

    why = WhyPanel(window.context)
    why.strengths_asked.connect(window.show_strengths)
    window.add_panel(why, bottom, onto="layers")
    yield "why"
    from dpcn_app.gui.panels.top_units import TopUnitsPanel

    window.add_panel(TopUnitsPanel(window.context), bottom, onto="why")
    yield "top-units"
    from dpcn_app.gui.panels.training.training_panel import TrainingPanel

    window.add_panel(TrainingPanel(window.context), bottom)
    window.docks["dictionary"].raise_()
    side = max(window.width() * 2 // 5, 420)
    window.resizeDocks([window.docks["causes"]], [side], Qt.Orientation.Horizontal)
    window.resizeDocks(
        [window.docks["dictionary"], window.docks["training"]],
        [window.width() * 3 // 5, window.width() * 2 // 5],
        Qt.Orientation.Horizontal,
    )
    window.resizeDocks(
        [window.docks["dictionary"]], [window.height() * 2 // 5], Qt.Orientation.Vertical
    )
    yield "training"
    from dpcn_app.gui.panels.estimation.estimation_panel import EstimationPanel

    window.add_panel(EstimationPanel(window.context), bottom, page=True)
    yield "states"
