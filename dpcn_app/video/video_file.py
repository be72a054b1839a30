"""Video files: every frame exactly, by its presentation time, forward and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.containers import open_container, video_stream
from dpcn_app.video.files import FileSource, Pixels, check_shape, luminance
from dpcn_app.video.time_index import TimeIndex, Times

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer
    from av.video.reformatter import VideoReformatter

_NEAR = 50
"""Frames ahead that are decoded on the way rather than sought."""

_FURTHER_BACK = (0, 1, 4)
"""Keyframes before the right one to begin at, where decoding from it does not give the frame."""


class VideoFile(FileSource):
    """A video file. A jump goes to the keyframe before the frame, and decodes from there.

    The frames decoded last are kept, so that stepping back is quick.

    Parameters
    ----------
    path
        The file.
    wait
        Whether to look through the whole file first; otherwise its length grows for a while.
    """

    def __init__(self, path: Path, *, wait: bool = True) -> None:
        from av.video.reformatter import VideoReformatter

        self._container: InputContainer | None = None
        self._index: TimeIndex | None = None
        self._reformatter: VideoReformatter = VideoReformatter()
        self._at = -1  # the frame that was decoded last
        try:
            self._open(path)
            stream = self._stream
            size = stream.codec_context
            check_shape(path, (size.height or 1, size.width or 1))
            average = stream.average_rate or stream.guessed_rate
            self._rate = float(average) if average and 0.1 <= average <= 1000 else 30.0
            super().__init__(path, (1, 1))
            first = next(self._frames, None)
            if first is None:
                raise UserError(f"{path} holds no frame that can be read; choose another file.")
            check_shape(path, (first.height, first.width))
            self._coded_size = first.width, first.height
            pixels = self._grey(first)
            self._shape = pixels.shape[0], pixels.shape[1]
            self._room = self._cache.room(pixels.nbytes)
            self._open(path)
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
        if self._index is not None:
            self._index.close()
        if self._container is not None:
            self._container.close()

    # --- decoding ---------------------------------------------------------------------------------

    def _open(self, path: Path) -> None:
        """Open the file, or open it again to stand at its start."""
        if self._container is not None:
            self._container.close()
        self._container = open_container(path)
        self._stream = video_stream(self._container)
        self._frames, self._at, self._ended = self._decoded(), -1, False

    def _decoded(self) -> Iterator[VideoFrame]:
        """Yield frames from where the file stands; what is damaged is passed over."""
        import av

        assert self._container is not None
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except av.FFmpegError:
                packet = None
                self._note_damage()
            if packet is None:
                return
            try:
                frames = packet.decode()
            except av.FFmpegError:
                self._note_damage()
                continue
            yield from frames

    def _note_damage(self) -> None:
        self._note(
            "damage", "some of it is damaged; what cannot be read shows the frame before it."
        )

    def _read(self, index: int) -> Pixels:
        for further in _FURTHER_BACK:
            if further or not self._within_reach(index):
                self._go_before(index, further)
            pixels = self._decode_until(index)
            if pixels is not None:
                return pixels
        raise LookupError(f"frame {index} is not in the file")

    def _within_reach(self, index: int) -> bool:
        """Whether going on from here is at least as good as a jump."""
        times, ahead = self._times, index - self._at
        if ahead <= 0 or self._ended:
            return False
        if times.ordinal or ahead <= _NEAR:
            return True
        return times.keyframe(index) <= (times.keyframe(self._at) if self._at >= 0 else 0)

    def _go_before(self, index: int, further: int) -> None:
        """Stand at the keyframe that a frame hangs on, or some keyframes before it."""
        times = self._times
        number = -1 if times.ordinal else times.keyframe(index) - further
        if number > 0:
            keyframe = times.keyframes[number]
            assert self._container is not None
            at = keyframe.decoded if keyframe.decoded is not None else keyframe.shown
            self._container.seek(at, stream=self._stream, backward=True)
            self._frames, self._at, self._ended = self._decoded(), index - 1, False
        else:
            self._open(self.path)

    def _decode_until(self, index: int) -> Pixels | None:
        """Decode to a frame, keeping those before it; None where it does not come."""
        times = self._times
        for frame in self._frames:
            if times.ordinal:
                place: int | None = self._at + 1
            else:
                place = times.index(frame.pts) if frame.pts is not None else None
            if place is None:
                continue
            self._at = place
            if place > index - self._room:
                self._cache.put(place, self._grey(frame))
            if place >= index:
                return self._cache.get(index) if place == index else None
        self._ended = True
        return None

    def _grey(self, frame: VideoFrame) -> Pixels:
        """Return the luminance of a decoded frame, upright, in the size of the first one."""
        width, height = self._coded_size
        deep = any(part.bits > 8 for part in frame.format.components)
        if frame.format.has_palette or any(part.is_alpha for part in frame.format.components):
            colours = self._reformatter.reformat(frame, width, height, "rgba").to_ndarray()
            pixels: Pixels = np.rint(luminance(colours) * 255).astype(np.uint8)
        else:
            layout = "gray16le" if deep else "gray"
            pixels = self._reformatter.reformat(frame, width, height, layout).to_ndarray()
        turns = round(frame.rotation / 90) % 4  # against the clock, as NumPy counts too
        return np.ascontiguousarray(np.rot90(pixels, turns)) if turns else pixels
