"""How far noise fades from layer 1's reconstruction while the objects stay: five measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcn_app.errors import UserError

Image = NDArray[np.floating]
SHOWN = 0.5
"""Least luminance at which a pixel of a reconstruction counts as shown."""


@dataclass(frozen=True)
class Fading:
    """What is left of objects and noise in the reconstructions of a video.

    Parameters
    ----------
    correlation
        Mean correlation of a reconstruction with its clean frame, −1 to 1.
    leak
        Mean reconstruction over pixels lit by noise alone.
    kept
        Mean reconstruction over pixels of the true objects.
    iou_clean
        Mean over frames of |shown ∩ objects| / |shown ∪ objects|.
    iou_noise
        The same with the pixels lit by noise alone, over frames that have any.
    """

    correlation: float
    leak: float
    kept: float
    iou_clean: float
    iou_noise: float


def fading(reconstructions: ArrayLike, images: ArrayLike, clean: ArrayLike) -> Fading:
    """Return the measures of a video, given its frames with and without noise.

    Parameters
    ----------
    reconstructions
        Layer 1's reconstruction of every frame, shape (T, height, width).
    images, clean
        The frames as they were shown, and without noise; a pixel of at least ½ is lit.
    """
    found, seen, true = (np.asarray(each, float) for each in (reconstructions, images, clean))
    if not found.shape == seen.shape == true.shape or found.ndim != 3 or not found.size:
        raise UserError(
            "Reconstructions, frames and clean frames must have one shape, with at least one frame."
        )
    so_far = FadingSoFar(len(found))
    for index, frame in enumerate(zip(found, seen, true, strict=True)):
        so_far.add(index, *frame)
    measured = so_far.result()
    assert measured is not None
    return measured


class FadingSoFar:
    """The same measures of a video whose frames come one by one, in any order.

    Parameters
    ----------
    frames
        Number of frames in the video.
    """

    def __init__(self, frames: int) -> None:
        self._rows: NDArray[np.float64] = np.full((frames, 7), np.nan)

    def __contains__(self, index: int) -> bool:
        """Whether a frame has been measured."""
        return bool(np.isfinite(self._rows[index, 0]))

    def add(
        self,
        index: int,
        reconstruction: Image,
        image: Image,
        clean: Image,
        painted: NDArray[np.bool_] | None = None,
    ) -> None:
        """Measure a frame; pixels that are painted on count as noise, whatever is under them."""
        objects = clean >= 0.5
        noise = (image >= 0.5) & ~objects
        if painted is not None:
            objects, noise = objects & ~painted, noise | painted
        shown = reconstruction >= SHOWN
        self._rows[index] = (
            pixel_correlation(reconstruction, clean),
            reconstruction[noise].sum(dtype=np.float64),
            reconstruction[objects].sum(dtype=np.float64),
            _overlap(shown, objects),
            _overlap(shown, noise),
            np.count_nonzero(noise),
            np.count_nonzero(objects),
        )

    def result(self) -> Fading | None:
        """Return the measures over all frames added; None where there are none."""
        rows = self._rows[np.isfinite(self._rows[:, 0])]
        if not len(rows):
            return None
        correlation, leak, kept, iou_clean, iou_noise, noise, objects = rows.T
        return Fading(
            correlation=float(correlation.mean()),
            leak=float(leak.sum() / max(noise.sum(), 1)),
            kept=float(kept.sum() / max(objects.sum(), 1)),
            iou_clean=float(iou_clean.mean()),
            iou_noise=float(iou_noise[noise > 0].mean()) if noise.any() else 0.0,
        )


def pixel_correlation(one: Image, other: Image) -> float:
    """Return Pearson's correlation over pixels; 0 where one of the images is uniform."""
    a = one.ravel() - one.mean()
    b = other.ravel() - other.mean()
    length = float(a @ a) * float(b @ b)
    return float(a @ b) / length**0.5 if length > 0 else 0.0


def _overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Return |∩|/|∪|; 1 where both are empty."""
    either = np.count_nonzero(one | other)
    return np.count_nonzero(one & other) / either if either else 1.0
