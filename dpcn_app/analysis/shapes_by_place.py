"""Which cause of a layer below the top stands for which shape, told from where the shapes are.

A unit of such a layer sees a part of the frame. Where that part shows one shape and no other, the
unit's strongest cause should be the same whenever it is that shape, and another one for every other
shape. Labels give the causes their names and nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.scores import best_naming
from dpcn_app.engine.network import Array
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.video.source import PlacedShape

NOT_ALONE = -1
"""Stands for what a unit sees that is not one shape alone."""


@dataclass(frozen=True)
class ShapesTold:
    """How well the causes of a layer tell the shapes that its units see alone.

    Parameters
    ----------
    names
        The shape that each cause stands for; empty for a cause that stands for none.
    told
        Share of the units that see one shape alone in which the cause that stands for it is the
        strongest, 0 to 1; a unit without any active cause does not tell its shape.
    by_shape
        The same for each shape by its name.
    units
        Number of units and frames in which one shape was seen alone.
    """

    names: tuple[str, ...]
    told: float
    by_shape: dict[str, float]
    units: int


def shapes_alone(
    spec: NetworkSpec,
    frame_shape: tuple[int, int],
    layer: int,
    placed: Sequence[PlacedShape],
    shapes: Sequence[str],
) -> NDArray[np.int_]:
    """Return the shape that each unit of a layer (from 1) sees alone, shape (units,).

    That is a place in `shapes` where the unit's field holds all of at least one object and nothing
    of an object of another shape; else `NOT_ALONE`.
    """
    corners = spec.corners(frame_shape, layer) - spec.padding
    field = np.array(spec.field_of(layer))
    whole = np.zeros((len(corners), len(shapes)), bool)
    touched = np.zeros((len(corners), len(shapes)), bool)
    for each in placed:
        start = np.array([each.top, each.left])
        inside = (corners <= start) & (start + each.size <= corners + field)
        beside = (corners < start + each.size) & (start < corners + field)
        kind = shapes.index(each.name)
        whole[:, kind] |= inside.all(axis=1)
        touched[:, kind] |= beside.all(axis=1)
    alone = whole.any(axis=1) & (touched.sum(axis=1) == 1)
    return np.where(alone, whole.argmax(axis=1), NOT_ALONE)


class ShapesToldSoFar:
    """How well a layer tells shapes, of a video whose frames come one by one, in any order.

    Parameters
    ----------
    spec, frame_shape, layer
        The network, the frames, and the layer (from 1).
    shapes
        Names of all shapes.
    """

    def __init__(
        self, spec: NetworkSpec, frame_shape: tuple[int, int], layer: int, shapes: Sequence[str]
    ) -> None:
        self._spec, self._frame_shape, self._layer = spec, frame_shape, layer
        self._shapes = tuple(shapes)
        self._seen: set[int] = set()
        # The last row counts units without any active cause.
        self._counts = np.zeros((spec.layers[layer - 1].causes + 1, len(self._shapes)), int)

    def add(self, index: int, placed: Sequence[PlacedShape], causes: Array) -> None:
        """Count a frame, given where its shapes are and the layer's causes, shape (units, D)."""
        if index in self._seen:
            return
        self._seen.add(index)
        own = shapes_alone(self._spec, self._frame_shape, self._layer, placed, self._shapes)
        strongest = np.where(causes.any(axis=1), causes.argmax(axis=1), causes.shape[1])
        counted = own != NOT_ALONE
        np.add.at(self._counts, (strongest[counted], own[counted]), 1)

    def result(self) -> ShapesTold | None:
        """Return how well the shapes are told so far; None while none was seen alone.

        The naming is the best one: argmax_π Σ_d counts[d, π(d)], each shape for one cause at most.
        """
        total = int(self._counts.sum())
        if not total:
            return None
        counts = self._counts[:-1]
        if counts.shape[0] <= counts.shape[1]:
            pairs = list(enumerate(best_naming(counts)))
        else:
            pairs = [(cause, shape) for shape, cause in enumerate(best_naming(counts.T))]
        right = {int(shape): int(counts[cause, shape]) for cause, shape in pairs}
        names = {cause: self._shapes[shape] for cause, shape in pairs if counts[cause, shape]}
        seen = self._counts.sum(axis=0)
        return ShapesTold(
            names=tuple(names.get(cause, "") for cause in range(len(counts))),
            told=sum(right.values()) / total,
            by_shape={
                name: right.get(kind, 0) / int(seen[kind])
                for kind, name in enumerate(self._shapes)
                if seen[kind]
            },
            units=total,
        )
