"""What every source of video offers: numbered frames, each on its own, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]


@dataclass(frozen=True)
class Frame:
    """One frame of a video.

    Parameters
    ----------
    index
        Position in the video, from 0.
    image
        Luminance, shape (height, width), pixels from 0 to 1.
    label
        Class of what is shown, an index into the source's ``classes``; -1 where unknown.
    clean
        The same frame without the noise that was put on it; None where unknown.
    """

    index: int
    image: Image
    label: int = -1
    clean: Image | None = None


class FrameSource(Protocol):
    """A video: a number of frames, reached one at a time by index."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the classes that labels point to; empty where unlabelled."""
        ...

    @property
    def frame_shape(self) -> tuple[int, int]:
        """Height and width of every frame, in pixels."""
        ...

    def __len__(self) -> int:
        """Return the number of frames."""
        ...

    def frame(self, index: int) -> Frame:
        """Return frame `index`; the same index always gives the same frame."""
        ...


def frames(source: FrameSource) -> Iterator[Frame]:
    """Yield the frames of a source in order, one at a time."""
    return (source.frame(index) for index in range(len(source)))
