"""The scales of a chart: which values an axis spans, and which round numbers stand on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]

_DECADES = 6  # that a logarithmic axis spans at most: a term near zero must not flatten all others
_HEADROOM = 0.06  # above the highest value, as a share of the axis
_MARGIN = 0.1  # on both sides of a logarithmic axis, in decades
_FACTORS = ((1, 2, 5), (1, 3), (1,))  # ticks within a decade, the more the better


@dataclass(frozen=True)
class Scale:
    """An axis from one number to another.

    Parameters
    ----------
    low, high
        Its ends; on a logarithmic axis the powers of ten of the values there.
    logarithmic
        Whether equal distances are equal factors.
    """

    low: float
    high: float
    logarithmic: bool = False

    def shares(self, values: Series) -> Series:
        """Return where values lie, from 0 at the low end to 1; NaN for what cannot be shown."""
        return self._from_low(_on_axis(values, self.logarithmic))

    def ticks(self, count: int) -> list[tuple[float, str]]:
        """Return about so many round values on the axis: the share where each lies, its label."""
        if not self.logarithmic:
            return [(self._share(tick), f"{tick:g}") for tick in round_ticks(*self._ends, count)]
        powers = decade_ticks(*self._ends, count)
        return [(self._share(power), f"{float(f'{10**power:.1g}'):g}") for power in powers]

    def step_ticks(self, count: int) -> list[tuple[float, str]]:
        """Return the same for an axis of whole steps."""
        return [(self._share(tick), f"{tick:,.0f}") for tick in round_ticks(*self._ends, count)]

    @property
    def _ends(self) -> tuple[float, float]:
        return self.low, self.high

    def _share(self, place: float) -> float:
        return float(self._from_low(np.array(place)))

    def _from_low(self, places: Series) -> Series:
        shares: Series = (places - self.low) / (self.high - self.low)
        return shares


def step_scale(steps: Series) -> Scale:
    """Return the axis of rising steps, from the first to the last."""
    if not len(steps):
        return Scale(0.0, 1.0)
    low, high = float(steps[0]), float(steps[-1])
    return Scale(low, high if high > low else low + 1)


def value_scale(lines: Sequence[Series], *, logarithmic: bool) -> Scale:
    """Return the axis that shows all finite values of some lines, and zero where it can."""
    finite = [v[np.isfinite(v)] for v in (_on_axis(line, logarithmic) for line in lines)]
    every = np.concatenate(finite) if finite else np.empty(0)
    if not every.size:
        return Scale(-1.0, 0.0, True) if logarithmic else Scale(0.0, 1.0)
    low, high = float(every.min()), float(every.max())
    if logarithmic:
        return Scale(max(low, high - _DECADES) - _MARGIN, high + _MARGIN, True)
    low = min(low, 0.0)
    return Scale(low, (high + _HEADROOM * (high - low)) if high > low else low + 1)


def round_ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round numbers from `low` to `high`."""
    raw = (high - low) / max(count, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    numbers = range(first, math.floor(high / step + 1e-9) + 1)
    return [round(number * step, 12) for number in numbers]


def decade_ticks(low: float, high: float, count: int) -> list[float]:
    """Return the powers of ten of about `count` round numbers, from `low` to `high`."""
    decades = range(math.floor(low), math.ceil(high) + 1)
    for factors in _FACTORS:
        ticks = [d + math.log10(f) for d in decades for f in factors]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) <= count + 1:
            return ticks
    return ticks[:: math.ceil(len(ticks) / count)]


def _on_axis(values: Series, logarithmic: bool) -> Series:
    """Return values, or their powers of ten; those that have none become NaN."""
    if not logarithmic:
        return values
    powers: Series = np.log10(np.where(values > 0, values, np.nan))
    return powers
