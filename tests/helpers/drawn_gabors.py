"""Gabor functions drawn by their parameters."""

import numpy as np
from numpy.typing import NDArray

SIDE = 15


def gabor(
    row: float, column: float, degrees: float, frequency: float, along: float, beside: float
) -> NDArray[np.float64]:
    """Draw stripes at an angle from level, counted from right to up."""
    y, x = np.indices((SIDE, SIDE), dtype=float)
    turn = np.deg2rad(degrees)
    y, x = row - y, x - column  # y upwards
    across = -np.sin(turn) * x + np.cos(turn) * y  # across the stripes
    level = np.cos(turn) * x + np.sin(turn) * y
    envelope = np.exp(-0.5 * ((across / along) ** 2 + (level / beside) ** 2))
    return envelope * np.cos(2 * np.pi * frequency * across + 0.6)


DRAWN = [
    (7.0, 7.0, 0.0, 0.15, 2.0, 3.0),
    (5.0, 9.5, 90.0, 0.2, 2.0, 2.5),
    (8.5, 6.0, 30.0, 0.12, 2.5, 3.5),
    (7.0, 4.0, 135.0, 0.25, 1.8, 2.2),
]
