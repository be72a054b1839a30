"""What every source of video offers: numbered frames, each on its own, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dpcn_app.video.outlines import ObjectStyle

Image = NDArray[np.float32]


@dataclass(frozen=True)
class PlacedShape:
    """Where a shape is in a frame: its name, its upper left corner, its width and height."""

    name: str
    top: int
    left: int
    size: int


@dataclass(frozen=True)
class Frame:
    """One frame of a video.

    Parameters
    ----------
    index
        Position in the video, from 0.
    image
        Luminance, shape (height, width), pixels from 0 to 1, or the result of preprocessing.
    label
        Class of what is shown, an index into the source's ``classes``; -1 where unknown.
    clean
        The same frame without the noise that was put on it; None where unknown.
    before
        The frame as it was before preprocessing, made smaller if it is large (see `preview`); None
        where there was none.
    objects
        What each class alone would show without noise, a picture for each of the source's
        ``classes``, where several classes are shown at once (see `video.mixed_shapes`); else empty.
    placed
        Which shapes are where, where that is known; without those that noise has added.
    painted
        Pixels that the user has painted on, of the frame before preprocessing; None for none.
    """

    index: int
    image: Image
    label: int = -1
    clean: Image | None = None
    before: Image | None = None
    objects: tuple[Image, ...] = ()
    placed: tuple[PlacedShape, ...] = ()
    painted: NDArray[np.bool_] | None = None


@runtime_checkable
class FrameSource(Protocol):
    """A video: a number of frames, reached one at a time by index.

    Sources derive from this class, which has default answers to what only some sources know.
    """

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the classes that labels point to; empty where unlabelled."""
        ...

    @property
    def frame_shape(self) -> tuple[int, int]:
        """Height and width of every frame, in pixels."""
        ...

    def __len__(self) -> int:
        """Return the number of frames, as far as known: see `indexed`."""
        ...

    def frame(self, index: int) -> Frame:
        """Return frame `index`; the same index always gives the same frame."""
        ...

    def label(self, index: int) -> int:
        """Return the class of frame `index` without reading the frame; -1 where unknown."""
        return -1

    @property
    def scored(self) -> bool:
        """Whether the whole video is inferred, and the causes scored against the true classes.

        True for bouncing shapes. Of any other video only frames that the user looks at, or will
        see next, are inferred.
        """
        return False

    @property
    def shows_paper(self) -> bool:
        """Whether drawings on paper may be shown in it: to a camera, or by a still picture."""
        return False

    @property
    def objects(self) -> ObjectStyle | None:
        """What the objects look like that structured noise adds; None where the video has none."""
        return None

    @property
    def rate(self) -> float:
        """Frames per second at normal speed."""
        return 30.0

    @property
    def indexed(self) -> float:
        """Share of the video that has been looked through; below 1, its length may still grow."""
        return 1.0

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be read so far, each a sentence that names the file."""
        return ()

    def close(self) -> None:
        """Close files and threads; no frame may be asked for after that."""
        return


class WrappedSource(FrameSource):
    """A video made from another one, whose properties it has unless they are overridden.

    Parameters
    ----------
    source
        The other video.
    """

    def __init__(self, source: FrameSource) -> None:
        self.source = source

    @property
    def classes(self) -> tuple[str, ...]:
        return self.source.classes

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self.source.frame_shape

    def __len__(self) -> int:
        return len(self.source)

    def label(self, index: int) -> int:
        return self.source.label(index)

    @property
    def scored(self) -> bool:
        return self.source.scored

    @property
    def shows_paper(self) -> bool:
        return self.source.shows_paper

    @property
    def objects(self) -> ObjectStyle | None:
        return self.source.objects

    @property
    def rate(self) -> float:
        return self.source.rate

    @property
    def indexed(self) -> float:
        return self.source.indexed

    @property
    def problems(self) -> tuple[str, ...]:
        return self.source.problems

    def close(self) -> None:
        self.source.close()


def frames(source: FrameSource) -> Iterator[Frame]:
    """Yield the frames of a source in order, one at a time."""
    return (source.frame(index) for index in range(len(source)))
