"""Pictures from the clipboard, kept as files, so that undo and sessions find them again."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path

import platformdirs

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import replacing

MOST_PASTED = 50
"""Pictures that are kept; the one that was pasted longest ago goes first."""

_NAME = re.compile(r"pasted-[0-9a-f]{12}\.png")


class PastedPictures:
    """A folder of pictures, each named by what it shows, so that none is kept twice.

    Parameters
    ----------
    folder
        Where they are; it is made for the first one.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_user(cls) -> PastedPictures:
        """Return those in the user's data folder."""
        try:
            return cls(platformdirs.user_data_path("dpcn_app", appauthor=False) / "pasted")
        except (OSError, RuntimeError) as error:
            raise UserError(
                "There is no folder to keep a pasted picture in; save it as a file and open that."
            ) from error

    def keep(self, png: bytes) -> Path:
        """Keep a picture, and return its file."""
        path = self.folder / f"pasted-{hashlib.sha256(png).hexdigest()[:12]}.png"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise UserError(
                f"A pasted picture cannot be kept in {self.folder}: {reason}; save it as a file "
                "and open that."
            ) from error
        with replacing(path) as file:
            file.write(png)
        self._forget_oldest()
        return path

    def _forget_oldest(self) -> None:
        with suppress(OSError):  # another window may tidy up, too
            found = [each for each in os.scandir(self.folder) if _NAME.fullmatch(each.name)]
            found.sort(key=lambda each: each.stat().st_mtime_ns, reverse=True)
            for each in found[MOST_PASTED:]:
                os.unlink(each.path)
