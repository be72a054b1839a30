"""What a track shows at once of frames that it has not come to: nearly what it will infer there."""

from __future__ import annotations

from collections import OrderedDict

from dpcn_app.engine.state import NetworkState
from dpcn_app.live.kept_states import state_bytes

GLIMPSE_BYTES = 4 * 2**20
"""Most memory for glimpses: a network for natural scenes has states a hundred times as large."""
GLIMPSED = 10
"""Frames before a glimpse that are inferred for it: a belief or a stroke has taken effect then."""


class Glimpses:
    """States of a few frames, each with the state that it was inferred from.

    Parameters
    ----------
    most
        How many are kept at most; None for all of them, however large.
    """

    def __init__(self, most: int | None = 2 * GLIMPSED) -> None:
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
        """Keep a glimpse; of the others only the last ones stay, and at least the one before."""
        self._states[index], self._before[index] = state, before
        if self._most is None:
            return
        room = GLIMPSE_BYTES // max(state_bytes(state), 1)
        while len(self._states) > max(2, min(self._most, room)):
            old, _ = self._states.popitem(last=False)
            del self._before[old]

    def clear(self) -> None:
        """Let go of all of them: the track has come to every frame."""
        self._states.clear()
        self._before.clear()
        self._earlier.clear()

    def draw_on(self, other: Glimpses) -> None:
        """Begin with the glimpses of the same stroke, drawn less far."""
        known = {**other._earlier, **other._states}
        self._earlier = dict(sorted(known.items())[-2 * GLIMPSED :])
