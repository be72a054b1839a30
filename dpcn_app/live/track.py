"""The states of a video in one mode, kept frame by frame, so that stepping back is exact."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.dreaming import LivingOn
from dpcn_app.analysis.expectation import expected_patches
from dpcn_app.analysis.fading import Fading
from dpcn_app.analysis.scores import Scores
from dpcn_app.analysis.shapes_by_place import ShapesTold
from dpcn_app.analysis.surprise import expected_part
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.plain_numpy import plain_numpy
from dpcn_app.engine.preparation import preparations_for
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.threads import cores
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live.glimpses import GLIMPSED, Glimpses
from dpcn_app.live.inference_trace import of_unit
from dpcn_app.live.kept_states import ANCHOR, KeptStates
from dpcn_app.live.known_results import KnownRun
from dpcn_app.live.look import Look
from dpcn_app.live.track_scores import TrackScores
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import Frame, FrameSource, Image

WARM_UP = 10
"""Frames that a live track infers before the goal of a jump, so that its states settle."""
HURRIED = 2
"""The same while the user holds a key down, faster than frames can be inferred."""
REPLAYED = 60
"""Most frames that a live track infers again from the last frame that it still knows."""
UNITS_AT_ONCE = 18
"""Top units that are inferred fast enough to play a video at 30 frames a second on one core.

