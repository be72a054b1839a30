"""The network: patches, states and causes of all layers, and what flows between them now."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout

from dpcn_app.analysis.network_flow import FlowNode, pooled_states, price_falls
from dpcn_app.engine.modes import belief_in
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.network.diagram import Diagram, DiagramMoment
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.inference_trace import of_unit
from dpcn_app.live.network_modes import main_mode
from dpcn_app.live.network_words import node_in_words
from dpcn_app.live.snapshot import Snapshot, View

_PERIOD = 1 / 15  # seconds between two drawings while the video plays


class NetworkPanel(Panel):
    """A picture of the hierarchy that lives with the video."""

    name = "network"
    title = "Network"
    equation = "gamma"
    explanation = "What feeds what: strengths up, predictions down; click anything to select it."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._throttle = Throttle(_PERIOD)
        self.diagram = Diagram(context.themes.current, "Picture of the network", self._describe)
        self.diagram.node_chosen.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.diagram)

    def sizeHint(self) -> QSize:
        return QSize(760, 300)

    # --- showing ----------------------------------------------------------------------------------

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if not snapshot.playing or self._throttle.due():
            self._draw(snapshot)

    def show_selection(self) -> None:
        if self.snapshot is not None and self.can_be_seen:
            self._draw(self.snapshot)

    def _draw(self, snapshot: Snapshot) -> None:
        view, network, image = _main_view(snapshot), snapshot.network, snapshot.frame.image
        spec, shape = network.spec, (image.shape[0], image.shape[1])
        corners = spec.unit_corners(shape) - spec.padding
        own = self._unit(view)
        unit = view.first_unit + own
        patches = spec.corners(shape, 0) - spec.padding
        each = len(patches) // len(corners)
        limit = max(3 * float(image.std()), 1e-3) if snapshot.video.signed else 1.0
        moment = DiagramMoment(
            network=network,
            state=of_unit(view.state, own),
            image=image,
            reconstruction=view.reconstruction,
            reach=(-limit if snapshot.video.signed else 0.0, limit),
            patches=patches[unit * each : (unit + 1) * each],
            units=np.hstack([corners, np.tile(spec.field, (len(corners), 1))]),
            unit=unit,
            first_unit=view.first_unit,
            belief=belief_in(view.mode),
        )
        self.diagram.show_moment(moment, self._selected(moment))

    def _unit(self, view: View) -> int:
        """Return the top unit of the selected group, of those units that the state holds."""
        selection, layers = self.context.selection, view.state.layers
        units = len(view.state.top_causes)
        layer = min(selection.layer, len(layers) - 1)
        groups = max(len(layers[layer].causes) // units, 1)
        return min(selection.group // groups, units - 1)

    def _selected(self, moment: DiagramMoment) -> frozenset[FlowNode]:
        """Return everything in the picture that is selected."""
        selection, found = self.context.selection, set()
        for layer, state in enumerate(moment.state.layers):
            number = selection.state_of(layer)
            if number is not None and number < state.states.shape[-1]:
                found.add(FlowNode("state", layer, 0, number))
            if selection.cause is not None and selection.cause[0] == layer:
                groups, causes = state.causes.shape
                if selection.cause[1] < causes:
                    found |= {
                        FlowNode("cause", layer, group, selection.cause[1])
                        for group in range(groups)
                    }
        return frozenset(found)

    # --- words and clicks -------------------------------------------------------------------------

    def _describe(self, node: FlowNode) -> str:
        moment = self.diagram.moment
        if moment is None:
            return ""
        if node.layer < 0:
            return f"Top unit {node.number + 1} of {len(moment.units)}; click to see it."
        return node_in_words(node, moment.state.layers, moment.belief)

    def _choose(self, node: FlowNode) -> None:
        moment, selection = self.diagram.moment, self.context.selection
        if moment is None:
            return
        top = len(moment.state.layers) - 1
        if node.layer < 0:
            selection.select_group(top, max(node.number - moment.first_unit, 0))
        elif node.kind in ("patch", "cause"):
            groups = len(moment.state.layers[node.layer].causes)
            own = moment.unit - moment.first_unit
            selection.select_group(node.layer, own * groups + node.group)
            if node.kind == "cause":
                selection.select_cause(node.layer, node.number)
        elif node.kind == "state":
            selection.select_state(node.layer, node.number)

    def use_theme(self, theme: Theme) -> None:
        self.diagram.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        """Return what lights up: states, causes and how far prices are lowered, layer by layer."""
        moment = self.diagram.moment
        if moment is None:
            return {}
        found: dict[str, NDArray[Any]] = {}
        for number, state in enumerate(moment.state.layers, 1):
            found[f"states_{number}"] = pooled_states(state)
            found[f"price_lowered_{number}"] = price_falls(state)
            found[f"causes_{number}"] = state.causes
            found[f"predicted_causes_{number}"] = state.predicted_causes
        return found


def _main_view(snapshot: Snapshot) -> View:
    """Return the view of the mode that a comparison is about."""
    wanted = main_mode(snapshot.settings.modes)
    return next((view for view in snapshot.views if view.mode == wanted), snapshot.views[0])
