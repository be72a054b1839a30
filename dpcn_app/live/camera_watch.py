"""Watching a camera: opened in the background, and always at its newest picture while it plays."""

from __future__ import annotations

import time

from dpcn_app.errors import UserError
from dpcn_app.live.playback import Playback
from dpcn_app.live.snapshot import CameraView
from dpcn_app.video.camera_devices import camera_name
from dpcn_app.video.camera_reader import CameraReader
from dpcn_app.video.camera_video import CameraVideo
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import CAMERA, SourceSpec

LOOK_AGAIN = 0.005
"""Seconds until a camera is asked again for a new picture."""

PATIENCE = 10.0
"""Seconds that a camera may take to deliver its first picture."""


class CameraOpening:
    """The camera that is being opened, if any; it delivers its first picture after a while."""

    def __init__(self) -> None:
        self._reader: CameraReader | None = None
        self._since = 0.0

    def goes_on(self, source: str) -> bool:
        """Open the camera that a text names, if that is not begun; return whether it takes longer.

        A camera that was begun to be opened, and is another one, is let go.
        """
        number = int(SourceSpec.parse(source).path)
        if self._reader is None or self._reader.number != number:
            self.close()
            self._reader, self._since = CameraReader(number), time.monotonic()
            self._reader.start()
        return not self._reader.wait(0) and time.monotonic() - self._since < PATIENCE

    def take(self, source: str) -> CameraVideo:
        """Return the camera, waiting for it if need be; refuse one that delivers nothing."""
        while self.goes_on(source):
            assert self._reader is not None
            self._reader.wait(LOOK_AGAIN)
        reader, self._reader = self._reader, None
        assert reader is not None
        if reader.newest is not None:
            return CameraVideo(reader)
        reader.close()
        raise UserError(
            reader.failure
            or f"{camera_name(reader.number).capitalize()} has not answered for {PATIENCE:g} "
            "seconds; unplug it, plug it in again, and try once more."
        )

    @property
    def seconds_left(self) -> float | None:
        """Seconds until a camera that is being opened is looked at again; None where none is."""
        return None if self._reader is None else LOOK_AGAIN

    def leave(self, source: str) -> None:
        """Let a camera go that is being opened, unless a text names it."""
        if self._reader is not None and source != f"{CAMERA}:{self._reader.number}":
            self.close()

    def close(self) -> None:
        """Let a camera go that is being opened."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def is_live(video: FrameSource | None, playback: Playback) -> bool:
    """Whether the newest picture of a camera is shown as soon as it comes."""
    return isinstance(video, CameraVideo) and playback.playing and playback.index == len(video) - 1


def move_on(
    video: FrameSource | None, playback: Playback, length: int, rate: float, *, loop: bool
) -> None:
    """Go to the next frame where it is due; after a camera's last one its newest picture.

    Parameters as for `Playback.advance`.
    """
    if not is_live(video, playback):
        playback.advance(length, rate, loop=loop)
        return
    assert isinstance(video, CameraVideo)
    playback.wait(LOOK_AGAIN)
    if video.take():
        playback.first = video.first
        playback.go_to(len(video) - 1, len(video))


def camera_view(video: FrameSource | None, playback: Playback) -> CameraView | None:
    """Return what the window shows about a camera; None for other videos."""
    if not isinstance(video, CameraVideo):
        return None
    return CameraView(
        first=video.first,
        live=is_live(video, playback),
        came=video.came(playback.index),
        behind=video.behind(playback.index),
        silent=video.silent,
        kept=video.kept,
    )
