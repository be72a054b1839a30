"""The states of a track that stay in memory: the last ones, and some to replay the others from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import fields

import numpy as np

from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.live.compact_state import CompactState

LIVE_BYTES = 32 * 2**20
"""Most memory for the states that all live tracks of a video keep."""
SCORED_BYTES = 32 * 2**20
"""The same of a video that is inferred whole: enough for 300 frames of shapes in two modes."""
KEPT = 1200
"""Most states of a track, however small."""
LEAST_LIVE, LEAST = 12, 2
"""Fewest states of a track, however large: a live track infers some before the goal of a jump."""
ANCHOR = 50
"""Every so many frames of a video that is inferred whole, a state stays to replay from."""


class KeptStates:
    """States by frame; those that were not asked for lately are dropped when there are too many.

    A state to replay from holds only what the inference of the next frame needs.

    Parameters
    ----------
    network
        The network that infers them.
    live
        Whether any frame may be inferred from any state before it, and not only from the state of
        the frame before. Then nothing but the whole states stays, each with the one that it was
        inferred from.
    """

    def __init__(self, network: Network, *, live: bool) -> None:
        self._network, self._live = network, live
        self._whole: OrderedDict[int, NetworkState] = OrderedDict()
        self._before: dict[int, NetworkState | None] = {}
        self._anchors: dict[int, CompactState] = {}
        self._one, self._sharing = 0, 1  # memory of a state, once one is known; tracks that share

    def __len__(self) -> int:
        return len(self._whole)

    def __iter__(self) -> Iterator[int]:
        return iter(self._whole)

    def __contains__(self, index: object) -> bool:
        return index in self._whole

    def get(self, index: int) -> NetworkState | None:
        """Return the state of a frame; None where it is not kept whole."""
        state = self._whole.get(index)
        if state is not None:
            self._whole.move_to_end(index)
        return state

    def reaches(self, index: int) -> bool:
        """Return whether the frame after this one can be inferred without others."""
        return index in self._whole or index in self._anchors

    def to_go_on_from(self, index: int) -> NetworkState | None:
        """Return a state that the next frame can be inferred from; None where there is none."""
        state = self._whole.get(index)
        if state is None and index in self._anchors:
            state = self._anchors[index].restored(self._network)
        return state

    def before(self, index: int) -> NetworkState | None:
        """Return what a state of a live track was inferred from; None where it began there."""
        return self._before.get(index)

    def add(self, index: int, state: NetworkState, before: NetworkState | None = None) -> None:
        """Keep a state, and what it was inferred from; drop those that there is no room for."""
        self._one = self._one or max(state_bytes(state), 1)
        self._whole[index] = state
        if self._live:
            self._before[index] = before
        elif index % ANCHOR == 0:
            self._anchors[index] = CompactState.of(state)
        self._make_room()

    @property
    def most(self) -> int:
        """How many states are kept."""
        memory, least = (LIVE_BYTES, LEAST_LIVE) if self._live else (SCORED_BYTES, LEAST)
        return min(KEPT, max(least, memory // self._sharing // max(self._one, 1)))

    def share(self, tracks: int) -> None:
        """Share the memory with other tracks, this one counted."""
        self._sharing = max(tracks, 1)
        self._make_room()

    def rest(self, last: int = 0) -> None:
        """Keep the last states alone, and those to replay from."""
        while len(self._whole) > last:
            self._drop()

    def _make_room(self) -> None:
        while len(self._whole) > self.most:
            self._drop()

    def _drop(self) -> None:
        old, _ = self._whole.popitem(last=False)
        self._before.pop(old, None)


def state_bytes(state: NetworkState) -> int:
    """Return the memory that a state takes, about, once its frame has been shown."""
    total = 0
    for layer in state.layers:
        values = [getattr(layer, each.name) for each in fields(layer)]
        values += [] if layer.added is None else layer.added.parts.values()
        total += sum(value.nbytes for value in values if isinstance(value, np.ndarray))
        total += layer.inputs.nbytes  # of its reconstruction, as large, kept with it
    return total
