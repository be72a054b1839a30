"""Where a video stands while it is played, stepped and scrubbed, and when its next frame is due."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable


class Playback:
    """The current frame, and the clock that moves it on.

    Parameters
    ----------
    playing
        Whether the video plays from the start.
    clock
        Returns the time in seconds.

    Attributes
    ----------
    index
        The current frame.
    first
        The first frame that can be shown.
    playing
        Whether frames go on by themselves.
    stepping_back
        Whether the last move was a step back.
    steps
        Steps since the last snapshot; the caller sets it back to 0.
    """

    def __init__(self, *, playing: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.index, self.first, self.playing = 0, 0, playing
        self.stepping_back, self.steps = False, 0
        self._clock = clock
        self._due = clock()
        self._shown: deque[float] = deque(maxlen=256)

    def play(self, on: bool, length: int, *, loop: bool) -> None:
        """Play, or pause; at the end of a video that does not loop, playing begins anew."""
        self.playing = on
        self.start_clock()
        if on and self.index == length - 1 and not loop:
            self.go_to(0, length)

    def step(self, count: int, length: int) -> None:
        """Go some frames forward, or back where negative, and pause."""
        self.playing, self.stepping_back = False, count < 0
        self.steps += 1
        self.go_to(self.index + count, length)

    def jump(self, index: int, length: int) -> None:
        """Go to a frame; playing goes on if it was."""
        self.stepping_back = False
        self.go_to(index, length)

    def go_to(self, index: int, length: int) -> None:
        """Show a frame, or the nearest that there is."""
        self.index = max(self.first, min(index, length - 1))
        self._shown.append(self._clock())

    def advance(self, length: int, rate: float, *, loop: bool) -> None:
        """Go to the next frame where it is due; at the end begin anew, or stop.

        Parameters
        ----------
        length
            Number of frames.
        rate
            Frames to show in a second; 0 for as many as can be.
        loop
            Whether the first frame follows the last.
        """
        if not self.playing or self._clock() < self._due:
            return
        pause = 1 / rate if rate > 0 else 0.0
        self._due = max(self._due + pause, self._clock() - pause)  # a long delay is not made up for
        if self.index + 1 < length:
            self.go_to(self.index + 1, length)
        elif loop:
            self.go_to(0, length)
        else:
            self.playing = False

    def start_clock(self) -> None:
        """Let the next frame be due at once."""
        self._due = self._clock()

    def wait(self, seconds: float) -> None:
        """Let the next frame be due after some seconds."""
        self._due = self._clock() + seconds

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the next frame is due; None where none is."""
        return max(0.0, self._due - self._clock()) if self.playing else None

    @property
    def shown_per_second(self) -> float:
        """Frames shown in the last second."""
        now = self._clock()
        return float(sum(now - at <= 1.0 for at in self._shown))
