"""Frames of a video file decoded before they are asked for, in the direction of the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcn_app.video.frame_cache import FrameCache
from dpcn_app.video.prefetch import Prefetcher, Turns

if TYPE_CHECKING:
    from dpcn_app.video.video_file import VideoReader

_IN_ADVANCE = 12
"""Most frames decoded in advance when the caller goes forward."""

_LONGEST = 3000
"""Most frames after a keyframe that are decoded in advance when the caller goes back."""

_LEAST_ROOM = 8
"""Frames that must fit into memory for any to be decoded in advance."""


class ReadAhead:
    """Decodes the frames that the caller may ask for soon, one at a time between its own.

    Parameters
    ----------
    reader
        Decodes them.
    cache
        Keeps them, and knows where the caller is.
    turns
        Whose turn it is to use the reader.
    """

    def __init__(self, reader: VideoReader, cache: FrameCache, turns: Turns) -> None:
        self._reader, self._cache, self._turns = reader, cache, turns
        self._prefetcher: Prefetcher | None = None
        self._given_up = -1  # a frame that could not be decoded in advance

    def wake(self) -> None:
        """Go on from where the caller is now; the thread begins when it is first needed."""
        if self._cache.way and self._room >= _LEAST_ROOM:
            if self._prefetcher is None:
                self._prefetcher = Prefetcher(self._fetch_one, "video prefetch")
            self._prefetcher.wake()

    def close(self) -> None:
        """End the thread."""
        if self._prefetcher is not None:
            self._prefetcher.close()

    @property
    def _room(self) -> int:
        return self._cache.room(self._reader.frame_bytes)

    def _fetch_one(self) -> bool:
        """Decode a frame that the caller may ask for soon; return whether there are more."""
        with self._turns.in_advance():
            coming = self._coming()
            if coming is None:
                return False
            first, last = coming
            decoded = self._reader.step_towards(last, first)
            if decoded is not None:
                place, pixels = decoded
                if pixels is not None:
                    self._cache.put(place, pixels)
                if place < last or self._cache.get(last) is not None:
                    return True
            if not self._reader.begin_earlier():
                self._given_up = last  # until it is asked for, when the reader tries harder
            return True

    def _coming(self) -> tuple[int, int] | None:
        """Return the first and last of the missing frames to decode in advance; None for nothing.

        Forward, these are a few frames, more of them the longer the caller goes on. Back, they fill
        most of the cache: decoding a frame takes all frames since its keyframe, so many are kept at
        once, but only those that depend on one keyframe.
        """
        times, many = self._reader.times, self._reader.kept_before(self._room)
        back = self._cache.way < 0
        in_advance = min(self._room // 4, _IN_ADVANCE, self._cache.steps // 2)
        last = self._cache.missing(many if back else in_advance, len(times.shown))
        if last is None or last == self._given_up:
            return None
        if not back:
            return last, last
        number = times.keyframe(last)
        begin = (times.index(times.keyframes[number].shown) or 0) if number >= 0 else 0
        if last - begin > _LONGEST:
            return None
        return max(begin, last - many), last
