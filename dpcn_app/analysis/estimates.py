"""Means over seeds with 95 % intervals, and the two questions that a verdict asks of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Estimate:
    """The mean of a measure over seeds.

    Parameters
    ----------
    mean
        x̄ = Σ x_i / n.
    half
        Half the width of its 95 % interval, t s / √n, with s² = Σ (x_i − x̄)² / (n − 1) and t the
        .975 quantile of Student's distribution with n − 1 degrees of freedom; None for one seed.
    seeds
        n.
    """

    mean: float
    half: float | None
    seeds: int

    def above(self, other: Estimate) -> bool:
        """Whether this interval lies above another, so that they do not touch."""
        if self.half is None or other.half is None:
            return False
        return self.mean - self.half > other.mean + other.half


def estimate(values: Sequence[float] | NDArray[np.float64]) -> Estimate:
    """Return the mean of values, one a seed, with its interval."""
    count, mean = len(values), float(np.mean(values))
    if count < 2:
        return Estimate(mean, None, count)
    from scipy.special import stdtrit

    spread = float(np.std(values, ddof=1))
    return Estimate(mean, float(stdtrit(count - 1, 0.975)) * spread / sqrt(count), count)


def halves_errors(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether the errors, 1 − accuracy, of ours are at most half of theirs, means over seeds.

    Accuracies are shares of frames: errors that are exactly half must not miss by rounding.
    """
    return bool(1 - np.mean(ours) <= (1 - np.mean(theirs)) / 2 + 1e-9)


def beyond_doubt(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether ours lie above theirs, seed by seed: the 95 % interval of the difference is above 0.

    The interval counts from three seeds on: of fewer it says nothing, and the mean decides.
    """
    found = estimate(np.subtract(ours, theirs))
    doubt = found.half if found.half is not None and found.seeds > 2 else 0.0
    return found.mean - doubt > 0
