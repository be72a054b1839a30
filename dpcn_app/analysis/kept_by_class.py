"""How much of each class is kept where two of them overlap: the measure of what a belief does.

What is kept of a class is the mean reconstruction over the pixels that it alone lit. To a network
that looks for one class, what is kept of the other is what leaks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

LIT = 0.5
"""Least luminance at which a pixel of a clean picture counts as lit."""

Picture = NDArray[np.floating]


def lit_alone(objects: Sequence[Picture]) -> NDArray[np.bool_]:
    """Return which pixels each class alone lit, shape (classes, height, width)."""
    lit = np.stack([np.asarray(each) >= LIT for each in objects])
    alone: NDArray[np.bool_] = lit & (lit.sum(axis=0) == 1)
    return alone


class KeptSoFar:
    """What is kept of each class, of a video whose frames come one by one, in any order.

    Parameters
    ----------
    frames, classes
        Number of frames in the video, and of its classes.
    """

    def __init__(self, frames: int, classes: int) -> None:
        self._sums: NDArray[np.float64] = np.full((frames, classes), np.nan)
        self._pixels: NDArray[np.float64] = np.zeros((frames, classes))

    def __contains__(self, index: int) -> bool:
        """Whether a frame has been measured."""
        return bool(np.isfinite(self._sums[index, 0]))

    def add(self, index: int, reconstruction: Picture, objects: Sequence[Picture]) -> None:
        """Measure a frame, given the clean picture of every class (`Frame.objects`)."""
        alone = lit_alone(objects)
        self._sums[index] = [reconstruction[mask].sum(dtype=np.float64) for mask in alone]
        self._pixels[index] = alone.sum(axis=(1, 2))

    def result(self, first: int = 0) -> tuple[float | None, ...]:
        """Return what is kept of each class over the frames added, from frame `first` on.

        None for a class that was nowhere alone.
        """
        known = np.isfinite(self._sums[first:, 0])
        sums = self._sums[first:][known].sum(axis=0)
        pixels = self._pixels[first:][known].sum(axis=0)
        return tuple(
            float(total / lit) if lit else None for total, lit in zip(sums, pixels, strict=True)
        )
