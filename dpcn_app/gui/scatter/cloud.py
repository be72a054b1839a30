"""Causes as points of a 3-D scene: the axes, and frame and class of every point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.cause_axes import Array, Axes, inferred
from dpcn_app.analysis.readings import NOT_READ, misread

TRAIL = 25
"""Frames that the trail behind the current one reaches back."""


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
    read
        Class that every point is read as (−1: not known), shape (n,).
    belief, believed
        Place in the scene of what the network is told to look for, shape (3,), and its name; None
        where it is left alone.
    """

    axes: Axes
    points: Array
    frames: NDArray[np.int_]
    labels: NDArray[np.int_]
    classes: tuple[str, ...]
    current: int
    read: NDArray[np.intp]
    belief: Array | None = None
    believed: str = ""

    @cached_property
    def misread(self) -> NDArray[np.bool_]:
        """Which points are read as another class than their own, shape (n,)."""
        return misread(self.read, self.labels)

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
        if not self.classes:
            return words
        words += f" · {self.class_name(int(self.labels[row]))}"
        wrong = f", read as {self.class_name(int(self.read[row]))}"
        return words + wrong if self.misread[row] else words


def make_cloud(
    axes: Axes,
    causes: Array,
    labels: NDArray[np.int_],
    classes: tuple[str, ...],
    current: int,
    frames: NDArray[np.int_] | None = None,
    read: NDArray[np.intp] | None = None,
) -> Cloud:
    """Return the cloud of causes (T, D), without the frames that are not yet inferred.

    Rows belong to `frames`, or to one frame after the other where none are given; `read` is the
    class that each row is read as, where that is known.
    """
    rows = np.flatnonzero(inferred(causes))
    known = rows if frames is None else frames[rows]
    of_rows = labels[known] if len(labels) else np.full(len(known), -1)
    read_as = np.full(len(known), NOT_READ) if read is None else read[rows]
    points = axes.place(causes if len(rows) == len(causes) else causes[rows])
    return Cloud(axes, points, known, of_rows, classes, current, read_as)
