"""How far noise fades from a reconstruction while the objects stay: five measures of layer 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcn_app.errors import UserError

Image = NDArray[np.floating]
SHOWN = 0.5
"""A pixel of a reconstruction counts as shown from this luminance on."""


@dataclass(frozen=True)
class Fading:
    """What is left of objects and noise in the reconstructions of a video.

    Parameters
    ----------
    correlation
        Mean correlation of a reconstruction with its clean frame, −1 to 1.
    leak
        Mean reconstruction over pixels that noise alone lit.
    kept
        Mean reconstruction over pixels of the true objects.
    iou_clean
        Mean over frames of |shown ∩ objects| / |shown ∪ objects|.
    iou_noise
        The same with the pixels that noise alone lit, over frames that have any.
    """

    correlation: float
    leak: float
    kept: float
    iou_clean: float
    iou_noise: float


def fading(reconstructions: ArrayLike, images: ArrayLike, clean: ArrayLike) -> Fading:
    """Measure the reconstructions of a video against its frames and their noise-free twins.

    Parameters
    ----------
    reconstructions
        What layer 1 made of every frame, shape (T, height, width).
    images, clean
        The frames as they were shown, and without noise; a pixel is lit from ½ on.
    """
    found, seen, true = (np.asarray(each, float) for each in (reconstructions, images, clean))
    if not found.shape == seen.shape == true.shape or found.ndim != 3 or not found.size:
        raise UserError("Reconstructions, frames and clean frames must be as many, and some.")
    objects = true >= 0.5
    noise = (seen >= 0.5) & ~objects
    shown = found >= SHOWN
    noisy = noise.any(axis=(1, 2))
    return Fading(
        correlation=float(np.mean(list(map(_correlation, found, true)))),
        leak=_mean(found[noise]),
        kept=_mean(found[objects]),
        iou_clean=_mean(_overlap(shown, objects)),
        iou_noise=_mean(_overlap(shown[noisy], noise[noisy])),
    )


def _correlation(one: Image, other: Image) -> float:
    """Return Pearson's correlation over pixels; 0 where one of them is even."""
    one, other = one - one.mean(), other - other.mean()
    length = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / length if length > 0 else 0.0


def _overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return |∩|/|∪| of every frame; 1 where both are empty."""
    both = (one & other).sum(axis=(1, 2))
    either = (one | other).sum(axis=(1, 2))
    return np.where(either > 0, both / np.maximum(either, 1), 1.0)


def _mean(values: NDArray[np.floating]) -> float:
    return float(values.mean(dtype=np.float64)) if values.size else 0.0
