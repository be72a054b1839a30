"""A track of frames that are too large to be inferred at once: some top units at a time.

Top units do not depend on each other, so that a frame can be inferred in parts, with other commands
in between. The parts are laid over a coarse picture, that of the frame shrunk to what is quick.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from dpcn_app.analysis.expectation import expected_patches
from dpcn_app.analysis.surprise import expected_part
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.threads import even_slices
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.live.compact_state import CompactState, joined
from dpcn_app.live.inference_trace import of_unit
from dpcn_app.live.kept_states import COMPACT_BYTES
from dpcn_app.live.look import Look
from dpcn_app.live.track import UNITS_AT_ONCE, WARM_UP, Track
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import resize
from dpcn_app.video.source import Frame, FrameSource, Image

SLOW = 8
"""Times as many top units as can be inferred at once: their parts are shown one by one."""

DETAILED = 36
"""Most top units whose states are kept whole, for the panels that show them: 80 kB each."""

_LEAST_FRAMES = 2  # kept, however large: one to look at, and the one before


class LargeTrack(Track):
    """Infers large frames in parts, from the middle of the frame on.

    Parameters
    ----------
    network, source, grid, top_down
        As for `Track`.
    coarse, coarse_source
        A track of the same video in a size that is inferred at once, and that video.
    """

    def __init__(
        self,
        network: Network,
        source: FrameSource,
        grid: PatchGrid,
        top_down: TopDown,
        *,
        coarse: Track,
        coarse_source: FrameSource,
    ) -> None:
        super().__init__(network, source, grid, top_down, live=True)
        self._coarse, self._coarse_source = coarse, coarse_source
        self._warm_up = WARM_UP * UNITS_AT_ONCE // grid.units
        self._frames: OrderedDict[int, dict[int, CompactState]] = OrderedDict()
        self._parts = _from_the_middle(even_slices(grid.units, UNITS_AT_ONCE))
        self._goal, self._begin = (-1, False), 0
        self._at: _Parts | None = None  # the frame that is being inferred, or was last
        self._sharing = 1

    @property
    def slow(self) -> bool:
        """Whether a frame takes so long that its parts are shown as they come."""
        return self._grid.units > SLOW * UNITS_AT_ONCE

    def share_memory(self, tracks: int) -> None:
        """Share the memory for the states of frames with other tracks, this one counted."""
        self._sharing = max(tracks, 1)

    def share(self, index: int) -> float:
        """Return the share that is done of the work on the way to a frame."""
        if self._at is None or self._goal[0] != index:
            return 0.0
        done = self._at.index - self._begin + 1 - len(self._at.todo) / len(self._parts)
        return max(0.0, done / (index - self._begin + 1))

    def ready(self, index: int, surprise: bool) -> bool:
        """Return whether a frame is inferred, with its surprise if asked for."""
        at = self._at
        return at is not None and at.serves(index, surprise) and not at.todo

    def approach(self, index: int, surprise: bool) -> None:
        """Infer some top units on the way to a frame."""
        if self._goal != (index, surprise):
            self._goal, self._begin, self._at = (index, surprise), self._first(index), None
        if self._at is None or not self._at.todo:
            following = self._begin if self._at is None else self._at.index + 1
            self._at = self._new_parts(following, surprise and following == index)
        self._infer_part(self._at)

    def believed(self, index: int) -> Array:
        """Return the top causes at the frame that is shown; another would take too long."""
        if self._at is None or self._at.index != index or self._at.todo:
            raise UserError(
                f"Frame {index + 1} is large and not inferred; wait for it, or look at less of it."
            )
        return self._at.causes

    def look(
        self,
        frame: Frame,
        *,
        surprise: bool = False,
        find: Callable[[int], NetworkState] | None = None,
    ) -> Look:
        """Return what is known of a frame, over a coarse picture where it is not known yet."""
        while not (self._at and self._at.serves(frame.index, surprise) and self._at.causes_known):
            self.approach(frame.index, surprise)
        at = self._at
        made, expected = at.made, at.expected
        unexpected = None
        if at.todo:
            if at.coarse is None:
                at.coarse = self._coarse_look(frame.index)
            made = at.over(made, at.coarse.reconstruction)
            if expected is not None and at.coarse.prediction is not None:
                expected = at.over(expected, at.coarse.prediction)
        inside = self._grid.inside
        if at.explained is not None and not at.todo:
            unexpected = frame.image - inside(at.explained)
        return Look(
            state=at.state,
            reconstruction=inside(made),
            prediction=None if expected is None else inside(expected),
            surprise=unexpected,
            first_unit=min(at.detailed),
            top_causes=at.causes.copy() if at.todo else at.causes,
            partial=bool(at.todo),
        )

    def question(
        self, frame: Frame, state: NetworkState, unit: int
    ) -> tuple[Array, NetworkState | None] | None:
        """Return what a top unit was inferred from, of the frame that is shown alone."""
        at = self._at
        part = next((each for each in self._parts if each.start <= unit < each.stop), None)
        if at is None or at.index != frame.index or part is None or part.start not in at.detailed:
            return None
        before = None
        if at.before is not None:
            before = of_unit(at.before[part.start].restored(self._network), unit - part.start)
        return self._grid.of_units(slice(unit, unit + 1)).cut(at.image), before

    def prepare(self, index: int) -> bool:
        """Do nothing in advance: it would take too long."""
        return False

    def look_ahead(self, index: int) -> bool:
        """Do nothing in advance: it would take too long."""
        return False

    def rest(self) -> None:
        """Keep only the last frames while nobody looks at them."""
        self._coarse.rest()
        for old in list(self._frames)[:-_LEAST_FRAMES]:
            del self._frames[old]

    def _first(self, index: int) -> int:
        """Return the first frame that has to be inferred to reach a frame."""
        start = index
        while start > max(0, index - self._replayed) and start - 1 not in self._frames:
            start -= 1
        known = start == 0 or start - 1 in self._frames
        return start if known else max(0, index - self._warm_up)

    def _new_parts(self, index: int, surprise: bool) -> _Parts:
        frame = self._source.frame(index)
        before = self._frames.get(index - 1)
        return _Parts(frame, self._grid, self._parts, before, surprise)

    def _infer_part(self, at: _Parts) -> None:
        """Infer the next top units of a frame, and add them to its pictures."""
        from dpcn_app.engine.inference import infer_step  # slow to import

        units, network = at.todo[0], self._network
        grid = self._grid.of_units(units)
        means = grid.means(at.image)
        before = None if at.before is None else at.before[units.start].restored(network)
        patches = grid.cut(at.image)
        state = infer_step(network, patches, before, self._top_down, threads=self.threads)
        at.take(units, state, means)
        if before is not None:
            at.expect(units, expected_patches(network, before, self._top_down, state), means)
            if at.explained is not None:
                at.explain(units, expected_part(network, before, state), means)
        if not at.todo:
            at.let_go()
            self._keep_frame(at)

    def _keep_frame(self, at: _Parts) -> None:
        self._frames[at.index] = at.compact
        self._frames.move_to_end(at.index)
        one = sum(part.nbytes for part in at.compact.values())
        while len(self._frames) > max(_LEAST_FRAMES, COMPACT_BYTES // max(one, 1) // self._sharing):
            self._frames.popitem(last=False)
        self._keep_causes(at.index, at.causes)
        self.reached = max(self.reached, at.index + 1)

    def _coarse_look(self, index: int) -> Look:
        """Return what the mode makes of the shrunk frame, its pictures as large as the frame's."""
        find = partial(self._coarse.state, hurried=True)
        look = self._coarse.look(self._coarse_source.frame(index), find=find)
        self._coarse.rest()  # the next frame needs its last states alone
        pad = self._grid.padded

        def enlarged(picture: Image) -> Image:
            return pad(resize(picture, self._grid.frame_shape))

        prediction = None if look.prediction is None else enlarged(look.prediction)
        return Look(look.state, enlarged(look.reconstruction), prediction)


