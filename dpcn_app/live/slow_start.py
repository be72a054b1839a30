"""A slow start: the first steps of a training come one by one, so that atoms are seen to form."""

from __future__ import annotations

import math

SLOW_SECONDS = 10.0
"""Most seconds that the slow start of a training takes in the window."""

_FIRST_RATE = 1.0  # steps a second after the first step
_LAST_RATE = 30.0  # steps a second from which on nothing waits any more
_GROWTH = math.log(_LAST_RATE / _FIRST_RATE)


def pause_after(steps: int, seconds: float) -> float:
    """Return the shortest time from one step to the next, once `steps` have been taken.

    The rate grows with each step, r(n) = r₀ + n · ln(r₁/r₀) / T, and so exponentially in time, from
    r₀ = 1 to r₁ = 30 steps a second. From n = 1 on, the pauses add up to less than T.

    Parameters
    ----------
    steps
        n, steps taken so far.
    seconds
        T, the time that the slow start may take; 0 for none.
    """
    if seconds <= 0 or steps < 1:
        return 0.0
    rate = _rate(steps, seconds)
    return 1 / rate if rate < _LAST_RATE else 0.0


def slow_seconds_left(steps: int, seconds: float) -> float:
    """Return about how long the slow start still takes after so many steps; 0 once it is over."""
    if seconds <= 0:
        return 0.0
    share = math.log(_rate(steps, seconds) / _FIRST_RATE) / _GROWTH
    return max(0.0, seconds * (1 - share))


def _rate(steps: int, seconds: float) -> float:
    return _FIRST_RATE + steps * _GROWTH / seconds
