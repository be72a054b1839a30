"""A video of drawings on paper, as a network of shapes sees them: redrawn in its own frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpcn_app.video.drawing import find_drawing
from dpcn_app.video.outlines import ObjectStyle
from dpcn_app.video.preview import preview
from dpcn_app.video.redrawing import redrawn
from dpcn_app.video.source import Frame, FrameSource, Image, WrappedSource

COPIES = 2
"""How often a drawing is shown side by side: networks have learnt from two objects a frame.

One alone leaves the top causes silent in two cases of three, though it is drawn perfectly.
"""


class DrawnShapes(WrappedSource):
    """The drawing in every frame of a video, white on black; black where none is found.

    Parameters
    ----------
    source
        The video, of a camera or a still picture.
    style
        Size of the objects that the network knows; the noise on the video shows the same.
    frame_shape
        Height and width of the frames that it knows.
    """

    def __init__(
        self, source: FrameSource, style: ObjectStyle, frame_shape: tuple[int, int]
    ) -> None:
        super().__init__(source)
        self._style, self._shape = style, frame_shape
        self._last: Frame | None = None  # several modes ask for the same frame

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    @property
    def objects(self) -> ObjectStyle:
        return self._style

    def frame(self, index: int) -> Frame:
        if self._last is not None and self._last.index == index:
            return self._last
        frame = self.source.frame(index)
        image = shown_drawing(frame.image, self._style.size, self._shape)
        self._last = replace(frame, image=image, before=preview(frame.image))
        return self._last


def shown_drawing(photograph: Image, size: int, frame_shape: tuple[int, int]) -> Image:
    """Return the drawing in a photograph as a frame of shapes: `COPIES` of it side by side."""
    frame = np.zeros(frame_shape, np.float32)
    lines = find_drawing(photograph)
    if lines is None:
        return frame
    height, width = frame_shape
    drawn = redrawn(lines, size)
    copies = max(1, min(COPIES, width // size))
    gap = (width - copies * size) / (copies + 1)
    top = (height - size) // 2
    for copy in range(copies):
        left = round(gap + copy * (size + gap))
        frame[top : top + size, left : left + size][drawn] = 1.0
    return frame
