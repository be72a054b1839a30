"""Which fields are bent or cornered: their stripes are clear, but change direction.

The structure tensor of a field, smoothed a little, gives the direction of the stripes and how clear
they are at every pixel. A straight field has one direction all over; a bent one has several.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.floating[Any]]

CLEAR = 0.5
"""Clarity from which a field has stripes at all."""

BENT = 0.75
"""Agreement of directions below which a field is bent or cornered."""

_SMOOTHING = 1.5  # σ of the structure tensor, in pixels


def clarity_and_agreement(
    fields: Picture,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each field of shape (n, height, width) how clear its stripes are and how straight.

    With the double-angle vector v = ((g_x² − g_y²), 2 g_x g_y) and the energy e = g_x² + g_y² of
    the gradient, both smoothed: clarity Σ|v| / Σe, agreement |Σv| / Σ|v|, sums over the pixels.
    """
    from scipy.ndimage import gaussian_filter  # slow to import

    down, across = np.gradient(fields.astype(np.float64), axis=(1, 2))
    sigma = (0, _SMOOTHING, _SMOOTHING)
    even, odd, energy = (
        gaussian_filter(part, sigma)
        for part in (across**2 - down**2, 2 * across * down, across**2 + down**2)
    )
    lengths = np.hypot(even, odd).sum(axis=(1, 2))
    total = np.maximum(energy.sum(axis=(1, 2)), 1e-12)
    resultant = np.hypot(even.sum(axis=(1, 2)), odd.sum(axis=(1, 2)))
    return lengths / total, resultant / np.maximum(lengths, 1e-12)


def bent_share(fields: Picture) -> float:
    """Return the share of fields that are bent or cornered."""
    clarity, agreement = clarity_and_agreement(fields)
    return float(((clarity >= CLEAR) & (agreement < BENT)).mean())


def extent(fields: Picture) -> NDArray[np.float64]:
    """Return the area of each field in pixels: (Σp²)² / Σp⁴, p its pixels, shape (n,)."""
    energy = fields.astype(np.float64).reshape(len(fields), -1) ** 2
    area: NDArray[np.float64] = energy.sum(axis=1) ** 2 / np.maximum((energy**2).sum(axis=1), 1e-24)
    return area