One of the bundled network for natural scenes takes .8 ms on a quiet core, all layers together, the
rest of a frame some 4 ms, and showing it 10 ms. With more units, `WARM_UP` and `REPLAYED` are
reduced.
"""
PREPARED = 12
"""Frames before the current one that are inferred in advance while the user steps back."""
_LAST = 2  # states of a live track that rests: a frame and the one before
_RUN = 10  # frames that a run infers before those that are known
LIVE_ROWS = 1000
"""Most frames whose causes a live track keeps: the last ones inferred."""
_LIVE_NUMBERS = 500_000  # most numbers in those rows
_FIRST_ROWS = 32  # that there is room for at first


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
        For videos of any length: infer only the frames that are asked for, or will be next, and
        keep only the last ones. A jump to an unknown frame begins `WARM_UP` frames earlier. While
        the states of a frame are kept, they do not change.
    known
        What is inferred from all frames, where that is known in advance.

    Attributes
    ----------
    reached
        Frames before this one have been inferred at least once.
    with_eyes_closed
        The last track of the same video and mode that closes its eyes (see `live.closed_track`).
    threads
        How many threads infer a frame.
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
        known: KnownRun | None = None,
    ) -> None:
        self._network, self._source, self._grid = network, source, grid
        self._top_down, self._clean, self._live = top_down, clean, live
        self._states = KeptStates(network, live=live)
        units = len(network.spec.unit_corners(source.frame_shape))
        width = network.layers[-1].spec.causes * units
        slower = max(1, units // UNITS_AT_ONCE)
        self._warm_up, self._replayed = max(1, WARM_UP // slower), max(1, REPLAYED // slower)
        self._most_rows = min(LIVE_ROWS, max(_LIVE_NUMBERS // width, 2)) if live else len(source)
        self._rows: OrderedDict[int, int] = OrderedDict()  # of a live track: frame to row
        first = min(_FIRST_ROWS, self._most_rows) if live else self._most_rows
        self.causes: NDArray[np.float32] = np.full((first, width), np.nan, np.float32)
        self._glimpses = Glimpses()
        self._run: tuple[int, int] | None = None  # next and last frame of the run in `prepare`
        self.reached = 0
        self.with_eyes_closed: Track | None = None
        self.threads = cores()
        self._measures = TrackScores(network.spec, source, grid, measured=not (live or clean))
        self._known = known
        if known is not None:
            self._take_over(known)

    def _take_over(self, known: KnownRun) -> None:
        """Fill in all frames from what is known; their states are put together when asked for."""
        self.causes[:] = known.causes
        self.reached = len(self._source)
        for index in () if self._clean else range(len(self._source)):
            causes = [layer.causes[index] for layer in known.run]
            self._measure(self._source.frame(index), known.reconstruction(index), causes)

    @property
    def known(self) -> bool:
        """Whether all frames are known in advance."""
        return self._known is not None

    @property
    def needs(self) -> int:
        """How many of the engine's preparations inferring a frame needs; 0 for a known track."""
        return 0 if self.known else preparations_for(self._top_down)

    @property
    def network(self) -> Network:
        """The network that infers."""
        return self._network

    @property
    def top_down(self) -> TopDown:
        """Which top-down parts take part."""
        return self._top_down

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
        if self._known is not None:
            return self._known_state(index, self._known)
        kept = self._kept_or_inferred_again(index)
        if kept is not None:
            return kept
        start = self._start(index)
        if hurried and self._live:
            start = max(start, index - HURRIED)
        state = self._states.to_go_on_from(start - 1)
        for each in range(start, index + 1):
            state = self._infer(each, state)
        assert state is not None
        return state

    def _known_state(self, index: int, known: KnownRun) -> NetworkState:
        state = self._states.get(index)
        if state is None:
            state = known.state(index)
            self._keep(index, state)
        return state

    def _kept_or_inferred_again(self, index: int) -> NetworkState | None:
        """Return the state of a frame that is kept, whole or not; None where it is not."""
        state = self._states.get(index)
        if state is None and self._states.reaches(index):
            state = self._infer(index, self._states.before(index))
        return state

    def kept_state(self, index: int) -> NetworkState | None:
        """Return what is inferred at a frame if that takes no inference; else None."""
        if index < 0:
            return None
        return self.state(index) if index in self._states or self.known else None

    def glimpse(self, index: int, other: Track) -> NetworkState:
        """Return nearly what is inferred at a frame, at once, before this track has come to it.

        The last `GLIMPSED` frames are inferred from a state of another track of the same video.
        They are not kept as this track's own: once it has come to the frame, `state` is exact.
        """
        if index in self._states or index < self.reached + GLIMPSED:
            return self.state(index)
        known = self._glimpses.at(index)
        if known is not None:
            return known
        start, state = index, self._glimpses.near(index - 1)
        if state is None:
            start, state = other.state_near(index - GLIMPSED - 1)
        if state is None:
            return self.state(index)
        for each in range(start, index + 1):
            before, state = state, self._infer_frame(self._source.frame(each), state)
            self._glimpses.add(each, state, before)
        return state

    def state_near(self, index: int) -> tuple[int, NetworkState | None]:
        """Return a state of this frame or of one shortly before it, and the frame that follows."""
        if self.known and index >= 0:
            return index + 1, self.state(index)
        first = max(0, index - ANCHOR)
        while index > first and not self._states.reaches(index):
            index -= 1
        return index + 1, self._states.to_go_on_from(index)

    def share_memory(self, tracks: int) -> None:
        """Share the memory for states with other tracks, this one counted."""
        self._states.share(tracks)

    def draw_on(self, other: Track) -> None:
        """Begin glimpses with those of a track of the same stroke, drawn less far.

        So a stroke costs one frame each time that it is drawn on, and not `GLIMPSED`.
        """
        if not other.complete:
            self._glimpses.draw_on(other._glimpses)

    def rest(self) -> None:
        """Keep few states while nobody looks at them: those to replay from, or the last ones."""
        self._states.rest(_LAST if self._live else 0)
        self._glimpses.clear()
        self.with_eyes_closed = None

    def layer_causes(self, layer: int) -> Iterator[tuple[int, Array]]:
        """Yield every frame that is known and kept, with the causes of a layer, shape (G, D)."""
        if self._known is not None:
            yield from enumerate(self._known.run[layer].causes)
            return
        all_kept = len(self._source) <= self._states.most_compact
        for index in range(self.reached):
            if all_kept and not self._states.reaches(index):
                self.state(index)  # dropped while nobody looked
            compact = self._states.compact(index)
            if compact is not None:
                yield index, compact.causes(layer)

    def believed(self, index: int) -> Array:
        """Return the top causes at a frame, shape (units, D), for a belief."""
        return self.state(index).top_causes

    def look(
        self,
        frame: Frame,
        *,
        surprise: bool = False,
        find: Callable[[int], NetworkState] | None = None,
    ) -> Look:
        """Return what the mode makes of a frame.

        Parameters
        ----------
        frame
            The frame.
        surprise
            Whether its surprise is asked for.
        find
            Returns what is inferred at a frame; None for `state`.
        """
        find = find or self.state
        network, grid, image = self._network, self._grid, frame.image
        state = find(frame.index)
        expected = unexpected = None
        if frame.index > 0:
            before = find(frame.index - 1)
            self._states.get(frame.index)  # asked for last, so that the next frame goes on from it
            with plain_numpy(self.known):
                patches = expected_patches(network, before, self._top_down, state)
                expected = grid.whole_frame(patches, image)
                if surprise:
                    part = expected_part(network, before, state)
                    unexpected = image - grid.whole_frame(part, image)
        made = grid.whole_frame(state.layers[0].reconstruction, image)
        return Look(state, made, expected, unexpected)

    def _infer_frame(self, frame: Frame, before: NetworkState | None) -> NetworkState:
        from dpcn_app.engine.inference import infer_step  # slow to import

        image = self._image_of(frame, before)
        return infer_step(
            self._network, self._grid.cut(image), before, self._top_down, threads=self.threads
        )

    def _image_of(self, frame: Frame, before: NetworkState | None) -> Image:
        """Return what the network is shown in place of a frame."""
        return frame.clean if self._clean and frame.clean is not None else frame.image

    def _infer(self, index: int, before: NetworkState | None) -> NetworkState:
        """Infer a frame from the state of the frame before it, if that is known, and keep it."""
        frame = self._source.frame(index)
        state = self._infer_frame(frame, before)
        self._keep(index, state, before)
        causes = [layer.causes for layer in state.layers]
        self._measure(frame, state.layers[0].reconstruction, causes)
        return state

    def question(
        self, frame: Frame, state: NetworkState, unit: int
    ) -> tuple[Array, NetworkState | None] | None:
        """Return what a top unit of a frame's state was inferred from; None if it is not known.

        That is its patches, and its own state at the frame before; None for the latter where
        inference began with this frame.
        """
        before: NetworkState | None
        if self._glimpses.at(frame.index) is state:
            before = self._glimpses.before(frame.index)
        elif not self.known and self._states.get(frame.index) is not state:
            return None
        elif self._live:
            before = self._states.before(frame.index)
        else:
            before = self.state(frame.index - 1) if frame.index > 0 else None
        patches = self._grid.of_units(slice(unit, unit + 1)).cut(frame.image)
        return patches, None if before is None else of_unit(before, unit)

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
            while self._states.reaches(known - 1) and index - known < PREPARED:
                known -= 1
            if known == 0 or index - known >= PREPARED:
                return False
            self._run = max(0, known - min(_RUN, self._states.most_compact // 2)), known - 1
        following, last = self._run
        if not self._states.reaches(following):
            self._infer(following, self._states.to_go_on_from(following - 1))
        self._run = (following + 1, last) if following < last else None
        return True

    def look_ahead(self, index: int) -> bool:
        """Infer a frame of a live track before it is shown; return whether there was work to do.

        A frame that takes longer than most, or is delayed, need not come late then.
        """
        if not self._live or index in self._states:
            return False
        self.state(index)
        return True

    def _start(self, index: int) -> int:
        """Return the first frame that has to be inferred to reach a frame."""
        first = max(0, index - self._replayed) if self._live else 0
        start = index
        while start > first and not self._states.reaches(start - 1):
            start -= 1
        if start > 0 and not self._states.reaches(start - 1):  # in a live track: none near is known
            return max(0, index - self._warm_up)
        return start

    def _keep(self, index: int, state: NetworkState, before: NetworkState | None = None) -> None:
        self._states.add(index, state, before)
        self._keep_causes(index, state.top_causes)
        self.reached = max(self.reached, index + 1)
        if not self._live and self.complete:
            self._glimpses.clear()

    def _keep_causes(self, index: int, causes: Array) -> None:
        row = index
        if self._live:
            row = self._rows.pop(index, -1)
            if row < 0:
                self._make_rows()
                full = len(self._rows) == len(self.causes)
                row = self._rows.popitem(last=False)[1] if full else len(self._rows)
            self._rows[index] = row
        self.causes[row] = causes.ravel()

    def _make_rows(self) -> None:
        """Make room for twice as many rows of causes, where all are in use and more are allowed."""
        rows, width = self.causes.shape
        more = min(rows, self._most_rows - rows) if len(self._rows) == rows else 0
        if more > 0:
            empty = np.full((more, width), np.nan, np.float32)
            self.causes = np.concatenate([self.causes, empty])

    def _measure(self, frame: Frame, reconstruction: Array, causes: Sequence[Array]) -> None:
        """Take what is inferred at a frame into the measures."""
        self._measures.add(frame, reconstruction, causes)

    @property
    def fading(self) -> Fading | None:
        """How far noise has faded over the frames inferred so far; None where unknown."""
        return self._measures.fading

    @property
    def kept_by_class(self) -> dict[str, float]:
        """What is kept of each class over the frames so far, where several are shown at once."""
        return self._measures.kept_by_class

    @property
    def shapes_told(self) -> ShapesTold | None:
        """How well the layer below the top tells the shapes so far; None where it is not asked."""
        return self._measures.shapes_told

    @property
    def living_on(self) -> LivingOn | None:
        """How long what was seen lives on behind closed eyes; None where they are open."""
        return None

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
        return self._measures.scores(self.causes[: self.reached], labels, clean, averaged=averaged)
