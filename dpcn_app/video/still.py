"""A picture as a video: the same frame for some seconds, so that there is time to expect it."""

from __future__ import annotations

from dataclasses import replace

from dpcn_app.video.source import Frame, WrappedSource

STILL_FRAMES = 300
"""Frames of a still picture."""


class StillVideo(WrappedSource):
    """The first frame of another video, `STILL_FRAMES` times."""

    def __len__(self) -> int:
        return STILL_FRAMES

    def frame(self, index: int) -> Frame:
        if not 0 <= index < len(self):
            raise IndexError(f"frame {index} of {len(self)}")
        return replace(self.source.frame(0), index=index)

    @property
    def shows_paper(self) -> bool:
        return True

    @property
    def rate(self) -> float:
        return 30.0
