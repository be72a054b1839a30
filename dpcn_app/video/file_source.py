"""What all videos in files share: a cache, and a replacement for frames that cannot be read."""

from __future__ import annotations

import os
import threading
from abc import abstractmethod
from pathlib import Path

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.frame_cache import FrameCache, Pixels
from dpcn_app.video.source import Frame, FrameSource, Image

MOST_PIXELS = 40_000_000
"""Most pixels of a frame: 8K fits, 16k×16k does not."""

_LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)


class FileSource(FrameSource):
    """A video in one file or several; subclasses define how a frame is read.

    Parameters
    ----------
    path
        The file, folder or pattern.
    frame_shape
        Height and width of its frames.
    """

    def __init__(self, path: Path, frame_shape: tuple[int, int]) -> None:
        check_shape(path, frame_shape)
        self.path = path
        self._shape = frame_shape
        self._cache = FrameCache()
        self._problems: dict[str, str] = {}
        self._lock = threading.Lock()

    @abstractmethod
    def _read(self, index: int) -> Pixels:
        """Return the luminance of a frame; raise any exception if that fails."""
        ...

    @property
    def name(self) -> str:
        """Name shown to the user."""
        return self.path.name

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(self._problems.values())

    def _note(self, kind: str, sentence: str) -> None:
        """Keep a sentence about what could not be read, at most one of each kind."""
        self._problems.setdefault(kind, f"{self.name}: {sentence}")

    def frame(self, index: int) -> Frame:
        if not 0 <= index < len(self):
            raise IndexError(f"frame {index} of {len(self)}")
        self._cache.follow(index)
        return Frame(index, as_image(self._pixels(index)))

    def _pixels(self, index: int) -> Pixels:
        pixels = self._cache.get(index)
        if pixels is not None:
            return pixels
        with self._lock:
            return self._decoded_pixels(index)

    def _decoded_pixels(self, index: int) -> Pixels:
        """Return the luminance of a frame, read unless another thread has just put it there."""
        pixels = self._cache.get(index)
        if pixels is None:
            try:
                pixels = self._read(index)
            except MemoryError:
                raise
            # A damaged file makes the libraries that read it raise exceptions of many kinds.
            except Exception:
                pixels = self._instead(index)
            self._cache.put(index, pixels)
        return pixels

    def _instead(self, index: int) -> Pixels:
        """Return the replacement for a frame that cannot be read: an earlier frame, or black."""
        self._note(
            "unreadable",
            f"frame {index + 1} cannot be read; the last one that could is shown in its place.",
        )
        for earlier in range(index - 1, max(index - 1000, -1), -1):
            pixels = self._cache.get(earlier)
            if pixels is not None:
                return pixels
        return np.zeros(self._shape, np.uint8)


def check_shape(path: Path, frame_shape: tuple[int, int]) -> None:
    """Refuse frames without pixels, and frames that are too large to work with."""
    height, width = frame_shape
    if height < 1 or width < 1:
        raise UserError(f"{path} has frames without pixels; choose another file.")
    if height * width > MOST_PIXELS:
        raise UserError(
            f"{path} has frames of {height}×{width} pixels, more than the {MOST_PIXELS // 10**6} "
            "million that can be shown; make it smaller first."
        )


def check_readable(path: Path) -> None:
    """Refuse a file that does not exist, may not be read, or is empty."""
    try:
        if not path.exists():
            raise UserError(f"There is no file {path}; check the name.")
        if not path.is_file():
            raise UserError(f"{path} is a device, not a file; choose another one.")
        if path.stat().st_size == 0:
            raise UserError(f"{path} is empty; choose another file.")
        os.close(os.open(path, os.O_RDONLY))
    except PermissionError as error:
        raise UserError(f"You may not read {path}; change its permissions.") from error
    except OSError as error:
        raise UserError(f"{path} could not be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise UserError(
            f"{str(path)!r} cannot be the name of a file; choose another one."
        ) from error


def as_image(pixels: Pixels) -> Image:
    """Return luminance as numbers from 0 to 1."""
    if pixels.dtype == np.uint8:
        return pixels * np.float32(1 / 255)
    if pixels.dtype == np.uint16:
        return pixels * np.float32(1 / 65535)
    return pixels.astype(np.float32, copy=False)


def luminance(colours: Pixels) -> Image:
    """Return Y = .299 R + .587 G + .114 B, over black if there is an alpha channel.

    Colours have the shape (height, width, channels), with 1 to 4 channels; two are grey and alpha.
    """
    image = as_image(colours)
    channels = image.shape[-1]
    grey = image[..., :3] @ _LUMA if channels >= 3 else image[..., 0]
    return grey * image[..., -1] if channels in (2, 4) else grey
