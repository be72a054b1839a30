"""A camera as a video: the frames that were watched, of which the last 30 s are kept.

A picture becomes a frame when the caller takes it, and gives way to a newer one until the caller
has looked at it. So a caller that is slower than the camera sees fewer frames, each of them the
newest, and nothing piles up.
"""

from __future__ import annotations

import time
from collections import deque

from dpcn_app.video.camera_devices import camera_name
from dpcn_app.video.camera_reader import CameraReader, Picture
from dpcn_app.video.file_source import as_image
from dpcn_app.video.source import Frame, FrameSource

KEPT_SECONDS = 30.0
"""Seconds of watching that can be stepped back."""

_SHORTEST = 0.025  # seconds between two frames; a camera that is faster is watched at this pace
_LONGEST = 1.0  # seconds between two frames that count: what comes after a pause comes soon after
_SILENT = 3.0  # seconds without a picture, after which the user is told


class CameraVideo(FrameSource):
    """A camera that has delivered its first picture. One thread takes frames and asks for them.

    Parameters
    ----------
    reader
        Reads the camera; its first picture is there.
    """

    def __init__(self, reader: CameraReader) -> None:
        assert reader.newest is not None
        self._reader = reader
        self._kept: deque[Picture] = deque([reader.newest])
        self._watched: deque[float] = deque([0.0])  # seconds of watching before each of them
        self._taken, self._looked_at = 1, False
        self._problems: dict[str, None] = {}
        height, width = reader.newest.pixels.shape
        self._shape = (height, width)

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    @property
    def shows_paper(self) -> bool:
        return True

    def __len__(self) -> int:
        return self._taken

    @property
    def first(self) -> int:
        """The first frame that is still kept."""
        return self._taken - len(self._kept)

    @property
    def kept(self) -> tuple[Picture, ...]:
        """The pictures of all frames that are kept."""
        return tuple(self._kept)

    def take(self) -> bool:
        """Take the newest picture as the next frame; return whether there is one more."""
        newest = self._reader.newest
        assert newest is not None
        if not self._looked_at:
            self._kept[-1] = newest
            return False
        since = newest.came - self._kept[-1].came
        if since < _SHORTEST:
            return False
        self._kept.append(newest)
        self._watched.append(self._watched[-1] + min(since, _LONGEST))
        while self._watched[-1] - self._watched[0] > KEPT_SECONDS:
            self._kept.popleft()
            self._watched.popleft()
        self._taken, self._looked_at = self._taken + 1, False
        return True

    def frame(self, index: int) -> Frame:
        """Return a frame; one that is not kept any more shows the oldest that is."""
        picture = self._kept[self._place(index)]
        self._looked_at = self._looked_at or index == self._taken - 1
        return Frame(index, as_image(picture.pixels))

    def came(self, index: int) -> float:
        """Return when a frame came, as `time.monotonic` tells it."""
        return self._kept[self._place(index)].came

    def behind(self, index: int) -> float:
        """Return how many seconds of watching came after a frame."""
        return self._watched[-1] - self._watched[self._place(index)]

    def _place(self, index: int) -> int:
        """Return where a frame is kept."""
        if not 0 <= index < self._taken:
            raise IndexError(f"frame {index} of {self._taken}")
        return max(0, index - self.first)

    @property
    def silent(self) -> float:
        """Seconds since the last picture came."""
        newest = self._reader.newest
        assert newest is not None
        return time.monotonic() - newest.came

    @property
    def problems(self) -> tuple[str, ...]:
        name = camera_name(self._reader.number)
        if self._reader.lost:
            self._problems.setdefault(
                f"{name.capitalize()} delivers no more pictures; plug it in again, and it goes on. "
                "What was seen last can be stepped through."
            )
        elif self.silent > _SILENT:
            self._problems.setdefault(
                f"{name.capitalize()} has delivered no picture for {_SILENT:g} seconds; check that "
                "it is plugged in and that no other program uses it."
            )
        return tuple(self._problems)

    def close(self) -> None:
        self._reader.close()
