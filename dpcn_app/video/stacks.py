"""Stacks of numbers as video: NumPy arrays and multi-page TIFF."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.file_source import FileSource, luminance
from dpcn_app.video.frame_cache import Pixels
from dpcn_app.video.frame_reader import FrameReader, checked_shape
from dpcn_app.video.npy_frames import NpyFrames
from dpcn_app.video.source import FrameSource

_SAMPLED = 16
"""Frames from which the range of the numbers is found."""

_MOST_BYTES = 2**30
"""Most bytes in an archive of arrays, which must be unpacked as a whole."""


class Pages(Protocol):
    """The frames as a file has them, each of shape (height, width) or (height, width, colours)."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Pixels: ...


class Stack(FrameReader):
    """Frames of numbers of any kind, scaled to the range from 0 to 1.

    Bytes and truth values keep their range, and so do fractions that lie between 0 and 1. All other
    numbers are stretched: the smallest in `_SAMPLED` frames spread over the stack is black, the
    largest white.

    Parameters
    ----------
    path
        The file.
    pages
        Its frames.
    frame_shape
        Height and width of the first; a frame of another size cannot be read.
    on_close
        Lets the file go.
    """

    def __init__(
        self,
        path: Path,
        pages: Pages,
        frame_shape: tuple[int, int],
        on_close: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(path)
        self._on_close = on_close
        self.frame_shape = checked_shape(path, frame_shape)
        self._pages = pages
        self._low, self._high = self._range()

    def __len__(self) -> int:
        return len(self._pages)

    def _range(self) -> tuple[float, float]:
        places = np.unique(np.linspace(0, len(self) - 1, _SAMPLED).astype(int))
        lows, highs = [], []
        for place in places:
            try:
                values = np.asarray(self._pages[int(place)])
            except Exception:  # reported when the frame itself is asked for
                continue
            if values.dtype == np.uint8 or values.dtype == bool:
                return 0.0, 255.0 if values.dtype == np.uint8 else 1.0
            finite = values[np.isfinite(values)]
            if finite.size:
                lows.append(float(finite.min()))
                highs.append(float(finite.max()))
        low, high = min(lows, default=0.0), max(highs, default=1.0)
        if low >= 0 and 0 < high <= 1:
            return 0.0, 1.0
        return (low, high) if high > low else (low, low + 1)

    def read(self, index: int, room: int) -> Iterator[tuple[int, Pixels]]:
        yield index, self._scaled(np.asarray(self._pages[index]))

    def _scaled(self, values: Pixels) -> Pixels:
        """Return the luminance of a frame as the file has it."""
        if values.shape[:2] != self.frame_shape:
            raise ValueError("a page of another size")
        if values.dtype == np.uint8:
            return np.rint(luminance(values) * 255).astype(np.uint8) if values.ndim == 3 else values
        scaled = (values.astype(np.float32) - self._low) / (self._high - self._low)
        if not np.isfinite(scaled).all():
            self.problems.note("numbers", "some values are not finite numbers and are shown black.")
            scaled = np.nan_to_num(scaled, nan=0.0, posinf=0.0, neginf=0.0)
        scaled = np.clip(scaled, 0, 1).astype(np.float32)
        return luminance(scaled) if scaled.ndim == 3 else scaled

    def close(self) -> None:
        if self._on_close is not None:
            self._on_close()


def array_stack(path: Path) -> Stack:
    """Open a `.npy` file, read a frame at a time, or the only such array in an `.npz` file.

    The array's shape is (frames, height, width), with up to four colours as a last axis, or
    (height, width).
    """
    array = _video_array(path)
    return Stack(path, array, array.shape[1:3])


def _video_array(path: Path) -> Any:
    try:
        if zipfile.is_zipfile(path):
            with np.load(path, allow_pickle=False) as archive:
                array = _array_of(archive, path)
        else:
            array = NpyFrames(path)
            if not array.in_order:
                array = _whole(path)
    except UserError:
        raise
    except MemoryError:
        raise
    except Exception as error:
        raise UserError(
            f"{path} cannot be read as an array: it is damaged or holds Python objects."
        ) from error
    return checked_frames(array, str(path))


def checked_frames(array: Any, name: str) -> Any:
    """Return an array as frames of shape (frames, height, width[, colours]), or refuse it by name.

    One picture, shape (height, width), is a video of one frame.
    """
    if array.dtype.kind not in "biuf":
        raise UserError(f"{name} holds no real numbers; frames must be made of these.")
    if array.ndim == 2:
        array = array[None]
    if array.ndim not in (3, 4) or (array.ndim == 4 and not 1 <= array.shape[3] <= 4):
        raise UserError(
            f"{name} has an array of shape {array.shape}; a video has the shape (frames, height, "
            "width), with up to four colours as a last axis."
        )
    if not array.size:
        raise UserError(f"{name} holds an array without values; choose another one.")
    return array


def array_video(array: Any, name: str = "array") -> FrameSource:
    """Return an array as a video; its numbers become luminance as those of a `.npy` file do.

    Parameters
    ----------
    array
        Frames of shape (frames, height, width), with up to four colours as a last axis.
    name
        What sentences about it call it.
    """
    frames = checked_frames(np.asarray(array), name)
    return FileSource(Stack(Path(name), frames, frames.shape[1:3]))


def _whole(path: Path) -> Any:
    """Return an array whose frames cannot be read one by one."""
    if path.stat().st_size > _MOST_BYTES:
        raise UserError(f"{path} is too large; save the array in C order (np.ascontiguousarray).")
    return np.load(path, allow_pickle=False)


def _array_of(archive: Any, path: Path) -> Any:
    """Return, unpacked, the only array of an archive that can be a video."""
    if "header" in archive.files:
        raise UserError(f"{path} is a network, not a video; open it as a network.")
    sizes = {info.filename.removesuffix(".npy"): info.file_size for info in archive.zip.infolist()}
    if sum(sizes.values()) > _MOST_BYTES:
        raise UserError(f"{path} unpacks to more than 1 GiB; save the array as .npy instead.")
    arrays = {name: archive[name] for name in archive.files}
    fitting = [name for name, array in arrays.items() if array.ndim in (3, 4)] or [
        name for name, array in arrays.items() if array.ndim == 2
    ]
    if len(fitting) != 1:
        raise UserError(
            f"{path} should hold one array of shape (frames, height, width), not {len(fitting)}."
        )
    return arrays[fitting[0]]


def tiff_stack(path: Path) -> Stack:
    """Open a TIFF file with one page per frame."""
    import tifffile

    try:
        tiff = tifffile.TiffFile(path)
    except PermissionError as error:
        raise UserError(f"You may not read {path}; change its permissions.") from error
    except Exception as error:
        raise UserError(f"{path} cannot be read as a TIFF file; it is damaged.") from error
    try:
        first = tiff.pages[0]
        shape = first.shape[1:] if _is_planar(first) else first.shape
        return Stack(path, TiffPages(tiff), (shape[0], shape[1]), tiff.close)
    except UserError:
        tiff.close()
        raise
    except Exception as error:
        tiff.close()
        raise UserError(f"{path} holds no page that can be read; it is damaged.") from error


class TiffPages:
    """The pages of an open TIFF file, as arrays."""

    def __init__(self, tiff: Any) -> None:
        self._tiff = tiff

    def __len__(self) -> int:
        return len(self._tiff.pages)

    def __getitem__(self, index: int, /) -> Pixels:
        page = self._tiff.pages[index]
        if page.shape != self._tiff.pages[0].shape:
            raise ValueError("a page of another size")
        values = page.asarray()
        if _is_planar(page):
            values = np.moveaxis(values, 0, -1)
        if values.ndim == 3 and values.shape[2] > 4:
            values = values[..., 0]
        return values


def _is_planar(page: Any) -> bool:
    """Return whether a page stores its colours one after the other."""
    return len(page.shape) == 3 and page.planarconfig == 2
