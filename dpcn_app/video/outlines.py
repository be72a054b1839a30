"""The named shapes that bounce through generated videos, as small binary masks.

A shape is a set of strokes in the unit square; a pixel belongs to it when its centre lies within
half a stroke's width of one of them. Outlines are thin; shapes made of crossed bars are drawn with
twice the stroke, so that a bar does not look like part of an outline: a network of this size cannot
tell shapes apart that share their edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]


def _closed(*corners: Point) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _circle(corners: int = 48) -> list[tuple[Point, Point]]:
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return _closed(*((0.5 + 0.5 * float(np.cos(t)), 0.5 + 0.5 * float(np.sin(t))) for t in turns))


# Strokes as pairs of (across, down) points.
_STROKES: dict[str, list[tuple[Point, Point]]] = {
    "square": _closed((0, 0), (1, 0), (1, 1), (0, 1)),
    "diamond": _closed((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "triangle": _closed((0.5, 0), (1, 1), (0, 1)),
    "x": [((0, 0), (1, 1)), ((1, 0), (0, 1))],
    "plus": [((0.5, 0), (0.5, 1)), ((0, 0.5), (1, 0.5))],
    "circle": _circle(),
}

_BARS = {"x", "plus"}

SHAPE_NAMES = tuple(_STROKES)


@lru_cache(maxsize=256)
def outline(name: str, size: int, stroke: float = 1.0) -> NDArray[np.bool_]:
    """Return the mask of a named shape, `size` pixels wide and high.

    Parameters
    ----------
    name
        One of `SHAPE_NAMES`.
    size
        Width and height of the mask in pixels.
    stroke
        Width of an outline in pixels; bars are twice as wide.
    """
    width = 2 * stroke if name in _BARS else stroke
    down, across = np.mgrid[0:size, 0:size] + 0.5
    room = size - width
    mask = np.zeros((size, size), dtype=bool)
    for start, end in _STROKES[name]:
        (x0, y0), (x1, y1) = (
            (width / 2 + room * p[0], width / 2 + room * p[1]) for p in (start, end)
        )
        length2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = np.clip(((across - x0) * (x1 - x0) + (down - y0) * (y1 - y0)) / length2, 0, 1)
        distance = np.hypot(across - x0 - along * (x1 - x0), down - y0 - along * (y1 - y0))
        mask |= distance <= width / 2 + 1e-9
    mask.setflags(write=False)
    return mask


@dataclass(frozen=True)
class ObjectStyle:
    """What objects in a video look like.

    Parameters
    ----------
    shapes
        Names of their shapes, of `SHAPE_NAMES`.
    size, stroke
        Width of an object and of its outline, in pixels.
    """

    shapes: tuple[str, ...]
    size: int
    stroke: float = 1.0

    def draw(
        self, image: NDArray[np.float32], corners: NDArray[np.int_], kinds: Iterable[Any]
    ) -> None:
        """Light the pixels of some objects in an image.

        Parameters
        ----------
        image
            Shape (height, width).
        corners
            Upper left corners of the objects, shape (objects, 2).
        kinds
            The shape of each, as a place in `shapes`.
        """
        for (top, left), kind in zip(corners, kinds, strict=True):
            mask = outline(self.shapes[kind], self.size, self.stroke)
            image[top : top + self.size, left : left + self.size][mask] = 1.0
