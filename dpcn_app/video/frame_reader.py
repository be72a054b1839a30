"""How frames come out of a file: what every kind of file offers, and what it says about damage.

The way of a frame is file → reader → `FileSource`, which keeps it → the caller.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.video.frame_cache import Pixels

MOST_PIXELS = 40_000_000
"""Most pixels of a frame: 8K fits, 16k×16k does not."""


class Problems:
    """What could not be read of a file, at most one sentence of each kind.

    Parameters
    ----------
    path
        The file, which every sentence names.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._sentences: dict[str, str] = {}

    def note(self, kind: str, sentence: str) -> None:
        """Keep a sentence, unless there is one of this kind already."""
        self._sentences.setdefault(kind, f"{self._name}: {sentence}")

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences, the earliest first."""
        return tuple(self._sentences.values())


class FrameReader(ABC):
    """An open file, or several, read by one thread at a time; it keeps no frame itself.

    Parameters
    ----------
    path
        The file, folder or pattern.

    Attributes
    ----------
    frame_shape
        Height and width of its frames.
    problems
        What could not be read so far.
    """

    frame_shape: tuple[int, int]

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems = Problems(path)

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of frames, as far as known."""
        ...

    @abstractmethod
    def read(self, index: int, room: int) -> Iterator[tuple[int, Pixels]]:
        """Yield the luminance of a frame, by its number; any exception may say that it failed.

        Frames that are read on the way come before it, of these at most the last `room`: there is
        no room for more.
        """
        ...

    def tell(self) -> tuple[str, ...]:
        """Return what could not be read so far, each a sentence that names the file."""
        return self.problems.sentences

    @property
    def frame_bytes(self) -> int:
        """Memory that a frame takes."""
        return self.frame_shape[0] * self.frame_shape[1]

    @property
    def rate(self) -> float:
        """Frames a second that it is meant to be shown at."""
        return 30.0

    @property
    def indexed(self) -> float:
        """Share of the file that has been looked through."""
        return 1.0

    def close(self) -> None:
        """Let files and threads go."""
        return


def checked_shape(path: Path, frame_shape: tuple[int, int]) -> tuple[int, int]:
    """Return the shape of frames; refuse those without pixels, or too large to work with."""
    height, width = frame_shape
    if height < 1 or width < 1:
        raise UserError(f"{path} has frames without pixels; choose another file.")
    if height * width > MOST_PIXELS:
        raise UserError(
            f"{path} has frames of {height}×{width} pixels, more than the {MOST_PIXELS // 10**6} "
            "million that can be shown; make it smaller first."
        )
    return frame_shape
