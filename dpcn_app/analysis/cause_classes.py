"""Which class each cause stands for, told from labels; for naming causes, never for scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FEWEST = 5
"""Frames of every class before a cause is named."""

_SHARE = 0.5
"""Least share of a cause's mean activity that the class it stands for must have."""


def cause_classes(
    causes: ArrayLike, labels: NDArray[np.int_], classes: int
) -> tuple[int | None, ...]:
    """Return the class that each cause stands for; None for a cause that stands for none.

    Cause d stands for class c if c has more than half of Σ_c ū_dc, where ū_dc is the mean of u_d
    over the frames of class c.

    Parameters
    ----------
    causes
        u_t, shape (T, D), not negative.
    labels
        True class of every frame, shape (T,); −1 for unknown.
    classes
        Number of classes.
    """
    active = np.asarray(causes, dtype=float)
    own = [active[labels == each] for each in range(classes)]
    if not own or min(map(len, own)) < _FEWEST:
        return (None,) * active.shape[1]
    means = np.array([rows.mean(axis=0) for rows in own])
    total, best = means.sum(axis=0), means.argmax(axis=0)
    clear = means.max(axis=0) > _SHARE * total
    return tuple(int(one) if sure else None for one, sure in zip(best, clear, strict=True))
