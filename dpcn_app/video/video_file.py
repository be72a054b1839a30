"""Video files: every frame exactly, by its presentation time, forward and back."""

from __future__ import annotations

import threading
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.decoder import Decoder
from dpcn_app.video.file_source import FileSource, check_shape, luminance
from dpcn_app.video.frame_cache import CACHE_BYTES, FrameCache, Pixels
from dpcn_app.video.prefetch import Prefetcher
from dpcn_app.video.source import Frame
from dpcn_app.video.time_index import TimeIndex, Times

if TYPE_CHECKING:
    from av import VideoFrame
    from av.video.reformatter import VideoReformatter

_FRAMES_KEPT, _MOST_BYTES = 96, 192 * 2**20
"""Large frames get more memory, up to this many frames or this many bytes."""

_IN_ADVANCE = 12
"""Most frames decoded in advance when the caller goes forward."""

_LONGEST = 3000
"""Most frames after a keyframe that are decoded in advance when the caller goes back."""

_LEAST_ROOM = 8
"""Frames that must fit into memory for any to be decoded in advance."""

_FURTHER_BACK = (0, 1, 4)
"""How many keyframes earlier to begin, where decoding from the right one misses the frame."""


class VideoFile(FileSource):
    """A video file. A jump goes to the keyframe before the frame, and decodes from there.

    Frames around the one asked for last are kept, and the next ones in the caller's direction are
    decoded in the background, so that stepping back is as quick as stepping forward.

    Parameters
    ----------
    path
        The file.
    wait
        Whether to look through the whole file first; otherwise its length grows for a while.
    """

    def __init__(self, path: Path, *, wait: bool = True) -> None:
        from av.video.reformatter import VideoReformatter

        self._decoder: Decoder | None = None
        self._index: TimeIndex | None = None
        self._prefetcher: Prefetcher | None = None
        self._calm = threading.Event()
        self._calm.set()
        self._further_back = 0  # keyframes to begin earlier, in a file whose jumps miss frames
        self._given_up = -1  # a frame that could not be decoded in advance
        self._reformatter: VideoReformatter = VideoReformatter()
        try:
            self._decoder = Decoder(path, self._note_damage)
            stream = self._decoder.stream
            size = stream.codec_context
            check_shape(path, (size.height or 1, size.width or 1))
            average = stream.average_rate or stream.guessed_rate
            self._rate = float(average) if average and 0.1 <= average <= 1000 else 30.0
            super().__init__(path, (1, 1))
            first = self._decoder.first()
            if first is None:
                raise UserError(f"{path} holds no frame that can be read; choose another file.")
            check_shape(path, (first.height, first.width))
            self._coded_size = square_pixels(
                first.width, first.height, stream.sample_aspect_ratio or 1
            )
            check_shape(path, self._coded_size)
            pixels = self._grey(first)
            self._shape = pixels.shape[0], pixels.shape[1]
            self._cache = FrameCache(_cache_bytes(pixels.nbytes))
            self._room = self._cache.room(pixels.nbytes)
            self._index = TimeIndex(path)
            self._index.wait(None if wait else 1)
            if not len(self._times.shown):
                raise UserError(f"{path} holds no frame that can be read; choose another file.")
        except (UserError, MemoryError, KeyboardInterrupt):
            self.close()
            raise
        except Exception as error:
            self.close()
            raise UserError(f"{path} is damaged and cannot be read as a video.") from error

    @property
    def _times(self) -> Times:
        assert self._index is not None
        return self._index.times

    @property
    def rate(self) -> float:
        return self._rate

    @property
    def indexed(self) -> float:
        return self._index.share if self._index is not None else 0.0

    @property
    def problems(self) -> tuple[str, ...]:
        if self._index is not None and self._index.done and self._index.damaged:
            self._note("index", f"parts of it are damaged; {len(self):,} frames were found.")
        return super().problems

    def __len__(self) -> int:
        return len(self._times.shown)

    def close(self) -> None:
        if self._prefetcher is not None:
            self._prefetcher.close()
        if self._index is not None:
            self._index.close()
        if self._decoder is not None:
            self._decoder.close()

    # --- decoding ---------------------------------------------------------------------------------

    def frame(self, index: int) -> Frame:
        frame = super().frame(index)
        if self._cache.way and self._room >= _LEAST_ROOM:
            if self._prefetcher is None:
                self._prefetcher = Prefetcher(self._fetch_one, "video prefetch")
            self._prefetcher.wake()
        return frame

    def _pixels(self, index: int) -> Pixels:
        self._calm.clear()  # pauses decoding in advance
        try:
            return super()._pixels(index)
        finally:
            self._calm.set()

    def _note_damage(self) -> None:
        self._note(
            "damage", "some of it is damaged; a frame that cannot be read shows the one before it."
        )

    def _read(self, index: int) -> Pixels:
        assert self._decoder is not None
        for further in _FURTHER_BACK[self._further_back :]:
            if further > self._further_back or not self._decoder.reaches(self._times, index):
                self._decoder.go_before(self._times, index, further)
            while self._decode(max(0, index - self._many), index):
                pass
            pixels = self._cache.get(index)
            if pixels is not None:
                return pixels
        raise LookupError(f"frame {index} is not in the file")

    @property
    def _many(self) -> int:
        """Number of frames before the current one that are kept, or decoded in advance."""
        return self._room * 5 // 8

    def _decode(self, first: int, last: int) -> bool:
        """Decode the next frame and keep it from `first` on; return False at `last` or the end."""
        assert self._decoder is not None
        decoded = self._decoder.next(self._times, first)
        if decoded is None:
            return False
        place, frame = decoded
        if place >= first:
            self._cache.put(place, self._grey(frame))
        return place < last

    # --- decoding ahead ---------------------------------------------------------------------------

    def _fetch_one(self) -> bool:
        """Decode a frame that the caller may ask for soon; return whether there are more."""
        self._calm.wait()
        with self._lock:
            coming = self._coming()
            if coming is None:
                return False
            assert self._decoder is not None
            first, last = coming
            if not self._decoder.reaches(self._times, last):
                self._decoder.go_before(self._times, last, self._further_back)
            if self._decode(first, last) or self._cache.get(last) is not None:
                return True
            if self._further_back:
                self._given_up = last  # until it is asked for, when `_read` tries harder
            self._further_back = 1
            return True

    def _coming(self) -> tuple[int, int] | None:
        """Return the first and last of the missing frames to decode in advance; None for nothing.

        Forward, these are a few frames, more of them the longer the caller goes on. Back, they fill
        most of the cache: decoding a frame takes all frames since its keyframe, so many are kept at
        once, but only those that depend on one keyframe.
        """
        times = self._times
        back = self._cache.way < 0
        in_advance = min(self._room // 4, _IN_ADVANCE, self._cache.steps // 2)
        ahead = self._many if back else in_advance
        last = self._cache.missing(ahead, len(times.shown))
        if last is None or last == self._given_up:
            return None
        if not back:
            return last, last
        number = times.keyframe(last)
        begin = (times.index(times.keyframes[number].shown) or 0) if number >= 0 else 0
        if last - begin > _LONGEST:
            return None
        return max(begin, last - self._many), last

    def _grey(self, frame: VideoFrame) -> Pixels:
        """Return the luminance of a decoded frame, upright, in the size of the first one.

        Where pixels are not square, it is made wider or higher, so that circles are round. An
        interlaced frame is not separated into its two fields.
        """
        width, height = self._coded_size
        deep = any(part.bits > 8 for part in frame.format.components)
        if frame.format.has_palette or any(part.is_alpha for part in frame.format.components):
            colours = self._reformatter.reformat(frame, width, height, "rgba").to_ndarray()
            pixels: Pixels = np.rint(luminance(colours) * 255).astype(np.uint8)
        else:
            layout = "gray16le" if deep else "gray"
            pixels = self._reformatter.reformat(frame, width, height, layout).to_ndarray()
        turns = round(frame.rotation / 90) % 4  # counter-clockwise, as in NumPy
        return np.ascontiguousarray(np.rot90(pixels, turns)) if turns else pixels


def _cache_bytes(frame_bytes: int) -> int:
    """Return the memory for decoded frames of a size."""
    return min(max(_FRAMES_KEPT * frame_bytes, CACHE_BYTES), _MOST_BYTES)


def square_pixels(width: int, height: int, aspect: Fraction | int) -> tuple[int, int]:
    """Return width and height with square pixels, given pixels `aspect` times as wide as high.

    The frame is enlarged, not shrunk, so that no detail is lost; an absurd `aspect` is ignored.
    """
    if not 0.1 <= aspect <= 10:
        return width, height
    return (round(width * aspect), height) if aspect > 1 else (width, round(height / aspect))