class _Parts:
    """A frame of which some top units are inferred; its pictures have their padding."""

    def __init__(
        self,
        frame: Frame,
        grid: PatchGrid,
        parts: list[slice],
        before: dict[int, CompactState] | None,
        surprise: bool,
    ) -> None:
        self.index, self.image, self.before, self._grid = frame.index, frame.image, before, grid
        self.todo = list(parts)
        self.made, self._covered = grid.empty_canvas(), grid.empty_canvas()
        self.expected = grid.empty_canvas() if before is not None else None
        self.explained = grid.empty_canvas() if before is not None and surprise else None
        self._surprise = surprise
        self.compact: dict[int, CompactState] = {}
        self.detailed: set[int] = set()  # first top units of the parts whose states are kept whole
        self._details: dict[int, NetworkState] = {}  # until the frame is complete
        self._state: NetworkState | None = None
        self._units = 0
        self.causes: Array = np.zeros((0, 0), np.float32)
        self.coarse: Look | None = None

    def serves(self, index: int, surprise: bool) -> bool:
        """Return whether this is a frame, with its surprise if asked for."""
        return self.index == index and self._surprise == surprise

    @property
    def causes_known(self) -> bool:
        """Whether any top unit is inferred."""
        return bool(self.detailed)

    @property
    def state(self) -> NetworkState:
        """The states that are kept whole, as one, which is put together once."""
        if self._state is None:
            self._state = joined([self._details[first] for first in sorted(self._details)])
        return self._state

    def take(self, units: slice, state: NetworkState, means: Array) -> None:
        """Take in the state of some top units, and draw their reconstruction."""
        del self.todo[0]
        if not self.causes.size:
            self.causes = np.zeros((self._grid.units, state.top_causes.shape[1]), np.float32)
        self.causes[units] = state.top_causes
        self.compact[units.start] = CompactState.of(state)
        if not self.detailed or self._units + len(state.top_causes) <= DETAILED:
            self._details[units.start], self._state = state, None
            self.detailed.add(units.start)
            self._units += len(state.top_causes)
        else:
            self._units = DETAILED  # what follows would leave a gap
        self._draw(self.made, units, state.layers[0].reconstruction, means)
        if self.todo:
            self._grid.blend_some(
                np.ones_like(means).repeat(self._grid.patch**2), units, self._covered
            )

    def expect(self, units: slice, patches: Array, means: Array) -> None:
        """Draw what was expected of some top units."""
        assert self.expected is not None
        self._draw(self.expected, units, patches, means)

    def explain(self, units: slice, patches: Array, means: Array) -> None:
        """Draw what expected states explain of some top units."""
        assert self.explained is not None
        self._draw(self.explained, units, patches, means)

    def let_go(self) -> None:
        """Let go of what is needed only until the frame is complete."""
        self._state, self._details = self.state, {}
        self.coarse, self._covered = None, np.zeros((0, 0), np.float32)

    def over(self, picture: Image, coarse: Image) -> Image:
        """Return a picture with a coarse one where top units are not inferred yet."""
        rest = np.subtract(1, self._covered)
        rest *= coarse
        rest += picture
        return rest

    def _draw(self, canvas: Image, units: slice, patches: Array, means: Array) -> None:
        flat = patches.reshape(-1, patches.shape[-1]) + means
        self._grid.blend_some(flat, units, canvas)


def share_done(unfinished: Sequence[LargeTrack], index: int, tracks: int) -> float | None:
    """Return the share of a frame that is inferred, given the tracks that are not done with it.

    None where all of so many tracks are.
    """
    if not unfinished:
        return None
    done = tracks - len(unfinished) + sum(track.share(index) for track in unfinished)
    return min(done / tracks, 0.999)


def _from_the_middle(parts: list[slice]) -> list[slice]:
    """Return slices in the order of their distance from the one in the middle."""
    middle = len(parts) // 2
    return [parts[each] for each in sorted(range(len(parts)), key=lambda at: abs(at - middle))]
