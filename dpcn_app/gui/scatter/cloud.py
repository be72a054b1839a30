"""Causes as points of a 3-D scene: its axes, and frame and class of every point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

TRAIL = 25
"""Frames that the trail behind the current one reaches back."""

_FITTED_ROWS = 256  # enough points to find principal components
_SHORTEST = 0.4  # range of an axis, as a share of the longest one's
_GROWTH = 1.1  # principal components are found again once there are this many times the points
_STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0)


@dataclass(frozen=True, eq=False)
class Axes:
    """Three axes that causes are drawn along.

    Parameters
    ----------
    names
        One per axis.
    mean, directions
        Causes u are drawn at (u − mean) @ directions, shapes (D,) and (D, 3).
    lengths
        Value at the end of each axis, shape (3,).
    origin
        Where zero is in the scene, shape (3,).
    rows
        Number of points that they were made for.
    """

    names: tuple[str, str, str]
    mean: Array
    directions: Array
    lengths: Array
    origin: Array
    rows: int

    @property
    def principal(self) -> bool:
        """Whether these are principal components (PC)."""
        return len(self.mean) > 3

    @property
    def note(self) -> str:
        """A note on principal components; empty where the axes are causes."""
        return f"first 3 principal components of {len(self.mean)} causes" if self.principal else ""

    @property
    def short_note(self) -> str:
        """The same in fewer words."""
        return f"3 PCs of {len(self.mean)} causes" if self.principal else ""

    def place(self, causes: Array) -> Array:
        """Return where causes (n, D) are in the scene, shape (n, 3)."""
        share = ((causes - self.mean) @ self.directions) / self.lengths
        placed: Array = self.origin + share * (0.5 - self.origin)
        return placed


def inferred(causes: Array) -> NDArray[np.bool_]:
    """Return which rows of causes (T, D) are known, shape (T,)."""
    return np.asarray(np.isfinite(causes).all(axis=1))


def fit_axes(views: Sequence[Array], before: Axes | None = None) -> Axes:
    """Return axes that suit the causes of all views, so that these can be compared.

    Parameters
    ----------
    views
        Causes (T, D) of each view, NaN where not yet inferred.
    before
        Axes of the same views with fewer frames; principal components are kept while they suit.
    """
    causes: Array = np.concatenate([view[inferred(view)] for view in views]).astype(float)
    rows, width = causes.shape
    mean: Array = np.zeros(width)
    directions: Array = np.eye(width, 3)
    if width <= 3:
        names = tuple(f"cause {number}" for number in (1, 2, 3))
    elif before is not None and before.principal and before.rows <= rows < _GROWTH * before.rows:
        return before
    else:
        names = tuple(f"PC {number}" for number in (1, 2, 3))
        mean, directions = _components(causes)
    reached = (causes - mean) @ directions
    largest = np.abs(reached).max(axis=0, initial=0.0)
    negative = reached.min(initial=0.0) < 0
    # Every axis covers at least this share of the longest range, so that small values look small.
    largest = np.maximum(largest, (1.0 if negative else _SHORTEST) * largest.max())
    lengths = np.array([_round_up(value) for value in largest])
    origin = np.zeros(3) if negative else np.full(3, -0.5)
    first, second, third = names
    return Axes((first, second, third), mean, directions, lengths, origin, rows)


def _components(causes: Array) -> tuple[Array, Array]:
    """Return the middle and the first three principal directions of points."""
    if len(causes) == 0:
        return np.zeros(causes.shape[1]), np.eye(causes.shape[1], 3)
    some = causes[:: math.ceil(len(causes) / _FITTED_ROWS)]
    mean = some.mean(axis=0)
    directions = np.zeros((causes.shape[1], 3))
    found = np.linalg.svd(some - mean, full_matrices=False)[2][:3]
    for index, direction in enumerate(found):  # the sign is free: keep it from flipping
        directions[:, index] = direction * np.sign(direction[np.abs(direction).argmax()] or 1.0)
    reached = (causes - mean) @ directions
    middle = (reached.min(axis=0) + reached.max(axis=0)) / 2
    return mean + directions @ middle, directions


def _round_up(value: float) -> float:
    """Return the next number that an axis can end at, so that it does not grow all the time."""
    if not 1e-9 < value < 1e9:
        return 1.0 if value <= 1e-9 else value
    size = 10.0 ** math.floor(math.log10(value))
    return next(step * size for step in _STEPS if step * size >= value * (1 - 1e-9))


@dataclass(frozen=True, eq=False)
class Cloud:
    """All that a scatter shows.

    Parameters
    ----------
    axes
        The axes of the scene.
    points
        Places in the scene, shape (n, 3).
    frames, labels
        Frame of every point, increasing, and its true class (−1: unknown), shape (n,).
    classes
        Names of the classes.
    current
        The current frame.
    """

    axes: Axes
    points: Array
    frames: NDArray[np.int_]
    labels: NDArray[np.int_]
    classes: tuple[str, ...]
    current: int

    def row(self, frame: int | None) -> int | None:
        """Return the row of a frame; None where it is not inferred."""
        if frame is None:
            return None
        row = int(np.searchsorted(self.frames, frame))
        return row if row < len(self.frames) and self.frames[row] == frame else None

    def trail(self) -> Array:
        """Return the points of the last frames up to the current one, oldest first."""
        first, last = np.searchsorted(self.frames, [self.current - TRAIL, self.current + 1])
        return self.points[first:last]

    def class_name(self, label: int) -> str:
        """Return the name of a class."""
        return self.classes[label] if 0 <= label < len(self.classes) else "unlabelled"

    def describe(self, row: int) -> str:
        """Return what a point is, in words; frames are counted from 1."""
        words = f"frame {self.frames[row] + 1}"
        return f"{words} · {self.class_name(int(self.labels[row]))}" if self.classes else words


def make_cloud(
    axes: Axes,
    causes: Array,
    labels: NDArray[np.int_],
    classes: tuple[str, ...],
    current: int,
    frames: NDArray[np.int_] | None = None,
) -> Cloud:
    """Return the cloud of causes (T, D), without the frames that are not yet inferred.

    Rows belong to `frames`, or to one frame after the other where none are given.
    """
    rows = np.flatnonzero(inferred(causes))
    known = rows if frames is None else frames[rows]
    of_rows = labels[known] if len(labels) else np.full(len(known), -1)
    return Cloud(axes, axes.place(causes[rows]), known, of_rows, classes, current)
