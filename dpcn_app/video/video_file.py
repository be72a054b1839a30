"""Video files: every frame exactly, by its presentation time, forward and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.containers import SLOWEST
from dpcn_app.video.decoder import Decoder
from dpcn_app.video.file_source import FileSource, luminance
from dpcn_app.video.frame_cache import Pixels
from dpcn_app.video.frame_reader import FrameReader, checked_shape
from dpcn_app.video.read_ahead import ReadAhead
from dpcn_app.video.source import Frame
from dpcn_app.video.time_index import TimeIndex, Times

if TYPE_CHECKING:
    from av import VideoFrame

_FASTEST, _USUAL_RATE = 1000, 30.0
"""Frames a second: more than the first are not believed, and the second are shown instead."""

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
        reader = VideoReader(path, wait=wait)
        super().__init__(reader)
        self._ahead = ReadAhead(reader, self._cache, self._turns)

    def frame(self, index: int) -> Frame:
        frame = super().frame(index)
        self._ahead.wake()
        return frame

    def close(self) -> None:
        self._ahead.close()
        super().close()


class VideoReader(FrameReader):
    """Decodes the frames of a video file.

    Parameters
    ----------
    path, wait
        As for `VideoFile`.
    """

    def __init__(self, path: Path, *, wait: bool) -> None:
        super().__init__(path)
        self._further_back = 0  # keyframes to begin earlier, in a file whose jumps miss frames
        try:
            with ExitStack() as opened:
                self._decoder = opened.enter_context(closing(Decoder(path, self._note_damage)))
                self._learn_format()
                self._index = opened.enter_context(closing(TimeIndex(path)))
                self._index.wait(None if wait else 1)
                if not len(self):
                    raise self._nothing_in_it()
                self._opened = opened.pop_all()
        except (UserError, MemoryError):
            raise
        except Exception as error:
            raise UserError(f"{path} is damaged and cannot be read as a video.") from error

    def _learn_format(self) -> None:
        """Find the rate, and from the first frame the size and the memory that a frame takes."""
        from av.video.reformatter import VideoReformatter

        self._reformatter = VideoReformatter()
        stream = self._decoder.stream
        size = stream.codec_context
        checked_shape(self.path, (size.height or 1, size.width or 1))
        average = stream.average_rate or stream.guessed_rate
        self._rate = float(average) if average else _USUAL_RATE
        if not SLOWEST <= self._rate <= _FASTEST:
            self._rate = _USUAL_RATE
            self.problems.note(
                "clock",
                "its clock is broken; every frame is shown, "
                f"but at {_USUAL_RATE:g} frames a second, which may be too fast or too slow.",
            )
        first = self._decoder.first()
        if first is None:
            raise self._nothing_in_it()
        checked_shape(self.path, (first.height, first.width))
        aspect = stream.sample_aspect_ratio or 1
        self._coded_size = square_pixels(first.width, first.height, aspect)
        checked_shape(self.path, self._coded_size)
        pixels = self._grey(first)
        self.frame_shape = pixels.shape[0], pixels.shape[1]
        self._frame_bytes = pixels.nbytes

    def _nothing_in_it(self) -> UserError:
        return UserError(f"{self.path} holds no frame that can be read; choose another file.")

    def _note_damage(self) -> None:
        self.problems.note(
            "damage", "some of it is damaged; a frame that cannot be read shows the one before it."
        )

    def tell(self) -> tuple[str, ...]:
        if self._index.done and self._index.damaged:
            found = f"parts of it are damaged; {len(self):,} frames were found."
            self.problems.note("index", found)
        return super().tell()

    @property
    def times(self) -> Times:
        """When each frame is shown, as far as known."""
        return self._index.times

    def __len__(self) -> int:
        return len(self.times.shown)

    @property
    def frame_bytes(self) -> int:
        return self._frame_bytes

    @property
    def rate(self) -> float:
        return self._rate

    @property
    def indexed(self) -> float:
        return self._index.share

    def close(self) -> None:
        self._opened.close()

    # --- decoding ---------------------------------------------------------------------------------

    def read(self, index: int, room: int) -> Iterator[tuple[int, Pixels]]:
        first = max(0, index - self.kept_before(room))
        for further in _FURTHER_BACK[self._further_back :]:
            if further > self._further_back or not self._decoder.reaches(self.times, index):
                self._decoder.go_before(self.times, index, further)
            place = -1
            while place < index and (decoded := self._decode(first)) is not None:
                place, pixels = decoded
                if pixels is not None:
                    yield place, pixels

    def kept_before(self, room: int) -> int:
        """Return how many frames before one are kept, where there is room for some number."""
        return room * 5 // 8

    def step_towards(self, index: int, first: int) -> tuple[int, Pixels | None] | None:
        """Decode one frame on the way to a frame: see `_decode`."""
        if not self._decoder.reaches(self.times, index):
            self._decoder.go_before(self.times, index, self._further_back)
        return self._decode(first)

    def begin_earlier(self) -> bool:
        """Begin a keyframe earlier from now on; return whether that is new."""
        new, self._further_back = not self._further_back, 1
        return new

    def _decode(self, first: int) -> tuple[int, Pixels | None] | None:
        """Return the next frame's number and, from `first` on, its luminance; None at the end."""
        decoded = self._decoder.next(self.times, first)
        if decoded is None:
            return None
        place, frame = decoded
        return place, self._grey(frame) if place >= first else None

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


def square_pixels(width: int, height: int, aspect: Fraction | int) -> tuple[int, int]:
    """Return width and height with square pixels, given pixels `aspect` times as wide as high.

    The frame is enlarged, not shrunk, so that no detail is lost; an absurd `aspect` is ignored.
    """
    if not 0.1 <= aspect <= 10:
        return width, height
    return (round(width * aspect), height) if aspect > 1 else (width, round(height / aspect))
