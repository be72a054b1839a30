"""The states of a track that stay in memory: the last ones whole, many more in compact form."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np

from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.live.compact_state import CompactState

WHOLE_BYTES = 8 * 2**20
"""Most memory for the whole states that all tracks of a video keep."""
COMPACT_BYTES = 8 * 2**20
"""The same for compact ones: some 150 natural frames, or 300 frames of shapes in many modes."""
KEPT = 1200
"""Most states of a track, however small."""
LEAST = 2
"""Fewest whole states of a track, however large: a frame, and the one before or after it."""
LEAST_COMPACT = 12
"""Fewest compact states of a track: a live track infers some before the goal of a jump."""
ANCHOR = 50
"""Every so many frames of a video that is inferred whole, a compact state stays for good."""


@dataclass(frozen=True, eq=False)
class _Link:
    """A state in compact form, and the one that it was inferred from; None where it began there."""

    state: CompactState
    before: CompactState | None


class KeptStates:
    """States by frame; those that were not asked for lately are dropped when there are too many.

    A compact state holds only what the inference of the next frame needs, a twentieth of all. A
    frame whose own state is not kept whole is inferred anew from the compact state before it, to
    the bit: inference depends on nothing else.

    Parameters
    ----------
    network
        The network that infers them.
    live
        Whether any frame may be inferred from any state before it, and not only from the state of
        the frame before. Then no state stays for good.
    """

    def __init__(self, network: Network, *, live: bool) -> None:
        self._network, self._live = network, live
        self._whole: OrderedDict[int, NetworkState] = OrderedDict()
        self._links: OrderedDict[int, _Link] = OrderedDict()
        self._anchors: dict[int, _Link] = {}
        self._whole_bytes = self._compact_bytes = 0  # of one state, once one is known
        self._sharing = 1  # tracks that share the memory

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
        return index in self._links or index in self._anchors

    def to_go_on_from(self, index: int) -> NetworkState | None:
        """Return a state that the next frame can be inferred from; None where there is none."""
        state, link = self._whole.get(index), self._link(index)
        if state is None and link is not None:
            state = link.state.restored(self._network)
        return state

    def before(self, index: int) -> NetworkState | None:
        """Return what a state that is kept was inferred from; None where it began there."""
        link = self._link(index)
        if link is None or link.before is None:
            return None
        earlier = self._link(index - 1)
        if earlier is not None and link.before is earlier.state and index - 1 in self._whole:
            return self._whole[index - 1]
        return link.before.restored(self._network)

    def compact(self, index: int) -> CompactState | None:
        """Return the states and causes of a frame; None where they are not kept."""
        link = self._link(index)
        return None if link is None else link.state

    def add(self, index: int, state: NetworkState, before: NetworkState | None = None) -> None:
        """Keep a state, and what it was inferred from; drop those that there is no room for."""
        self._whole_bytes = self._whole_bytes or max(state_bytes(state), 1)
        self._whole[index] = state
        self._whole.move_to_end(index)
        link = self._link(index)
        if link is None:
            link = _Link(CompactState.of(state), self._compact_before(index, before))
        self._links[index] = link
        self._links.move_to_end(index)
        self._compact_bytes = max(self._compact_bytes, link.state.nbytes)
        if not self._live and index % ANCHOR == 0:
            self._anchors[index] = link
        self._make_room()

    @property
    def most(self) -> int:
        """How many states are kept whole."""
        return self._room(WHOLE_BYTES, self._whole_bytes, LEAST)

    @property
    def most_compact(self) -> int:
        """How many states are kept in compact form: at least those that are kept whole too."""
        return max(self.most, self._room(COMPACT_BYTES, self._compact_bytes, LEAST_COMPACT))

    def share(self, tracks: int) -> None:
        """Share the memory with other tracks, this one counted."""
        self._sharing = max(tracks, 1)
        self._make_room()

    def rest(self, last: int = 0) -> None:
        """Keep the last states alone, and those that stay for good."""
        self._keep_last(last, last)

    def _link(self, index: int) -> _Link | None:
        return self._links.get(index) or self._anchors.get(index)

    def _compact_before(self, index: int, before: NetworkState | None) -> CompactState | None:
        """Return in compact form what a state was inferred from, which mostly is so already."""
        if before is None:
            return None
        link = self._link(index - 1)
        if link is not None and self._whole.get(index - 1) is before:
            return link.state
        return CompactState.of(before)

    def _room(self, memory: int, one: int, least: int) -> int:
        return min(KEPT, max(least, memory // self._sharing // max(one, 1)))

    def _make_room(self) -> None:
        self._keep_last(self.most, self.most_compact)

    def _keep_last(self, whole: int, compact: int) -> None:
        for kept, most in ((self._whole, whole), (self._links, compact)):
            while len(kept) > most:
                kept.popitem(last=False)


def state_bytes(state: NetworkState) -> int:
    """Return the memory that a state takes, about, once its frame has been shown."""
    total = 0
    for layer in state.layers:
        values = [getattr(layer, each.name) for each in fields(layer)]
        values += [] if layer.added is None else layer.added.parts.values()
        total += sum(value.nbytes for value in values if isinstance(value, np.ndarray))
        total += layer.inputs.nbytes  # of its reconstruction, as large, kept with it
    return total
