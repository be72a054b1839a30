"""What a track shows at once of frames that it has not come to: nearly what it will infer there."""

from __future__ import annotations

from collections import OrderedDict

from dpcn_app.engine.state import NetworkState

GLIMPSED = 10
"""Frames before a glimpse that are inferred for it: a belief or a stroke has taken effect then."""


class Glimpses:
    """States of a few frames, each with the state that it was inferred from.

    Parameters
    ----------
    most
        How many are kept.
    """

    def __init__(self, most: int = 2 * GLIMPSED) -> None:
        self._most = most
        self._states: OrderedDict[int, NetworkState] = OrderedDict()
        self._before: dict[int, NetworkState] = {}
        self._earlier: dict[int, NetworkState] = {}  # of a stroke drawn less far

    def at(self, index: int) -> NetworkState | None:
        """Return the glimpse of a frame; None where there is none."""
        return self._states.get(index)

    def near(self, index: int) -> NetworkState | None:
        """Return the glimpse of a frame, or that of the same stroke drawn less far."""
        return self._states.get(index) or self._earlier.get(index)

    def before(self, index: int) -> NetworkState:
        """Return what the glimpse of a frame was inferred from."""
        return self._before[index]

    def add(self, index: int, state: NetworkState, before: NetworkState) -> None:
        """Keep a glimpse; of the others only the last ones stay."""
        self._states[index], self._before[index] = state, before
        while len(self._states) > self._most:
            old, _ = self._states.popitem(last=False)
            del self._before[old]

    def draw_on(self, other: Glimpses) -> None:
        """Begin with the glimpses of the same stroke, drawn less far."""
        known = {**other._earlier, **other._states}
        self._earlier = dict(sorted(known.items())[-2 * GLIMPSED :])
