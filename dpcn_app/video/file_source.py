"""Videos in files: every frame from the cache or the file, or what is shown in its place."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.frame_cache import FrameCache, Pixels
from dpcn_app.video.frame_reader import FrameReader
from dpcn_app.video.prefetch import Turns
from dpcn_app.video.source import Frame, FrameSource, Image

_LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)


class FileSource(FrameSource):
    """A video in one file or several. Frames may be asked for by several threads at once.

    Parameters
    ----------
    reader
        Reads its frames.
    cache
        Keeps the frames around the caller; None for one of the usual size.
    """

    def __init__(self, reader: FrameReader, cache: FrameCache | None = None) -> None:
        self._reader = reader
        self._cache = cache or FrameCache()
        self._turns = Turns()

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._reader.frame_shape

    def __len__(self) -> int:
        return len(self._reader)

    @property
    def rate(self) -> float:
        return self._reader.rate

    @property
    def indexed(self) -> float:
        return self._reader.indexed

    @property
    def problems(self) -> tuple[str, ...]:
        return self._reader.tell()

    def close(self) -> None:
        self._reader.close()
        self._cache.clear()  # a source that was closed may still be referred to

    def frame(self, index: int) -> Frame:
        if not 0 <= index < len(self):
            raise IndexError(f"frame {index} of {len(self)}")
        self._cache.follow(index)
        pixels = self._cache.get(index)
        if pixels is None:
            with self._turns.caller():
                pixels = self._cache.get(index)  # another thread may just have put it there
                if pixels is None:
                    pixels = self._read(index)
        return Frame(index, as_image(pixels))

    def _read(self, index: int) -> Pixels:
        """Return a frame from the file, or an earlier one, or black; keep it."""
        room = self._cache.room(self._reader.frame_bytes)
        try:
            for place, pixels in self._reader.read(index, room):
                self._cache.put(place, pixels)
                if place == index:
                    return pixels
        except MemoryError:
            raise
        # A damaged file makes the libraries that read it raise exceptions of many kinds.
        except Exception:
            pass
        self._reader.problems.note(
            "unreadable",
            f"frame {index + 1} cannot be read; the last one that could is shown in its place.",
        )
        earlier = (self._cache.get(each) for each in range(index - 1, max(index - 1000, -1), -1))
        black = np.zeros(self.frame_shape, np.uint8)
        instead = next((pixels for pixels in earlier if pixels is not None), black)
        self._cache.put(index, instead)
        return instead


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
