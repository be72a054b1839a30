"""Pictures as video: animations (GIF, APNG, WebP), and folders or patterns of single pictures."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.file_source import luminance
from dpcn_app.video.frame_cache import Pixels
from dpcn_app.video.frame_reader import FrameReader, checked_shape

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

PICTURE_ENDINGS = (
    ".png",
    ".jpg",
    ".jpeg",
    ".bmp",
    ".gif",
    ".tif",
    ".tiff",
    ".webp",
    ".pgm",
    ".ppm",
)
"""Endings of the names that count as pictures in a folder."""

_FORMATS = ("PNG", "JPEG", "BMP", "GIF", "TIFF", "WEBP", "PPM")
"""Kinds of pictures that are read; Pillow would try many more, and start Ghostscript for one."""

_SHORTEST = 0.01  # seconds; animations with shorter frames are shown at ten frames a second


def natural_order(path: Path) -> list[tuple[bool, int, str]]:
    """Return a key to sort by, so that frame9 comes before frame10."""
    pieces = re.split(r"([0-9]+)", path.name.casefold())
    return [(piece.isdecimal(), int(piece) if piece.isdecimal() else 0, piece) for piece in pieces]


def open_picture(path: Path) -> Picture:
    """Open a picture file without decoding it; refuse one that is not a picture or too large."""
    from PIL import Image

    try:
        with warnings.catch_warnings():  # the size is checked here, before anything is decoded
            warnings.simplefilter("ignore")
            picture = Image.open(path, formats=_FORMATS)
    except PermissionError as error:
        raise UserError(f"You may not read {path}; change its permissions.") from error
    except Image.DecompressionBombError as error:
        raise UserError(f"{path} has too many pixels to show; make it smaller first.") from error
    except MemoryError:
        raise
    except Exception as error:  # a damaged picture may raise anything, SyntaxError included
        raise UserError(f"{path} cannot be read as a picture; choose another file.") from error
    try:
        checked_shape(path, (picture.height, picture.width))
    except UserError:
        picture.close()
        raise
    return picture


def grey(picture: Picture) -> Pixels:
    """Return the luminance of a decoded picture, over black where it is transparent."""
    if picture.mode.startswith("I;16"):
        return np.array(picture).astype(np.uint16)
    if picture.mode in ("I", "F"):
        values = np.array(picture, dtype=np.float32)
        return np.clip(values / (65535 if picture.mode == "I" else 1), 0, 1).astype(np.float32)
    if picture.mode in ("1", "L"):
        return np.array(picture.convert("L"))
    if picture.has_transparency_data:
        return np.rint(luminance(np.array(picture.convert("RGBA"))) * 255).astype(np.uint8)
    return np.array(picture.convert("RGB").convert("L"))


class Animation(FrameReader):
    """A picture file with one or more frames, each of which may depend on the one before."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._picture = open_picture(path)
        try:
            self.frame_shape = self._picture.height, self._picture.width
            self._length = self._count()
            self._rate = self._stated_rate()
            self._begin()  # counting may have left it at any frame
            grey(self._picture)
        except UserError:
            self.close()
            raise
        except Exception as error:
            self.close()
            raise UserError(f"{path} holds no frame that can be read; it is damaged.") from error

    def _count(self) -> int:
        try:
            return max(1, int(getattr(self._picture, "n_frames", 1)))
        except Exception:  # the end is missing: count what can be reached
            count = 1
            try:
                while True:
                    self._picture.seek(count)
                    count += 1
            except Exception:
                self.problems.note("end", f"its end is damaged; {count:,} frames can be read.")
            return count

    def _stated_rate(self) -> float:
        milliseconds = self._picture.info.get("duration", 0)
        seconds = float(milliseconds) / 1000 if isinstance(milliseconds, (int, float)) else 0.0
        return 1 / seconds if _SHORTEST < seconds < 10 else 10.0

    @property
    def rate(self) -> float:
        return self._rate

    def __len__(self) -> int:
        return self._length

    def _begin(self) -> None:
        """Go before the first frame; seeking back, Pillow leaves an APNG at its first frame."""
        self._picture.close()
        self._picture, self._at = open_picture(self.path), -1

    def read(self, index: int, room: int) -> Iterator[tuple[int, Pixels]]:
        if not -1 <= self._at < index:
            self._begin()
        for each in range(self._at + 1, index + 1):
            self._at = index  # after a failure, a later frame is read without these
            self._picture.seek(each)
            pixels = grey(self._picture) if each > index - room else None
            self._at = each
            if pixels is not None:
                yield each, pixels

    def close(self) -> None:
        self._picture.close()


class PictureSequence(FrameReader):
    """Single pictures, one per frame, all resized to the size of the first.

    Parameters
    ----------
    path
        The folder or pattern that they were found by.
    pictures
        The files, in order.
    """

    def __init__(self, path: Path, pictures: Sequence[Path]) -> None:
        if not pictures:
            raise UserError(f"{path} holds no pictures; choose another folder or file.")
        super().__init__(path)
        self._pictures = tuple(pictures)
        reason: UserError | None = None
        for each in self._pictures[:100]:  # the first one that can be read gives the size
            try:
                with open_picture(each) as picture:
                    self.frame_shape = picture.height, picture.width
                    break
            except UserError as error:
                reason = reason or error
        else:
            assert reason is not None
            raise reason

    def __len__(self) -> int:
        return len(self._pictures)

    def read(self, index: int, room: int) -> Iterator[tuple[int, Pixels]]:
        path = self._pictures[index]
        try:
            pixels = self._fitted(path)
        except MemoryError:
            raise
        except Exception:
            self.problems.note(
                "unreadable",
                f"{path.name} cannot be read; such pictures show the one before them.",
            )
            raise
        yield index, pixels

    def _fitted(self, path: Path) -> Pixels:
        """Return a picture in the size of the first."""
        height, width = self.frame_shape
        with open_picture(path) as picture:
            pixels = grey(picture)
            if pixels.shape == (height, width):
                return pixels
            self.problems.note(
                "sizes",
                f"{path.name} has {pixels.shape[0]}×{pixels.shape[1]} pixels, unlike the first "
                f"picture; such pictures are fitted to its {height}×{width}.",
            )
            return grey(picture.convert("RGBA").resize((width, height)))


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures of a folder in natural order."""
    try:
        found = [
            each
            for each in folder.iterdir()
            if each.suffix.lower() in PICTURE_ENDINGS and each.is_file()  # not a pipe, which waits
        ]
    except PermissionError as error:
        raise UserError(f"You may not read {folder}; change its permissions.") from error
    return sorted(found, key=natural_order)
