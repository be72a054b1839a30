"""The video that is watched: it stays open until another one takes its place."""

from __future__ import annotations

from dpcn_app.live.camera_watch import CameraOpening
from dpcn_app.live.first_snapshot import open_settings_video
from dpcn_app.live.settings import Settings
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import CAMERA


class VideoInUse:
    """The video that is open, and the camera that is being opened beside it, if any.

    Parameters
    ----------
    settings, source
        The first settings, and the video that they name where it is open already.

    Attributes
    ----------
    source
        The video that is open; None before the first.
    opening
        The camera that is being opened.
    """

    def __init__(self, settings: Settings, source: FrameSource | None) -> None:
        self.source = source
        self.opening = CameraOpening()
        self._key = settings.video_key if source is not None else ()

    def open(self, settings: Settings) -> FrameSource:
        """Return the video that settings name: the one that is open, or another, to be kept."""
        if self.source is not None and settings.video_key == self._key:
            return self.source
        if settings.source_kind == CAMERA:
            return self.opening.take(settings.source)
        return open_settings_video(settings)

    def keep(self, opened: FrameSource, settings: Settings) -> bool:
        """Use a video that was opened, and close the one before.

        Return whether it begins with its first frame: of two scored videos the second goes on where
        the first was.
        """
        before, anew = self.source, False
        if before is not None and before is not opened:
            before.close()
            anew = not (before.scored and opened.scored)
        self.source, self._key = opened, settings.video_key
        return anew

    def drop(self, opened: FrameSource) -> None:
        """Close a video that was opened and cannot be used."""
        if opened is not self.source:
            opened.close()

    def has_to_wait(self, settings: Settings) -> bool:
        """Whether settings name another camera, which has not delivered a picture yet."""
        other = settings.source_kind == CAMERA and settings.video_key != self._key
        return other and self.opening.goes_on(settings.source)

    def close(self) -> None:
        """Close the video, and let a camera go that is being opened."""
        self.opening.close()
        if self.source is not None:
            self.source.close()
