"""A decoder of a video file, which goes forward from its position or jumps to a keyframe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dpcn_app.errors import UserError
from dpcn_app.video.containers import open_container, picture_stream
from dpcn_app.video.time_index import Times

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer

_NEAR = 50
"""Most frames ahead that are reached by decoding forward rather than by a jump."""

_SOUGHT_BY_SHOWN = ("mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm")
"""Containers to seek in by times of presentation; by those of decoding, a keyframe is missed."""

_SPARING = ("h264", "hevc")
"""Codecs in which frames that no other depends on can be skipped on the way to a frame."""


class Decoder:
    """An open video file that decodes forward, from its start or from any keyframe.

    Parameters
    ----------
    path
        The file.
    on_damage
        Called when something cannot be read and is skipped.

    Attributes
    ----------
    at
        The frame decoded last; after a jump, the one before the keyframe.
    """

    def __init__(self, path: Path, on_damage: Callable[[], None]) -> None:
        self._path, self._on_damage = path, on_damage
        self._container: InputContainer | None = None
        self._open()

    def _open(self) -> None:
        """Open the file, or open it again, at its start; on failure nothing changes."""
        container = open_container(self._path)
        self.close()
        self._container = container
        self.stream = picture_stream(self._container)
        self._sparing = self.stream.codec_context.name in _SPARING
        self._stand(-1, 0)

    def _stand(self, at: int, group: int) -> None:
        self.at, self._group = at, group  # the latter: number of the latest keyframe
        self._begin = at + 1  # earlier frames depend on frames that were not decoded
        self._complete_from = 0  # frames before it may have been skipped since the last jump
        self._needed_from: int | None = None  # in the stream's unit of time
        self._ended = False
        self._frames = self._decoded()

    def close(self) -> None:
        """Close the file."""
        if self._container is not None:
            self._container.close()
            self._container = None

    def _decoded(self) -> Iterator[VideoFrame]:
        """Yield frames from the current position on; damaged parts are skipped."""
        import av

        assert self._container is not None
        context = self.stream.codec_context
        packets = self._container.demux(self.stream)
        while True:
            try:
                packet = next(packets, None)
            except av.FFmpegError:
                packet = None
                self._on_damage()
            if packet is None:
                return
            if self._sparing:
                before = packet.pts is not None and self._needed_from is not None
                spare = before and packet.pts < self._needed_from  # type: ignore[operator]
                context.skip_frame = "NONREF" if spare else "DEFAULT"
            try:
                frames = packet.decode()
            except av.FFmpegError:
                self._on_damage()
                continue
            yield from frames

    def first(self) -> VideoFrame | None:
        """Return the first frame, and go back to the start; None if there is no frame."""
        frame = next(self._frames, None)
        self._open()
        return frame

    def reaches(self, times: Times, index: int) -> bool:
        """Return whether decoding forward to a frame is at least as good as a jump."""
        ahead = index - self.at
        if ahead <= 0 or self._ended or index < self._complete_from:
            return False
        return times.ordinal or ahead <= _NEAR or times.keyframe(index) <= self._group

    def go_before(self, times: Times, index: int, further: int = 0) -> None:
        """Go to the keyframe that a frame depends on, or `further` keyframes before it."""
        number = -1 if times.ordinal else times.keyframe(index) - further
        if number <= 0:
            try:
                self._open()
                return
            except UserError:  # the file has been removed since it was opened
                if times.ordinal or not times.keyframes:
                    raise
                number = 0
        keyframe = times.keyframes[number]
        assert self._container is not None
        by_shown = keyframe.decoded is None or self._container.format.name in _SOUGHT_BY_SHOWN
        at = keyframe.shown if by_shown else keyframe.decoded
        assert at is not None
        self._container.seek(at, stream=self.stream, backward=True)
        place = times.index(keyframe.shown)
        self._stand(index - 1 if place is None else place - 1, number)

    def next(self, times: Times, needed: int) -> tuple[int, VideoFrame] | None:
        """Return the number of the next frame, and the frame; None at the end.

        Some frames before `needed` may be skipped, which saves half of the time.
        """
        if self._sparing and not times.ordinal and needed > self.at + 1:
            self._needed_from = int(times.shown[needed])
            self._complete_from = max(self._complete_from, needed)
        else:
            self._needed_from = None
        for frame in self._frames:
            if times.ordinal:
                place: int | None = self.at + 1
            else:
                place = times.index(frame.pts) if frame.pts is not None else None
            if place is None or place < self._begin:
                continue
            self.at = place
            if not times.ordinal:
                self._group = times.keyframe(place)
            return place, frame
        self._ended = True
        return None
