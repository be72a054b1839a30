"""The microscope: infers the frame that is shown once more, and keeps every iteration.

Both solvers start from what the window's own states were inferred from, so that the exact solver's
last iteration is what the window shows. One top unit is looked at: all of a small frame, and a part
of a large one whose trace would not fit into memory. It runs in the engine thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from dpcn_app.engine.preparation import PREPARATIONS, preparations_for
from dpcn_app.live.engine_commands import Examine
from dpcn_app.live.inference_trace import InferenceTrace, TracedPass, UnitField, passes_of
from dpcn_app.live.network_modes import main_mode
from dpcn_app.live.snapshot import View
from dpcn_app.live.track import Track
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import Frame

if TYPE_CHECKING:
    from dpcn_app.engine.inference import Solver

WHILE_PLAYING = 0.25
"""Seconds between two looks while the video plays: nobody could follow more."""


class Microscope:
    """Looks at the inference of the current frame, once that has been asked for.

    Parameters
    ----------
    clock
        Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._asked = Examine(on=False)
        self._clock, self._next = clock, float("-inf")
        self._last: InferenceTrace | None = None

    def ask(self, command: Examine) -> None:
        """Look at another mode or unit, or at nothing."""
        self._asked = command
        self._next = float("-inf")
        if not command.on:
            self._last = None

    def look(
        self,
        views: tuple[View, ...],
        track: Callable[[str], Track],
        frame: Frame,
        grid: PatchGrid,
        prepared: int,
        playing: bool = False,
    ) -> InferenceTrace | None:
        """Return how the current frame was inferred; None where nobody wants to know.

        Parameters
        ----------
        views
            What each mode shows of the frame; the main one stands for a mode that is not shown.
        track
            Returns the track of a mode.
        frame, grid
            The current frame, and how frames are cut into patches.
        prepared
            How many of the engine's preparations are done; the last one is Algorithm 1's.
        playing
            Whether the video plays: then a look is worth keeping for a moment.
        """
        if not self._asked.on or not views:
            return None
        shown = {each.mode: each for each in views}
        view = shown.get(self._asked.mode) or shown[main_mode(tuple(shown))]
        first = view.first_unit
        units = range(first, first + len(view.state.top_causes))
        unit = min(max(self._asked.unit, units[0]), units[-1])
        last, both = self._last, prepared >= len(PREPARATIONS)
        same = last is not None and last.shown is view.state and last.unit == unit
        if same and last is not None and (last.paper is not None or not both):
            return last
        if playing and last is not None and self._clock() < self._next:
            return last
        self._next = self._clock() + WHILE_PLAYING
        found = track(view.mode).question(frame, view.state, unit)
        if found is None or prepared < preparations_for(track(view.mode).top_down):
            return last
        patches, before = found

        def infer(solver: Solver) -> tuple[TracedPass, ...]:
            from dpcn_app.engine.inference import infer_step  # slow to import

            of_mode = track(view.mode)
            state = infer_step(
                of_mode.network, patches, before, of_mode.top_down, solver=solver, trace=True
            )
            return passes_of(state)

        self._last = InferenceTrace(
            frame=frame.index,
            mode=view.mode,
            unit=unit,
            units=units,
            shown=view.state,
            field=UnitField.of(grid, frame.image, unit),
            exact=infer("exact"),
            paper=infer("paper") if both else None,
        )
        return self._last
