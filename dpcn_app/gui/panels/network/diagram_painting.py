"""Painting the picture of the network: cells that light up, arrows up and down, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap

from dpcn_app.analysis.network_flow import Arrow, FlowNode, pooled_states, price_falls
from dpcn_app.gui.panels.network.diagram_plan import CellGrid, DiagramPlan
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font, scaled_font
from dpcn_app.gui.widgets.image_colours import grey_image, signed_image
from dpcn_app.gui.widgets.image_drawing import draw_whole
from dpcn_app.gui.widgets.pixmap_cache import PixmapCache

if TYPE_CHECKING:
    from dpcn_app.gui.panels.network.diagram import DiagramMoment

_UP, _DOWN = 2, 3  # class colours of what flows up, and of what flows down
_DIM = 0.22  # opacity of what is not active
_THINNEST, _WIDEST = 0.7, 3.6  # of an arrow, in pixels
_STRAND = 0.8  # pixels between the thin lines of which a wide arrow is made
_NOTABLE = 0.06  # fall of a price that is drawn, against the largest that there can be
_HEADS = 0.45  # arrows at least this strong have a head
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_CENTRE = Qt.AlignmentFlag.AlignCenter


def flow_colour(theme: Theme, up: bool) -> QColor:
    """Return the colour of what flows up, or of what flows down."""
    return QColor(theme.classes[_UP if up else _DOWN])


def is_upward(arrow: Arrow) -> bool:
    """Whether an arrow leads up."""
    return arrow.flow in ("evidence", "pull")


class DiagramPainting:
    """Keeps what is shown, and paints it."""

    def __init__(self) -> None:
        self._moment: DiagramMoment | None = None
        self._arrows: list[Arrow] = []
        self._scales: dict[tuple[str, int], float] = {}
        self._chosen: frozenset[FlowNode] = frozenset()
        self._brightest: dict[tuple[int, str], float] = {}

    def show(
        self,
        moment: DiagramMoment,
        arrows: list[Arrow],
        scales: dict[tuple[str, int], float],
        chosen: frozenset[FlowNode],
    ) -> None:
        """Take on a moment: its arrows, the strongest of each kind so far, and what is selected."""
        if self._moment is None or moment.network is not self._moment.network:
            self._brightest = {}
        self._moment, self._arrows, self._scales, self._chosen = moment, arrows, scales, chosen

    @property
    def arrows(self) -> list[Arrow]:
        """What flows."""
        return self._arrows

    def paint(
        self,
        painter: QPainter,
        plan: DiagramPlan,
        theme: Theme,
        kept: tuple[PixmapCache, PixmapCache],
        ratio: float,
        hovered: FlowNode | None,
    ) -> None:
        """Paint everything.

        Parameters
        ----------
        painter, plan, theme
            What to paint with, where, and in which colours.
        kept
            Where pictures are kept that do not change with the frame: all that stands still, and
            the atoms.
        ratio
            Screen pixels for each pixel.
        hovered
            What the mouse is over; None for nothing.
        """
        assert self._moment is not None
        self._painter, self._plan, self._theme = painter, plan, theme
        self._font = QFont(painter.font())
        self._atoms = self._atom_pixmap(kept[1], plan.states[0], ratio)
        key = (self._moment.network, plan, theme.name, ratio, self._font.toString())
        size = QSizeF(plan.columns[-1].right() + 400, plan.columns[0].bottom() + 3 * plan.line)
        painter.drawPixmap(QPointF(0, 0), kept[0].picture(key, size, ratio, self._paint_still))
        self._painter = painter
        self._paint_frame()
        for layer in range(len(plan.states)):
            self._paint_states(layer, ratio)
            self._paint_causes(layer)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_badges()
        self._paint_arrows(hovered)
        self._paint_marks(hovered)

    def _paint_still(self, painter: QPainter) -> None:
        """Paint what does not change from frame to frame."""
        self._painter = painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        plan, ground = self._plan, QColor(self._theme.raised)
        painter.setOpacity(_DIM)
        painter.drawPixmap(plan.states[0].bounds.topLeft(), self._atoms)
        painter.setOpacity(1)
        for grid in (*plan.states[1:], *(each for groups in plan.causes for each in groups)):
            for number in range(grid.count):
                painter.fillRect(grid.rectangle(number), ground)
        painter.setPen(QPen(QColor(self._theme.line), 1))
        for grid in (each for groups in plan.causes[:-1] for each in groups):
            painter.drawRect(grid.bounds.adjusted(-2, -2, 2, 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names()

    # --- frame, states and causes -----------------------------------------------------------------

    def _paint_frame(self) -> None:
        moment, painter, plan = self._moment, self._painter, self._plan
        assert moment is not None
        low, high = moment.reach
        for box, values in (
            (plan.frame, moment.image),
            (plan.reconstruction, moment.reconstruction),
        ):
            if box is None:
                continue
            draw_whole(painter, box, grey_image(values, low=low, high=high))
            painter.setPen(QPen(QColor(self._theme.line), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        if len(moment.units) > 1:
            painter.setPen(QPen(QColor(self._theme.accent), 1.4))
            painter.drawRect(self._in_frame(moment.units[moment.unit]))

    def _in_frame(self, place: NDArray[Any]) -> QRectF:
        """Return where a box of pixels (top, left, height, width) lies in the picture."""
        assert self._moment is not None
        box, unit = self._plan.frame, self._plan.frame.width() / self._moment.image.shape[1]
        top, left, height, width = (float(each) for each in place)
        placed = QRectF(
            box.left() + left * unit, box.top() + top * unit, width * unit, height * unit
        )
        return placed.intersected(box)

    def _patch_box(self, node: FlowNode) -> QRectF:
        assert self._moment is not None
        spec = self._moment.network.spec
        corner = self._moment.patches[node.group * spec.layers[0].group + node.number]
        return self._in_frame(np.array([*corner, spec.patch, spec.patch]))

    def _share(self, key: tuple[int, str], values: NDArray[Any]) -> NDArray[np.float64]:
        """Return values against the largest so far, so that a weak frame looks weak."""
        largest = max(self._brightest.get(key, 1e-9), float(values.max(initial=0)))
        self._brightest[key] = largest
        shares: NDArray[np.float64] = np.sqrt(np.maximum(values, 0) / largest)
        return shares

    def _paint_states(self, layer: int, ratio: float) -> None:
        """Light up active states; a bar at the foot tells how far causes lower the price γ."""
        assert self._moment is not None
        painter, grid = self._painter, self._plan.states[layer]
        state = self._moment.state.layers[layer]
        shares = self._share((layer, "state"), pooled_states(state))
        if layer == 0:
            self._light_atoms(grid, shares, ratio)
        else:
            self._light_cells(grid, shares)
        down = flow_colour(self._theme, up=False)
        tall, falls = max(1.5, grid.side * 0.14), price_falls(state)
        for number in np.flatnonzero(falls > _NOTABLE).tolist():
            cell = grid.rectangle(number)
            wide = cell.width() * float(falls[number])
            painter.fillRect(QRectF(cell.left(), cell.bottom() - tall, wide, tall), down)

    def _light_cells(self, grid: CellGrid, shares: NDArray[Any]) -> None:
        light = flow_colour(self._theme, up=True)
        for number in np.flatnonzero(shares > 0).tolist():
            light.setAlphaF(min(1.0, 0.15 + 0.85 * float(shares[number])))
            self._painter.fillRect(grid.rectangle(number), light)

    def _light_atoms(self, grid: CellGrid, shares: NDArray[Any], ratio: float) -> None:
        painter, light = self._painter, flow_colour(self._theme, up=True)
        corner = grid.bounds.topLeft()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for number in np.flatnonzero(shares > 0).tolist():
            cell, share = grid.rectangle(number), float(shares[number])
            part = cell.translated(-corner)
            source = QRectF(part.topLeft() * ratio, part.size() * ratio)
            painter.setOpacity(0.4 + 0.6 * share)
            painter.drawPixmap(cell, self._atoms, source)
            painter.setOpacity(1)
            light.setAlphaF(min(1.0, 0.25 + 0.75 * share))
            painter.setPen(QPen(light, 1))
            painter.drawRect(cell)

    def _atom_pixmap(self, atoms: PixmapCache, grid: CellGrid, ratio: float) -> QPixmap:
        """Return all atoms in their cells, as they would look if all were active."""
        assert self._moment is not None
        layer, side = self._moment.network.layers[0], self._moment.network.spec.patch
        bounds, dark = grid.bounds, self._theme.name == "dark"

        def paint(painter: QPainter) -> None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            for number in range(grid.count):
                values = layer.C[:, number].reshape(side, side)
                image = signed_image(values, float(np.abs(values).max()), dark)
                draw_whole(painter, grid.rectangle(number).translated(-bounds.topLeft()), image)

        key = (layer, grid, self._theme.name, ratio)
        size = QSizeF(bounds.width() + 1, bounds.height() + 1)
        return atoms.picture(key, size, ratio, paint)

    def _paint_causes(self, layer: int) -> None:
        """Light up active causes; a frame tells what was predicted."""
        assert self._moment is not None
        painter, state = self._painter, self._moment.state.layers[layer]
        values = self._share((layer, "cause"), state.causes)
        top = layer == len(self._plan.states) - 1
        down = flow_colour(self._theme, up=False)
        largest = self._brightest[(layer, "cause")]
        for group, grid in enumerate(self._plan.causes[layer]):
            self._light_cells(grid, values[group])
            if top and grid.count <= 12 and grid.side > 1.2 * self._plan.line:
                self._write_causes(grid, state.causes[group].tolist())
            if state.top_down_weight <= 0:
                continue
            for number, value in enumerate(state.predicted_causes[group].tolist()):
                if value > 0.02 * largest:
                    down.setAlphaF(min(1.0, 0.3 + 0.7 * value / largest))
                    painter.setPen(QPen(down, 1.5 if grid.side > 7 else 1))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(grid.rectangle(number).adjusted(-0.5, -0.5, 0.5, 0.5))

    def _write_causes(self, grid: CellGrid, causes: list[float]) -> None:
        """Write the number of each of a few causes, and how strong it is."""
        painter, theme = self._painter, self._theme
        painter.setFont(scaled_font(self._font, 0.9, bold=True))
        for number, value in enumerate(causes):
            painter.setPen(QColor(theme.surface if value > 0 else theme.muted))
            words = f"{value:.1f}" if value > 0 else "0"
            painter.drawText(grid.rectangle(number), _CENTRE, words)
        painter.setFont(scaled_font(self._font, 0.7))
        for number, value in enumerate(causes):
            painter.setPen(QColor(theme.surface if value > 0 else theme.muted))
            corner = grid.rectangle(number).adjusted(3, 0, 0, 0)
            painter.drawText(corner, Qt.AlignmentFlag.AlignLeft, str(number + 1))

    # --- arrows -----------------------------------------------------------------------------------

    def _paint_arrows(self, hovered: FlowNode | None) -> None:
        """Draw all arrows, the weakest first; those of what is selected or hovered stand out."""
        marked = self._chosen | ({hovered} if hovered is not None else set())
        touched = [bool(marked & {each.source, each.target}) for each in self._arrows]
        apart = any(touched)
        for arrow, own in sorted(zip(self._arrows, touched, strict=True), key=lambda each: each[1]):
            share = arrow.strength / max(self._scales[(arrow.flow, arrow.target.layer)], 1e-12)
            opacity = 0.12 + 0.63 * share
            if apart:
                opacity = 0.9 if own else 0.07
            self._paint_arrow(arrow, share, opacity, headed=share > _HEADS or (own and apart))

    def _paint_arrow(self, arrow: Arrow, share: float, opacity: float, *, headed: bool) -> None:
        """Draw a curve between two columns, and a thin line from their edges to the cells."""
        painter, up = self._painter, is_upward(arrow)
        colour = flow_colour(self._theme, up)
        colour.setAlphaF(opacity)
        width = _THINNEST + (_WIDEST - _THINNEST) * share
        first, start = self._way(arrow.source, up)
        last, end = self._way(arrow.target, not up)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 1))
        strands = max(1, round(width / _STRAND))
        for strand in range(strands):  # lines of one pixel: Qt draws wide curves slowly
            shift = (strand - (strands - 1) / 2) * _STRAND
            painter.drawPath(_curve(start, end, shift, up))
        if headed:
            self._paint_head(end, colour, 2.2 + width, right=up)
        thin = QColor(colour)
        thin.setAlphaF(opacity * 0.55)
        painter.setPen(QPen(thin, 0.9))
        painter.drawLine(first, start)
        painter.drawLine(end, last)

    def _way(self, node: FlowNode, right: bool) -> tuple[QPointF, QPointF]:
        """Return the side of a node's cell, and the edge of its grid at the same height."""
        box, grid = self._box(node), self._plan.around(node)
        if node.kind == "patch":
            return box.center(), box.center()
        y = box.center().y() + (0 if right else 0.22 * box.height())
        inner = QPointF(box.right() if right else box.left(), y)
        if grid is None:
            return inner, inner
        return inner, QPointF(grid.right() + 2 if right else grid.left() - 2, y)

    def _box(self, node: FlowNode) -> QRectF:
        if node.kind == "patch":
            return self._patch_box(node)
        box = self._plan.box_of(node)
        assert box is not None
        return box

    def _paint_head(self, tip: QPointF, colour: QColor, size: float, *, right: bool) -> None:
        way = -size if right else size
        head = QPainterPath(tip)
        head.lineTo(tip.x() + way * 1.5, tip.y() - size * 0.75)
        head.lineTo(tip.x() + way * 1.5, tip.y() + size * 0.75)
        head.closeSubpath()
        self._painter.fillPath(head, colour)

    # --- names and marks --------------------------------------------------------------------------

    def _paint_names(self) -> None:
        """Name the columns above, and between them what leads up and what comes down."""
        plan, theme = self._plan, self._theme
        names = ["Frame y"]
        for layer in range(len(plan.states)):
            raised = str(layer + 1).translate(_RAISED)
            names += [f"States x{raised}", f"Causes u{raised}"]
        for name, column in zip(names, plan.columns, strict=True):
            wide = column.adjusted(-0.9 * plan.line, 0, 0.9 * plan.line, 0)
            self._write(
                name, QRectF(wide.left(), 1, wide.width(), plan.line), theme.text, bold=True
            )
        up, down = flow_colour(theme, up=True), flow_colour(theme, up=False)
        for number in range(len(plan.columns) - 1):
            raised = str(number // 2 + 1).translate(_RAISED)
            gap = plan.gap(number)
            below = QRectF(gap.left() - plan.line, gap.bottom() + 2, gap.width() + 2 * plan.line, 0)
            below.setHeight(plan.line)
            matrix = "B" if number % 2 else "C"
            self._write(f"{matrix}{raised} →", below, up)
            below.translate(0, 0.92 * plan.line)
            words = f"← γ{raised} lowered" if number % 2 else f"← C{raised}x"
            if number % 2 == 0 and number:
                words = f"← û{str(number // 2).translate(_RAISED)}"
            self._write(words, below, down)
        column = plan.columns[0]
        under = QRectF(1, column.bottom() + 2, column.right() - 1, plan.line)
        self._write("strengths up →", under, up, left=True)
        under.translate(0, 0.92 * plan.line)
        self._write("← predictions down", under, down, left=True)

    def _paint_badges(self) -> None:
        """Name the places that predicted causes come from; dotted where the mode has none."""
        assert self._moment is not None
        painter, plan = self._painter, self._plan
        down = flow_colour(self._theme, up=False)
        for layer, badge in enumerate(plan.badges):
            on = self._moment.state.layers[layer].top_down_weight > 0
            colour = QColor(down) if on else QColor(self._theme.muted)
            colour.setAlphaF(1.0 if on else 0.55)
            painter.setPen(QPen(colour, 1.2, Qt.PenStyle.SolidLine if on else Qt.PenStyle.DotLine))
            ground = QColor(self._theme.surface)
            painter.setBrush(ground)
            painter.drawRoundedRect(badge, 4, 4)
            raised = str(layer + 1).translate(_RAISED)
            painter.setFont(fitted_font(self._font, f"û{raised}", badge.width() - 4))
            painter.drawText(badge, _CENTRE, f"û{raised}")
        last, number = plan.badges[-1], len(plan.badges)
        words = QRectF(0, last.bottom() + 2, last.right() + 2, plan.line)
        words.setLeft(plan.columns[-1].right() - plan.line)
        raised = str(number).translate(_RAISED)
        if self._moment.state.layers[-1].top_down_weight > 0:
            source = "belief" if self._moment.belief else f"last u{raised}"
            self._write(f"û{raised} = {source}", words, down)

    def _write(
        self,
        text: str,
        box: QRectF,
        colour: QColor | str,
        *,
        bold: bool = False,
        left: bool = False,
    ) -> None:
        font = scaled_font(self._font, 1.0 if bold else 0.9, bold=bold)
        self._painter.setFont(fitted_font(font, text, box.width()))
        self._painter.setPen(QColor(colour))
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self._painter.drawText(box, side if left else _CENTRE, text)

    def _paint_marks(self, hovered: FlowNode | None) -> None:
        """Frame what is selected, and what the mouse is over."""
        painter = self._painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for node in (*self._chosen, *([hovered] if hovered is not None else [])):
            if node.layer < 0 or node.layer >= len(self._plan.states):
                continue
            own = node in self._chosen
            painter.setPen(
                QPen(QColor(self._theme.accent if own else self._theme.text), 2 if own else 1)
            )
            painter.drawRect(self._box(node).adjusted(-1.5, -1.5, 1.5, 1.5))


def _curve(start: QPointF, end: QPointF, shift: float, up: bool) -> QPainterPath:
    """Return a curve that leaves and arrives level, bowed up or down a little, and shifted down."""
    across = end.x() - start.x()
    reach = across * 0.45
    bow = (-1 if up else 1) * min(10.0, abs(across) * 0.08) + shift
    # A steep curve is shifted sideways too, so that strands stay as far apart as at its ends.
    aside = -shift * min(max((end.y() - start.y()) / (across or 1.0), -1.5), 1.5)
    (x0, y0), (x1, y1) = (start.x(), start.y()), (end.x(), end.y())
    path = QPainterPath(QPointF(x0, y0 + shift))
    path.cubicTo(x0 + reach + aside, y0 + bow, x1 - reach + aside, y1 + bow, x1, y1 + shift)
    return path
