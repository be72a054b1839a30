"""The states of a video in one mode, kept frame by frame, so that stepping back is exact."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.fading import Fading, FadingSoFar
from dpcn_app.analysis.scores import Scores, moving_average, score
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import Frame, FrameSource

KEPT = 1200
"""Most states kept; the oldest are dropped, but every `ANCHOR`-th stays to replay from."""
ANCHOR = 50

WARM_UP = 10
"""Frames that a live track infers before the goal of a jump, so that its states settle."""
HURRIED = 2
"""The same while the user holds a key down, faster than frames can be inferred."""
REPLAYED = 60
"""Most frames that a live track infers again from the last frame that it still knows."""
_UNITS = 12
"""Up to so many top units that is quick; with more, `WARM_UP` and `REPLAYED` are reduced."""
PREPARED = 12
"""Frames before the current one that are inferred in advance while the user steps back."""
_RUN = 10  # frames that a run infers before those that are known
LIVE_BYTES = 32 * 2**20
"""Most memory for the states that a live track keeps."""
LIVE_ROWS = 1000
"""Most frames whose causes a live track keeps: the last ones inferred."""
_LIVE_NUMBERS = 500_000  # most numbers in those rows


class Track:
    """Infers the frames of a video in order, in one mode, and keeps the states.

    Parameters
    ----------
    network, source, grid
        The network, the video, and how its frames are cut into patches.
    top_down
        Which top-down parts take part.
    clean
        Whether the frames are inferred without their noise.
    live
        For videos of any length: infer only the frames that are asked for, and keep only the last
        ones. A jump to an unknown frame begins `WARM_UP` frames earlier. While the states of a
        frame are kept, they do not change.
    """

    def __init__(
        self,
        network: Network,
        source: FrameSource,
        grid: PatchGrid,
        top_down: TopDown,
        *,
        clean: bool = False,
        live: bool = False,
    ) -> None:
        self._network, self._source, self._grid = network, source, grid
        self._top_down, self._clean, self._live = top_down, clean, live
        self._states: OrderedDict[int, NetworkState] = OrderedDict()
        self._kept = KEPT
        units = len(network.spec.unit_corners(source.frame_shape))
        width = network.layers[-1].spec.causes * units
        slower = max(1, units // _UNITS)
        self._warm_up, self._replayed = max(1, WARM_UP // slower), max(1, REPLAYED // slower)
        rows = min(LIVE_ROWS, max(_LIVE_NUMBERS // width, 1)) if live else len(source)
        self._rows: OrderedDict[int, int] = OrderedDict()  # of a live track: frame to row
        self.causes: NDArray[np.float32] = np.full((rows, width), np.nan, np.float32)
        self._run: tuple[int, int] | None = None  # next and last frame of the run in `prepare`
        self.reached = 0  # frames before this one have been inferred at least once
        self._scored: dict[bool, tuple[object, Scores | None]] = {}
        self._fading = FadingSoFar(0 if live or clean else len(source))

    @property
    def complete(self) -> bool:
        """Whether no frame is left to infer in advance."""
        return self._live or self.reached >= len(self._source)

    def seen(self) -> tuple[NDArray[np.float32], NDArray[np.int_] | None]:
        """Return a copy of the causes known, and the frames of their rows (None: a row a frame)."""
        if not self._live:
            return self.causes.copy(), None
        frames = sorted(self._rows)
        return self.causes[[self._rows[each] for each in frames]], np.array(frames, dtype=int)

    def advance(self) -> None:
        """Infer the first frame that has not been inferred yet."""
        self.state(self.reached)

    def state(self, index: int, *, hurried: bool = False) -> NetworkState:
        """Return what is inferred at a frame, replaying from the nearest frame kept before it.

        A live track that is hurried begins at most `HURRIED` frames earlier, though its states have
        settled less then.
        """
        known = self._states.get(index)
        if known is not None:
            self._states.move_to_end(index)
            return known
        start = self._start(index)
        if hurried and self._live:
            start = max(start, index - HURRIED)
        state = self._states.get(start - 1)
        for each in range(start, index + 1):
            state = self._infer(each, state)
        assert state is not None
        return state

    def _infer(self, index: int, before: NetworkState | None) -> NetworkState:
        """Infer a frame from the state of the frame before it, if that is known."""
        frame = self._source.frame(index)
        image = frame.clean if self._clean and frame.clean is not None else frame.image
        state = infer_step(self._network, self._grid.cut(image), before, self._top_down)
        self._keep(index, state)
        self._measure(frame, state)
        return state

    def prepare(self, index: int) -> bool:
        """Infer one frame in advance for a user who steps back; return whether there was one.

        Frames are inferred forwards in time: to step back to an unknown frame, several frames
        before it have to be inferred first. This is done in advance, one frame a call, in a run
        that begins some frames before the known ones and ends where it meets them.
        """
        if not self._live:
            return False
        if self._run is None or not index - PREPARED <= self._run[1] < index:
            known = index
            while known - 1 in self._states and index - known < PREPARED:
                known -= 1
            if known == 0 or index - known >= PREPARED:
                return False
            self._run = max(0, known - min(_RUN, self._kept // 2)), known - 1
        following, last = self._run
        self._infer(following, self._states.get(following - 1))
        self._run = (following + 1, last) if following < last else None
        return True

    def _start(self, index: int) -> int:
        """Return the first frame that has to be inferred to reach a frame."""
        first = max(0, index - self._replayed) if self._live else 0
        start = index
        while start > first and start - 1 not in self._states:
            start -= 1
        if start > 0 and start - 1 not in self._states:  # in a live track: none near is known
            return max(0, index - self._warm_up)
        return start

    def _keep(self, index: int, state: NetworkState) -> None:
        if self._live and not self._states:
            self._kept = max(WARM_UP + 2, LIVE_BYTES // max(_bytes(state), 1))
        self._states[index] = state
        self._keep_causes(index, state)
        self.reached = max(self.reached, index + 1)
        if len(self._states) > self._kept:
            old = next((each for each in self._states if self._live or each % ANCHOR), None)
            if old is not None:
                del self._states[old]

    def _keep_causes(self, index: int, state: NetworkState) -> None:
        row = index
        if self._live:
            row = self._rows.pop(index, -1)
            if row < 0:
                full = len(self._rows) == len(self.causes)
                row = self._rows.popitem(last=False)[1] if full else len(self._rows)
            self._rows[index] = row
        self.causes[row] = state.top_causes.ravel()

    def _measure(self, frame: Frame, state: NetworkState) -> None:
        """Measure how far noise has faded, where the clean frame is known and not preprocessed."""
        if self._live or self._clean or frame.clean is None or frame.before is not None:
            return
        if frame.index not in self._fading:
            picture = self._grid.whole_frame(state.layers[0].reconstruction, frame.image)
            self._fading.add(frame.index, picture, frame.image, frame.clean)

    @property
    def fading(self) -> Fading | None:
        """How far noise has faded over the frames inferred so far; None where unknown."""
        return self._fading.result()

    def scores(
        self,
        labels: NDArray[np.int_],
        clean: NDArray[np.float32] | None,
        *,
        averaged: bool = False,
    ) -> Scores | None:
        """Return the scores over the frames inferred so far, kept until more are inferred.

        With `averaged`, the scores of the moving average of the causes.
        """
        if self._live:
            return None
        what = (self.reached, clean is not None)
        known = self._scored.get(averaged)
        if known is None or known[0] != what:
            causes: NDArray[np.floating[Any]] = self.causes[: self.reached]
            if averaged:
                causes = moving_average(causes)
            known = self._scored[averaged] = (what, scores_of(causes, labels, clean))
        return known[1]


def _bytes(state: NetworkState) -> int:
    """Return the memory that a state takes, about."""
    values = (getattr(layer, each.name) for layer in state.layers for each in fields(layer))
    return sum(value.nbytes for value in values if isinstance(value, np.ndarray))


def scores_of(
    causes: NDArray[np.floating], labels: NDArray[np.int_], clean: NDArray[np.float32] | None
) -> Scores | None:
    """Return the scores, or None where frames or classes are too few to mean anything."""
    known = labels[: len(causes)]
    if len(causes) < 10 or len(np.unique(known)) < 2 or (known < 0).any():
        return None
    reference = causes if clean is None else clean[: len(causes)]
    return score(causes, known, reference)
