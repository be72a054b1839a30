"""A video as in a mirror: left and right exchanged, as one is used to seeing oneself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpcn_app.video.source import Frame, WrappedSource


class Mirrored(WrappedSource):
    """A video whose frames are mirrored."""

    def frame(self, index: int) -> Frame:
        frame = self.source.frame(index)
        return replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))
