"""One way of watching a video: states cached frame by frame, so that stepping back is exact."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.scores import Scores, score
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import FrameSource

KEPT = 1200
"""Most states kept; older ones go first, but every `ANCHOR`-th stays to replay from."""
ANCHOR = 50


class Track:
    """Infers the frames of a video in order with one top-down mode, and remembers.

    Parameters
    ----------
    network, source, grid
        Who watches what, cut how.
    top_down
        Which top-down parts take part.
    clean
        Watch the noise-free twins of the frames.
    """

    def __init__(
        self,
        network: Network,
        source: FrameSource,
        grid: PatchGrid,
        top_down: TopDown,
        *,
        clean: bool = False,
    ) -> None:
        self._network, self._source, self._grid = network, source, grid
        self._top_down, self._clean = top_down, clean
        self._states: OrderedDict[int, NetworkState] = OrderedDict()
        width = network.layers[-1].spec.causes * len(network.spec.unit_corners(source.frame_shape))
        self.causes: NDArray[np.float32] = np.full((len(source), width), np.nan, np.float32)
        self.reached = 0  # frames before this one have been inferred at least once
        self._scored: tuple[int, Scores | None] = (-1, None)

    @property
    def complete(self) -> bool:
        """Whether every frame has been inferred."""
        return self.reached >= len(self._source)

    def advance(self) -> None:
        """Infer the first frame that has not been inferred yet."""
        self.state(self.reached)

    def state(self, index: int) -> NetworkState:
        """Return what is inferred at a frame, replaying from the nearest frame kept before it."""
        known = self._states.get(index)
        if known is not None:
            self._states.move_to_end(index)
            return known
        start = index
        while start > 0 and start - 1 not in self._states:
            start -= 1
        state = self._states[start - 1] if start > 0 else None
        for each in range(start, index + 1):
            frame = self._source.frame(each)
            image = frame.clean if self._clean and frame.clean is not None else frame.image
            state = infer_step(self._network, self._grid.cut(image), state, self._top_down)
            self._keep(each, state)
        assert state is not None
        return state

    def _keep(self, index: int, state: NetworkState) -> None:
        self._states[index] = state
        self.causes[index] = state.top_causes.ravel()
        self.reached = max(self.reached, index + 1)
        if len(self._states) > KEPT:
            old = next((each for each in self._states if each % ANCHOR), None)
            if old is not None:
                del self._states[old]

    def scores(self, labels: NDArray[np.int_], clean: NDArray[np.float32] | None) -> Scores | None:
        """Return the scores over the frames inferred so far; kept until there are more of them."""
        if self._scored[0] != self.reached:
            self._scored = (self.reached, scores_of(self.causes[: self.reached], labels, clean))
        return self._scored[1]


def scores_of(
    causes: NDArray[np.floating], labels: NDArray[np.int_], clean: NDArray[np.float32] | None
) -> Scores | None:
    """Return the scores, or None where frames or classes are too few to mean anything."""
    known = labels[: len(causes)]
    if len(causes) < 10 or len(np.unique(known)) < 2 or (known < 0).any():
        return None
    reference = causes if clean is None else clean[: len(causes)]
    return score(causes, known, reference)
