"""Decoded frames kept around a reader: those passed go first, those ahead can be fetched early."""

from __future__ import annotations

import threading
from bisect import bisect_left, insort
from typing import Any

from numpy.typing import NDArray

Pixels = NDArray[Any]
"""Luminance as read: whole numbers of 8 or 16 bits over their full range, or float32 in 0…1."""

CACHE_BYTES = 64 * 2**20
"""Of decoded frames kept for a file."""

_TURN = 16
"""Frames that a reader goes to and fro over without having turned round."""
_STEP = 48
"""Most frames that a reader goes on by in one step; what is further is a jump."""
_PASSED = 6
"""A frame that was passed is as far away as one ahead at so many times its distance."""


class FrameCache:
    """Frames around the one that was asked for last, as many as fit into some memory.

    A reader who goes back leaves frames behind on the right, one who goes forward on the left: what
    lies behind makes room before what lies ahead. Safe to use from several threads.

    Parameters
    ----------
    most_bytes
        Memory for all of them; one frame is kept however large it is.
    """

    def __init__(self, most_bytes: int = CACHE_BYTES) -> None:
        self._most, self._held = most_bytes, 0
        self._frames: dict[int, Pixels] = {}
        self._sorted: list[int] = []  # their numbers
        self._at = 0  # the frame that was asked for last
        self._first = self._last = (
            -_STEP - 1
        )  # those around it that the reader goes to and fro over
        self._way, self._steps = 0, 0
        self._lock = threading.Lock()

    @property
    def way(self) -> int:
        """Where the reader goes: 1 forward, -1 back, 0 after a jump."""
        return self._way

    @property
    def steps(self) -> int:
        """How often the reader has gone on that way since its last turn or jump."""
        return self._steps

    def follow(self, index: int) -> None:
        """Note that the reader asks for a frame."""
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
        """Keep a frame; those furthest from the reader make room, be it this one."""
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
        """Return how far away a frame is for the reader."""
        away = index - self._at
        return abs(away) * (_PASSED if away * self._way < 0 else 1)

    def missing(self, ahead: int, length: int) -> int | None:
        """Return the next frame that the reader will want and that is not there.

        None where the reader goes nowhere, or has the next `ahead` frames of a video of a length.
        """
        with self._lock:
            if self._way < 0:
                coming = range(self._first - 1, max(self._first - 1 - ahead, -1), -1)
            elif self._way > 0:
                coming = range(self._last + 1, min(self._last + 1 + ahead, length))
            else:
                return None
            return next((index for index in coming if index not in self._frames), None)

    def room(self, frame_bytes: int) -> int:
        """Return how many frames of a size can be kept, at least 1."""
        return max(1, self._most // max(frame_bytes, 1))
