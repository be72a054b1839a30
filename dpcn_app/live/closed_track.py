"""A track whose network closes its eyes: from a frame on it is fed what it expects itself.

What it saw before is taken over from the track of the same mode with open eyes, so that closing and
opening them infers nothing again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.dreaming import (
    LivingOn,
    contrast_of,
    correlation,
    dreamt_frame,
    truth_of,
)
from dpcn_app.analysis.scores import Scores
from dpcn_app.engine.network import Array
from dpcn_app.engine.state import NetworkState
from dpcn_app.errors import UserError
from dpcn_app.live.glimpses import Glimpses
from dpcn_app.live.large_track import LargeTrack
from dpcn_app.live.look import Look
from dpcn_app.live.track import Track
from dpcn_app.video.source import Frame, Image

MEASURED = 40
"""Most frames after closing whose likeness to the hidden truth is measured."""


def with_eyes(track: Track, closed: int) -> Track:
    """Return a track with its eyes closed from a frame on; the same track if they stay open."""
    if closed < 0 or closed >= len(track._source):
        return track
    if isinstance(track, LargeTrack):
        raise UserError(
            "Frames as large as these are inferred in parts, so that the network's eyes cannot be "
            "closed; look at a smaller region first."
        )
    dreaming = track.with_eyes_closed
    if not isinstance(dreaming, ClosedTrack) or dreaming.closed != closed:
        dreaming = track.with_eyes_closed = ClosedTrack(track, closed)
    return dreaming


class ClosedTrack(Track):
    """Infers a video of which frames from `closed` on are hidden.

    Parameters
    ----------
    seeing
        The track of the same mode with open eyes; what it infers of the frames before is taken
        over, and neither it nor what is known in advance counts after that.
    closed
        First frame that is hidden.
    """

    def __init__(self, seeing: Track, closed: int) -> None:
        source = seeing._source
        super().__init__(seeing.network, source, seeing._grid, seeing.top_down, live=seeing._live)
        self._seeing, self.closed = seeing, closed
        self._glimpses = Glimpses(None)  # each is fed what the one before expects
        self._dreamt: NDArray[np.float64] = np.full(min(MEASURED, len(source) - closed), np.nan)
        self._held = np.full(len(self._dreamt), np.nan)
        self._contrast: float | None = None
        self._follow()

    def _follow(self) -> None:
        """Take over what the track with open eyes has inferred of the frames before."""
        known = min(self.closed, self._seeing.reached)
        if not self._live and self.reached < known:
            self.causes[self.reached : known] = self._seeing.causes[self.reached : known]
        self.reached = max(self.reached, known)

    def advance(self) -> None:
        """Infer the first frame that has not been inferred yet."""
        super().advance()
        self._follow()

    def seen(self) -> tuple[NDArray[np.float32], NDArray[np.int_] | None]:
        """Return the causes known, and the frames of their rows (None: a row a frame)."""
        self._follow()
        causes, frames = super().seen()
        if frames is None:
            return causes, None
        before, numbers = self._seeing.seen()
        assert numbers is not None
        early = numbers < self.closed
        return np.concatenate([before[early], causes]), np.concatenate([numbers[early], frames])

    def state(self, index: int, *, hurried: bool = False) -> NetworkState:
        """Return what is inferred at a frame, of closed eyes from the last frame seen on.

        A jump far behind it begins in the dark, where a video is too long to be inferred whole.
        """
        if index < self.closed:
            return self._seeing.state(index, hurried=hurried)
        kept = self._kept_or_inferred_again(index)
        if kept is not None:
            return kept
        start = index - 1
        while start >= self.closed and not self._states.reaches(start):
            start -= 1
        if start < self.closed:
            state = self._seeing.state(start, hurried=hurried) if start >= 0 else None
            self._follow()
        else:
            state = self._states.to_go_on_from(start)
        if self._live and index - start > self._replayed:
            start, state = index - 1, None
        for each in range(start + 1, index + 1):
            state = self._infer(each, state)
        assert state is not None
        return state

    def kept_state(self, index: int) -> NetworkState | None:
        """Return what is inferred at a frame if that takes no inference; else None."""
        if index < self.closed:
            return self._seeing.kept_state(index)
        return self._states.get(index)

    def glimpse(self, index: int, other: Track) -> NetworkState:
        """Return nearly what is inferred at a frame, before all frames before it are inferred."""
        if index < self.closed:
            return self._seeing.glimpse(index, other)
        if self._seeing.reached >= self.closed:
            return self.state(index)
        state = self._seeing.glimpse(self.closed - 1, other)
        for each in range(self.closed, index + 1):
            known, before = self._glimpses.at(each), state
            state = known or self._infer_frame(self._source.frame(each), before)
            if known is None:
                self._glimpses.add(each, state, before)
        return state

    def question(
        self, frame: Frame, state: NetworkState, unit: int
    ) -> tuple[Array, NetworkState | None] | None:
        """Return what a top unit of a frame's state was inferred from; None if it is not known."""
        fed = self.fed(frame.index)
        if fed is None:
            return self._seeing.question(frame, state, unit)
        return super().question(replace(frame, image=fed), state, unit)

    def layer_causes(self, layer: int) -> Iterator[tuple[int, Array]]:
        """Yield the frames with open eyes: a frame that is hidden drives nothing."""
        return self._seeing.layer_causes(layer)

    def prepare(self, index: int) -> bool:
        """Infer a frame in advance for a user who steps back, as far as frames were seen."""
        return index < self.closed and self._seeing.prepare(index)

    def look_ahead(self, index: int) -> bool:
        """Infer a frame before it is shown; return whether it was not known yet."""
        return self._seeing.look_ahead(index) if index < self.closed else super().look_ahead(index)

    # --- what is fed in place of a frame ----------------------------------------------------------

    def look(
        self,
        frame: Frame,
        *,
        surprise: bool = False,
        find: Callable[[int], NetworkState] | None = None,
    ) -> Look:
        """Return what the mode makes of a frame, or of what it was fed in place of it."""
        find = find or self.state
        if frame.index < self.closed:
            return self._seeing.look(frame, surprise=surprise, find=find)
        find(frame.index)
        fed = self.fed(frame.index)
        assert fed is not None
        shown = super().look(replace(frame, image=fed), surprise=surprise, find=find)
        return replace(shown, fed=fed)

    def fed(self, index: int) -> Image | None:
        """Return the picture that the network fed itself; None where its eyes were open."""
        if index < self.closed:
            return None
        glimpses = self._glimpses if index > self.closed else self._seeing._glimpses
        before = self.kept_state(index - 1) or glimpses.at(index - 1)
        return self._dream(before or self.state(index - 1))

    def _dream(self, before: NetworkState | None) -> Image:
        if self._grid.centred and self._contrast is None:
            self._contrast = contrast_of(self._source.frame(self.closed - 1).image)
        network, top_down = self._network, self._top_down
        return dreamt_frame(network, before, top_down, self._grid, contrast=self._contrast)

    def _image_of(self, frame: Frame, before: NetworkState | None) -> Image:
        return self._dream(before)

    # --- how long it lives on ---------------------------------------------------------------------

    def _measure(self, frame: Frame, reconstruction: Array, causes: Sequence[Array]) -> None:
        """Measure how much the picture behind closed eyes is like the hidden frame."""
        at = frame.index - self.closed
        if not 0 <= at < len(self._dreamt):
            return
        truth, last = truth_of(frame), truth_of(self._source.frame(self.closed - 1))
        picture = self._grid.whole_frame(reconstruction, np.zeros_like(truth))
        self._dreamt[at] = correlation(picture, truth)
        self._held[at] = correlation(last, truth)

    def scores(
        self,
        labels: NDArray[np.int_],
        clean: NDArray[np.float32] | None,
        *,
        averaged: bool = False,
    ) -> Scores | None:
        """Return no scores: they would be those of frames that were not seen."""
        return None

    @property
    def living_on(self) -> LivingOn:
        """How long what was seen lives on, as far as it is inferred."""
        return LivingOn(self.closed, self._dreamt.copy(), self._held.copy())
