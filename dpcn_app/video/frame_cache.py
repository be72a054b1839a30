"""Decoded frames kept around the caller's position: frames behind it are dropped first."""

from __future__ import annotations

import threading
from bisect import bisect_left, insort
from typing import Any

from numpy.typing import NDArray

Pixels = NDArray[Any]
"""Luminance as read: whole numbers of 8 or 16 bits over their full range, or float32 in 0…1."""

CACHE_BYTES = 24 * 2**20
"""Memory for the decoded frames of a file."""

_TURN = 16
"""Frames over which the caller can go back and forth without changing its direction."""
_STEP = 48
"""Most frames in one step of the caller; a longer step is a jump."""
_PASSED = 6
"""Factor on the distance of frames behind the caller, so that they are dropped first."""


class FrameCache:
    """Frames around the one that was asked for last, as many as fit into some memory.

    Frames behind the caller, later ones if it goes back and earlier ones if it goes forward, are
    dropped before those ahead. Safe to use from several threads.

    Parameters
    ----------
    most_bytes
        Memory for all frames; one frame is kept however large it is.
    """

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._most, self._held = most_bytes, 0
        self._frames: dict[int, Pixels] = {}
        self._sorted: list[int] = []  # their numbers
        self._at = 0  # the frame that was asked for last
        self._first = self._last = -_STEP - 1  # the range in which the caller goes back and forth
        self._way, self._steps = 0, 0
        self._lock = threading.Lock()

    @property
    def way(self) -> int:
        """The caller's direction: 1 forward, -1 back, 0 after a jump."""
        return self._way

    @property
    def steps(self) -> int:
        """Steps that the caller has taken in this direction since its last turn or jump."""
        return self._steps

    def follow(self, index: int) -> None:
        """Note that the caller asks for a frame."""
        with self._lock:
            self._at, before = index, self._way
            if self._first - _STEP <= index < self._first:
                self._way, self._first = -1, index
                self._last = min(self._last, index + _TURN)
            elif self._last < index <= self._last + _STEP:
                self._way, self._last = 1, index
                self._first = max(self._first, index - _TURN)
            elif not self._first <= index <= self._last:
                self._way, self._first, self._last = 0, index, index
            else:
                return
            self._steps = self._steps + 1 if self._way == before else 0

    def get(self, index: int) -> Pixels | None:
        """Return a frame if it is there."""
        return self._frames.get(index)

    def put(self, index: int, pixels: Pixels) -> None:
        """Keep a frame; if there is no room, drop those furthest away, which may be this one."""
        with self._lock:
            if index in self._frames:
                self._held -= self._frames[index].nbytes
            else:
                insort(self._sorted, index)
            self._frames[index] = pixels
            self._held += pixels.nbytes
            while self._held > self._most and len(self._sorted) > 1:
                ends = self._sorted[0], self._sorted[-1]
                furthest = max(ends, key=self._distance)
                del self._sorted[bisect_left(self._sorted, furthest)]
                self._held -= self._frames.pop(furthest).nbytes

    def _distance(self, index: int) -> int:
        """Return a frame's distance from the caller, larger for frames behind it."""
        away = index - self._at
        return abs(away) * (_PASSED if away * self._way < 0 else 1)

    def missing(self, ahead: int, length: int) -> int | None:
        """Return the next frame in the caller's direction that is not in the cache.

        None if there is no direction, or if the next `ahead` frames of the video are in the cache.
        """
        with self._lock:
            if self._way < 0:
                coming = range(self._first - 1, max(self._first - 1 - ahead, -1), -1)
            elif self._way > 0:
                coming = range(self._last + 1, min(self._last + 1 + ahead, length))
            else:
                return None
            return next((index for index in coming if index not in self._frames), None)

    def clear(self) -> None:
        """Let go of all frames."""
        with self._lock:
            self._frames.clear()
            self._sorted.clear()
            self._held = 0

    def room(self, frame_bytes: int) -> int:
        """Return how many frames of `frame_bytes` can be kept, at least 1."""
        return max(1, self._most // max(frame_bytes, 1))
