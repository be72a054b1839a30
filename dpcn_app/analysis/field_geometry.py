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

_STEP = 5  # degrees, to which directions are told

_SMOOTHING = 1.5  # σ of the structure tensor, in pixels


def clarity_and_agreement(
    fields: Picture,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each field of shape (n, height, width) how clear its stripes are and how straight.

    With the double-angle vector v = ((g_x² − g_y²), 2 g_x g_y) and the energy e = g_x² + g_y² of
    the gradient, both smoothed: clarity Σ|v| / Σe, agreement |Σv| / Σ|v|, sums over the pixels.
    """
    even, odd, energy = _structure(fields)
    lengths = np.hypot(even, odd).sum(axis=(1, 2))
    total = np.maximum(energy.sum(axis=(1, 2)), 1e-12)
    resultant = np.hypot(even.sum(axis=(1, 2)), odd.sum(axis=(1, 2)))
    return lengths / total, resultant / np.maximum(lengths, 1e-12)


def _structure(fields: Picture) -> tuple[NDArray[np.float64], ...]:
    """Return both parts of v, and e, at every pixel."""
    from scipy.ndimage import gaussian_filter  # slow to import

    down, across = np.gradient(fields.astype(np.float64), axis=(1, 2))
    sigma = (0, _SMOOTHING, _SMOOTHING)
    parts = (across**2 - down**2, 2 * across * down, across**2 + down**2)
    return tuple(gaussian_filter(part, sigma) for part in parts)


def stripes_in_words(field: Picture) -> str:
    """Return what a field of shape (height, width) looks like: 'edge, 45°', 'corner', or nothing.

    Stripes run across the gradient, at ½ arg Σv + 90°; 0° is level, 45° rises to the right.
    """
    clarity, agreement = clarity_and_agreement(field[None])
    if clarity[0] < CLEAR:
        return ""
    if agreement[0] < BENT:
        return "bend or corner"
    even, odd, _ = (part.sum() for part in _structure(field[None]))
    angle = -(np.degrees(np.arctan2(odd, even)) / 2 + 90) % 180  # rows are counted downwards
    return f"edge, {round(angle / _STEP) * _STEP % 180}°"


def bent_share(fields: Picture) -> float:
    """Return the share of fields that are bent or cornered."""
    clarity, agreement = clarity_and_agreement(fields)
    return float(((clarity >= CLEAR) & (agreement < BENT)).mean())


def extent(fields: Picture) -> NDArray[np.float64]:
    """Return the area of each field in pixels: (Σp²)² / Σp⁴, p its pixels, shape (n,)."""
    energy = fields.astype(np.float64).reshape(len(fields), -1) ** 2
    area: NDArray[np.float64] = energy.sum(axis=1) ** 2 / np.maximum((energy**2).sum(axis=1), 1e-24)
    return area
