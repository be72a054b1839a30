"""Three axes that causes are drawn along: the causes themselves, or principal components."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

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
        One per axis; empty for an axis that is no cause, where there are fewer than three.
    mean, directions
        Causes u are drawn at (u − mean) @ directions, shapes (D,) and (D, 3).
    lengths
        Value at the end of each axis, shape (3,).
    origin
        Where zero is in the scene, shape (3,).
    rows
        Number of points that they were made for.
    scale
        In a comparison, whether other clouds have the same axes, in words; else empty.
    """

    names: tuple[str, str, str]
    mean: Array
    directions: Array
    lengths: Array
    origin: Array
    rows: int
    scale: str = ""

    @property
    def short_names(self) -> tuple[str, ...]:
        """The names in fewer words: “2 · square” for “cause 2 · square”."""
        return tuple(name.replace("cause ", "") if " · " in name else name for name in self.names)

    @property
    def principal(self) -> bool:
        """Whether these are principal components (PC)."""
        return len(self.mean) > 3

    @property
    def note(self) -> str:
        """What the axes are: their scale in a comparison, and principal components if they are."""
        words = f"first 3 principal components of {len(self.mean)} causes"
        return " · ".join(filter(None, (self.scale, words if self.principal else "")))

    @property
    def short_note(self) -> str:
        """The same in fewer words."""
        words = f"3 PCs of {len(self.mean)} causes" if self.principal else ""
        return " · ".join(filter(None, (self.scale.partition(" (")[0], words)))

    def place(self, causes: Array) -> Array:
        """Return where causes (n, D) are in the scene, shape (n, 3)."""
        share = _along(causes, self.mean, self.directions) / self.lengths
        placed: Array = self.origin + share * (0.5 - self.origin)
        return placed


def inferred(causes: Array) -> NDArray[np.bool_]:
    """Return which rows of causes (T, D) are known, shape (T,)."""
    return np.asarray(np.isfinite(causes).all(axis=1))


def fit_axes(
    views: Sequence[Array], before: Axes | None = None, stands_for: Sequence[str] = ()
) -> Axes:
    """Return axes that suit the causes of all views, so that these can be compared.

    Parameters
    ----------
    views
        Causes (T, D) of each view, NaN where not yet inferred.
    before
        Axes of the same views with fewer frames; principal components are kept while they suit.
    stands_for
        Name of the class that each cause stands for, empty where it stands for none; the axes are
        named after them.
    """
    known, width = [inferred(view) for view in views], views[0].shape[1]
    rows = sum(int(np.count_nonzero(each)) for each in known)
    if before is not None and before.principal and before.rows <= rows < _GROWTH * before.rows:
        return before
    finite = [view[here] for view, here in zip(views, known, strict=True)]
    causes: Array = np.concatenate(finite).astype(float)
    mean: Array = np.zeros(width)
    directions: Array = np.eye(width, 3)
    if width <= 3:
        own = [_cause_axis(index, stands_for) for index in range(width)]
        names = (*own, *[""] * (3 - width))
    else:
        names = tuple(f"PC {number}" for number in (1, 2, 3))
        mean, directions = _components(causes)
    first, second, third = names
    return _ranged((first, second, third), mean, directions, causes)


def own_axes(axes: Axes, view: Array) -> Axes:
    """Return axes of the same directions that one view fills, whatever the others need."""
    causes: Array = view[inferred(view)].astype(float)
    mean = axes.mean
    if axes.principal and len(causes):
        reached = (causes - mean) @ axes.directions
        mean = mean + axes.directions @ ((reached.min(axis=0) + reached.max(axis=0)) / 2)
    return _ranged(axes.names, mean, axes.directions, causes)


def _along(causes: Array, mean: Array, directions: Array) -> Array:
    """Return (u − mean) @ directions, without a copy of all causes, which may be thousands wide."""
    reached: Array = causes @ directions.astype(causes.dtype) - mean @ directions
    return reached


def _cause_axis(index: int, stands_for: Sequence[str]) -> str:
    """Return the name of an axis that is a cause."""
    name = f"cause {index + 1}"
    known = stands_for[index] if index < len(stands_for) else ""
    return f"{name} · {known}" if known else name


def _ranged(names: tuple[str, str, str], mean: Array, directions: Array, causes: Array) -> Axes:
    """Return axes whose ranges suit some causes."""
    reached = (causes - mean) @ directions
    largest = np.abs(reached).max(axis=0, initial=0.0)
    negative = reached.min(initial=0.0) < 0
    # Every axis covers at least this share of the longest range, so that small values look small.
    largest = np.maximum(largest, (1.0 if negative else _SHORTEST) * largest.max())
    lengths = np.array([_round_up(value) for value in largest])
    origin = np.zeros(3) if negative else np.full(3, -0.5)
    return Axes(names, mean, directions, lengths, origin, len(causes))


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
