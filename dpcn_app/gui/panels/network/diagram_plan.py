"""Where things lie in the picture of a network: columns of patches, states and causes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from dpcn_app.analysis.network_flow import FlowNode
from dpcn_app.engine.spec import NetworkSpec

_MARGIN = 6.0
_FRAME, _STATES, _CAUSES, _TOP = 1.35, 1.35, 1.1, 0.62  # widths of columns against each other
_GAP = 0.075  # between columns, of the width
_LARGEST = 44.0  # of a cell
_FEW = 8  # causes at the top that stand below each other


@dataclass(frozen=True)
class CellGrid:
    """Cells of one size in a box, numbered line by line.

    Parameters
    ----------
    corner
        Upper left corner of the first cell.
    count, columns
        Number of cells, and of those in a line.
    side, gap
        Of a cell, and between two.
    """

    corner: QPointF
    count: int
    columns: int
    side: float
    gap: float

    @classmethod
    def filling(cls, box: QRectF, count: int, columns: int = 0) -> CellGrid:
        """Return the grid of so many cells that fills a box best; 0 columns: as many as suit."""
        best = (0.0, 1)
        for candidate in (columns,) if columns else range(1, count + 1):
            rows = -(-count // candidate)
            side = min(box.width() / candidate, box.height() / rows)
            best = max(best, (side, candidate), key=lambda each: each[0])
        step, columns = min(best[0], _LARGEST), best[1]
        rows = -(-count // columns)
        gap = min(2.0, step * 0.16)
        left = box.center().x() - columns * step / 2 + gap / 2
        top = box.center().y() - rows * step / 2 + gap / 2
        return cls(QPointF(left, top), count, columns, max(step - gap, 0.5), gap)

    def rectangle(self, number: int) -> QRectF:
        """Return where a cell is."""
        row, column = divmod(number, self.columns)
        step = self.side + self.gap
        left, top = self.corner.x() + column * step, self.corner.y() + row * step
        return QRectF(left, top, self.side, self.side)

    def number_at(self, position: QPointF) -> int | None:
        """Return the cell at a position."""
        step = self.side + self.gap
        column = int((position.x() - self.corner.x() + self.gap / 2) // step)
        row = int((position.y() - self.corner.y() + self.gap / 2) // step)
        number = row * self.columns + column
        return number if 0 <= column < self.columns and 0 <= number < self.count else None

    @cached_property
    def bounds(self) -> QRectF:
        """The box around all cells."""
        first, last = self.rectangle(0), self.rectangle(self.count - 1)
        step = self.side + self.gap
        wide = min(self.columns, self.count) * step - self.gap
        return QRectF(first.left(), first.top(), wide, last.bottom() - first.top())


@dataclass(frozen=True)
class DiagramPlan:
    """Where everything lies.

    Parameters
    ----------
    columns
        The columns from the left: patches, then states and causes of each layer.
    frame, reconstruction
        The frame, and what layer 1 makes of it; None where there is no room for it.
    states, causes
        For each layer the grid of its states, and for each of its groups that of its causes.
    badges
        For each layer the place from which its predicted causes û come.
    line
        Height of a line of type.
    """

    columns: tuple[QRectF, ...]
    frame: QRectF
    reconstruction: QRectF | None
    states: tuple[CellGrid, ...]
    causes: tuple[tuple[CellGrid, ...], ...]
    badges: tuple[QRectF, ...]
    line: float

    def gap(self, number: int) -> QRectF:
        """Return the room between a column and the next."""
        left, right = self.columns[number], self.columns[number + 1]
        return QRectF(left.right(), left.top(), right.left() - left.right(), left.height())

    def box_of(self, node: FlowNode) -> QRectF | None:
        """Return where a node is; None for a patch, whose place the picture of the frame has."""
        if node.kind == "state" and node.number < self.states[node.layer].count:
            return self.states[node.layer].rectangle(node.number)
        if node.kind == "cause" and node.group < len(self.causes[node.layer]):
            return self.causes[node.layer][node.group].rectangle(node.number)
        return self.badges[node.layer] if node.kind == "top" else None

    def around(self, node: FlowNode) -> QRectF | None:
        """Return the grid to which a node belongs; None where it has none."""
        if node.kind == "state":
            return self.states[node.layer].bounds
        return self.causes[node.layer][node.group].bounds if node.kind == "cause" else None

    def node_at(self, position: QPointF) -> FlowNode | None:
        """Return the state or cause at a position."""
        for layer, grid in enumerate(self.states):
            number = grid.number_at(position)
            if number is not None:
                return FlowNode("state", layer, 0, number)
        for layer, groups in enumerate(self.causes):
            for group, grid in enumerate(groups):
                number = grid.number_at(position)
                if number is not None:
                    return FlowNode("cause", layer, group, number)
        for layer, badge in enumerate(self.badges):
            if badge.contains(position):
                return FlowNode("top", layer, 0, 0)
        return None


def make_plan(spec: NetworkSpec, size: QSizeF, line: float, aspect: float) -> DiagramPlan:
    """Return the plan of a network's picture.

    Parameters
    ----------
    spec
        The network.
    size
        Of the picture.
    line
        Height of a line of type.
    aspect
        Height of the frame over its width.
    """
    weights = [_FRAME, *[_STATES, _CAUSES] * spec.depth]
    weights[-1] = _TOP if spec.layers[-1].causes <= _FEW else _CAUSES
    gap = max(size.width() * _GAP, 2.4 * line)
    # At the right there is room for where the top's predictions come from.
    room = max(size.width() - 2 * _MARGIN - gap * len(weights), 40.0)
    top, height = 1.35 * line, max(size.height() - 3.6 * line, 20.0)
    columns, left = [], _MARGIN
    for weight in weights:
        width = room * weight / sum(weights)
        columns.append(QRectF(left, top, width, height))
        left += width + gap
    frame, made = _pictures(columns[0], aspect, line)
    states = tuple(
        CellGrid.filling(columns[1 + 2 * layer], each.states)
        for layer, each in enumerate(spec.layers)
    )
    causes = tuple(_groups(spec, layer, columns[2 + 2 * layer]) for layer in range(spec.depth))
    badges = []
    for layer in range(spec.depth):
        right = columns[2 + 2 * layer].right()
        box = QRectF(0, 0, 1.5 * line, 1.3 * line)
        box.moveCenter(QPointF(right + gap - 0.9 * line, columns[0].bottom() - 0.65 * line))
        badges.append(box)
    return DiagramPlan(tuple(columns), frame, made, states, causes, tuple(badges), line)


def _pictures(column: QRectF, aspect: float, line: float) -> tuple[QRectF, QRectF | None]:
    """Return where the frame is, and its reconstruction below it where both fit."""

    def fitted(box: QRectF) -> QRectF:
        width = min(box.width(), box.height() / aspect)
        picture = QRectF(0, 0, width, width * aspect)
        picture.moveCenter(box.center())
        return picture

    half = (column.height() - line) / 2
    if half < 0.72 * column.width() * aspect:
        return fitted(column), None
    above = QRectF(column.left(), column.top(), column.width(), half)
    below = QRectF(column.left(), column.top() + half + line, column.width(), half)
    return fitted(above), fitted(below)


def _groups(spec: NetworkSpec, layer: int, column: QRectF) -> tuple[CellGrid, ...]:
    """Return a grid of causes for each group of a layer, arranged as they lie in the frame."""
    count, causes = spec.units_per_field(layer + 1), spec.layers[layer].causes
    if count == 1:
        return (CellGrid.filling(column, causes, 1 if causes <= _FEW else 0),)
    corners = spec.corners(spec.frame_shape, layer + 1)[:count]
    rows, columns = (np.unique(corners[:, axis]).tolist() for axis in (0, 1))
    apart = 4.0
    width = (column.width() - apart * (len(columns) - 1)) / len(columns)
    height = (column.height() - apart * (len(rows) - 1)) / len(rows)
    grids = []
    for top, left in corners.tolist():
        x = column.left() + columns.index(left) * (width + apart)
        y = column.top() + rows.index(top) * (height + apart)
        grids.append(CellGrid.filling(QRectF(x, y, width, height), causes))
    return tuple(grids)
