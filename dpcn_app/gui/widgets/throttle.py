"""Limits how often something costly is done."""

from __future__ import annotations

import time
from collections.abc import Callable


class Throttle:
    """Says whether something is due again.

    Parameters
    ----------
    seconds
        Shortest time between two such moments.
    clock
        Where the time comes from.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._next = float("-inf")

    def due(self) -> bool:
        """Return whether enough time has passed since this last returned True."""
        now = self._clock()
        if now < self._next:
            return False
        self._next = now + self._seconds
        return True
