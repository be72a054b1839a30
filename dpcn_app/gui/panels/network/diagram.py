"""The picture of the network: what is active lights up, and arrows tell what feeds what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QFontMetricsF, QPainter

from dpcn_app.analysis.network_flow import FlowNode, network_flow
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.gui.panels.network.diagram_painting import DiagramPainting
from dpcn_app.gui.panels.network.diagram_plan import DiagramPlan, make_plan
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.gui.widgets.painted_widget import WAITING
from dpcn_app.gui.widgets.pixmap_cache import PixmapCache
from dpcn_app.video.source import Image

MOST_ARROWS = 12
"""Arrows of one kind between two columns: more could not be told apart."""


@dataclass(frozen=True, eq=False)
class DiagramMoment:
    """What the picture shows.

    Parameters
    ----------
    network
        The network.
    state
        What one top unit infers now.
    image, reconstruction
        The whole frame, and what layer 1 makes of it.
    reach
        The values drawn black and white.
    patches
        Upper left corners of the unit's patches in the frame, shape (patches, 2).
    units
        The boxes that all top units see: top, left, height and width, shape (units, 4).
    unit, first_unit
        The one that is shown, and the first that could be: of a large frame, some can.
    belief
        What the network is told to look for; empty for nothing.
    """

    network: Network
    state: NetworkState
    image: Image
    reconstruction: Image
    reach: tuple[float, float]
    patches: NDArray[np.intp]
    units: NDArray[np.intp]
    unit: int
    first_unit: int = 0
    belief: str = ""


class Diagram(HoverWidget[FlowNode]):
    """Draws a moment, and knows what lies where.

    Parameters
    ----------
    theme, name
        Colours to begin with, and the accessible name.
    describe
        Returns what is said about something.

    Signals
    -------
    node_chosen
        What was clicked: a patch, a state, a cause or, of several top units, a `top` of layer −1.
    """

    node_chosen = Signal(object)
    preferred, smallest = (720, 260), (320, 130)
    marks_hovered = True

    def __init__(self, theme: Theme, name: str, describe: Callable[[FlowNode], str]) -> None:
        super().__init__(theme, name)
        self._describe = describe
        self._moment: DiagramMoment | None = None
        self._selected_nodes: frozenset[FlowNode] = frozenset()
        self._planned: tuple[tuple[object, ...], DiagramPlan] | None = None
        self._scales: dict[tuple[str, int], float] = {}
        self._still, self._atoms = PixmapCache(), PixmapCache()
        self.drawing = DiagramPainting()

    def show_moment(self, moment: DiagramMoment, selected: frozenset[FlowNode]) -> None:
        """Show a moment, with some things selected."""
        if self._moment is None or moment.network is not self._moment.network:
            self._scales = {}
        self._moment, self._selected_nodes = moment, selected
        arrows = network_flow(moment.state.layers, MOST_ARROWS)
        for each in arrows:  # scales only grow, so that a weak frame looks weak
            key = (each.flow, each.target.layer)
            self._scales[key] = max(self._scales.get(key, 0.0), each.strength)
        self.drawing.show(moment, arrows, self._scales, selected)
        self.update()

    @property
    def moment(self) -> DiagramMoment | None:
        """What is shown."""
        return self._moment

    def plan(self) -> DiagramPlan | None:
        """Return where everything lies; None while there is nothing to show."""
        moment = self._moment
        if moment is None:
            return None
        shape, line = moment.image.shape, QFontMetricsF(self.font()).height()
        key = (moment.network.spec, self.width(), self.height(), line, shape)
        if self._planned is None or self._planned[0] != key:
            size = QSizeF(self.width(), self.height())
            self._planned = key, make_plan(moment.network.spec, size, line, shape[0] / shape[1])
        return self._planned[1]

    # --- mouse ------------------------------------------------------------------------------------

    def thing_at(self, position: QPointF) -> FlowNode | None:
        plan, moment = self.plan(), self._moment
        if plan is None or moment is None:
            return None
        for picture in (plan.frame, plan.reconstruction):
            if picture is not None and picture.contains(position):
                return self._place_at(moment, picture, position)
        return plan.node_at(position)

    @staticmethod
    def _place_at(moment: DiagramMoment, picture: QRectF, position: QPointF) -> FlowNode:
        """Return the patch at a position of the frame, or another top unit that sees it."""
        unit = picture.width() / moment.image.shape[1]
        at = (position.y() - picture.top()) / unit, (position.x() - picture.left()) / unit
        if len(moment.units) > 1:
            middles = moment.units[:, :2] + moment.units[:, 2:] / 2
            nearest = int(np.abs(middles - at).max(axis=1).argmin())
            if nearest != moment.unit:
                return FlowNode("top", -1, 0, nearest)
        centres = moment.patches + moment.network.spec.patch / 2
        patch = int(np.abs(centres - at).max(axis=1).argmin())
        inputs = moment.network.spec.layers[0].group
        return FlowNode("patch", 0, *divmod(patch, inputs))

    def describe(self, node: FlowNode) -> str:
        return self._describe(node)

    def area_of(self, node: FlowNode) -> QRectF:
        plan = self.plan()
        box = None if plan is None or node.layer < 0 else plan.box_of(node)
        return QRectF() if box is None else box

    def choose(self, node: FlowNode) -> None:
        """Tell what was clicked."""
        self.node_chosen.emit(node)

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        plan = self.plan()
        if plan is None:
            self.paint_words(painter, WAITING)
            return
        ratio = self.devicePixelRatioF()
        kept = (self._still, self._atoms)
        self.drawing.paint(painter, plan, self._theme, kept, ratio, self._hovered)
