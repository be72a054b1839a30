"""Pictures as video: animations (GIF, APNG, WebP), and folders or patterns of single pictures."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.file_source import FileSource, check_shape, luminance
from dpcn_app.video.frame_cache import Pixels

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
        check_shape(path, (picture.height, picture.width))
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


class Animation(FileSource):
    """A picture file with one or more frames, each of which may depend on the one before."""

    def __init__(self, path: Path) -> None:
        self._picture = open_picture(path)
        try:
            super().__init__(path, (self._picture.height, self._picture.width))
            self._length = self._count()
            self._rate = self._stated_rate()
            self._at = self._length  # counting may have left it at any frame
            self._read(0)
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
                self._note("end", f"its end is damaged; {count:,} frames can be read.")
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

    def _read(self, index: int) -> Pixels:
        room = self._cache.room(self._shape[0] * self._shape[1])
        if not -1 <= self._at < index:  # seeking back, Pillow leaves an APNG at its first frame
            self._picture.close()
            self._picture, self._at = open_picture(self.path), -1
        for each in range(self._at + 1, index + 1):
            self._at = index  # after a failure, a later frame is read without these
            self._picture.seek(each)
            if each > index - room:
                self._cache.put(each, grey(self._picture))
            self._at = each
        pixels = self._cache.get(index)
        assert pixels is not None
        return pixels

    def close(self) -> None:
        self._picture.close()


class PictureSequence(FileSource):
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
        self._pictures = tuple(pictures)
        reason: UserError | None = None
        for each in self._pictures[:100]:  # the first one that can be read gives the size
            try:
                with open_picture(each) as picture:
                    super().__init__(path, (picture.height, picture.width))
                    break
            except UserError as error:
                reason = reason or error
        else:
            assert reason is not None
            raise reason

    def __len__(self) -> int:
        return len(self._pictures)

    def _read(self, index: int) -> Pixels:
        path = self._pictures[index]
        with open_picture(path) as picture:
            pixels = grey(picture)
            if pixels.shape == self._shape:
                return pixels
            self._note(
                "sizes",
                f"{path.name} has {pixels.shape[0]}×{pixels.shape[1]} pixels, unlike the first "
                f"picture; such pictures are fitted to its {self._shape[0]}×{self._shape[1]}.",
            )
            height, width = self._shape
            return grey(picture.convert("RGBA").resize((width, height)))

    def _instead(self, index: int) -> Pixels:
        self._note(
            "unreadable",
            f"{self._pictures[index].name} cannot be read; such pictures show the one before them.",
        )
        return super()._instead(index)


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
