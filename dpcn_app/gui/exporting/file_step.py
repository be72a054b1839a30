"""Writing a file as a step that can be undone: what was there before comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QUndoCommand

from dpcn_app.errors import UserError
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.storage.atomic import replacing

MOST_KEPT = 64_000_000
"""Bytes of a file up to which it is kept in memory when another one takes its place."""


@dataclass(frozen=True)
class OldFile:
    """What a file held before it was written; None where there was none."""

    content: bytes | None


class FileStep(GuardedEvents, QUndoCommand):
    """A file that has been written; the step is made by writing it.

    Parameters
    ----------
    path, content
        The file and what it holds from now on.
    tell
        Takes a sentence about what an undo or a redo has done.
    before
        What was there before, where the file is written already.
    """

    def __init__(
        self,
        path: Path,
        content: bytes,
        tell: Callable[[str], None],
        before: OldFile | None = None,
    ) -> None:
        super().__init__(f"export of {path.name}")
        self._path, self._after, self._tell = path, content, tell
        self._before = content_of(path) if before is None else before.content
        self._first = True  # the stack redoes a step when it gets it
        if before is None:
            self._write(content)

    def undo(self) -> None:
        """Bring back what was there before, unless the file has been changed since."""
        if self._stands(self._after):
            if self._before is None:
                self._remove()
            else:
                self._put_back(self._before, f"{self._path.name} is as it was before the export.")

    def redo(self) -> None:
        """Write the file again, unless there is another one now."""
        if self._first:
            self._first = False
        elif self._stands(self._before):
            self._put_back(self._after, f"{self._path.name} is exported again.")

    def _stands(self, expected: bytes | None) -> bool:
        """Return whether the file is as this step left it; if not, tell."""
        same = content_of(self._path) == expected
        if not same:
            self._tell(f"{self._path.name} has been changed since, and is left as it is.")
        return same

    def _remove(self) -> None:
        try:
            self._path.unlink()
        except OSError as error:
            self._tell(f"{self._path.name} could not be removed: {error.strerror or error}.")
        else:
            self._tell(f"{self._path.name} is removed: it was not there before the export.")

    def _put_back(self, content: bytes, sentence: str) -> None:
        try:
            self._write(content)
        except UserError as error:
            self._tell(str(error))
        else:
            self._tell(sentence)

    def _write(self, content: bytes) -> None:
        with replacing(self._path) as file:
            file.write(content)


def can_be_undone(path: Path) -> bool:
    """Return whether what a file holds now, if anything, is small enough to be kept."""
    try:
        return not path.exists() or path.stat().st_size <= MOST_KEPT
    except OSError:
        return False


def content_of(path: Path) -> bytes | None:
    """Return what a file holds; None where there is none that can be read."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None
