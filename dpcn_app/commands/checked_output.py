"""stdout that may be closed or full: the command goes on, and what failed is known in the end."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO


class CheckedOutput(io.TextIOBase):
    """Passes text on to stdout, and remembers the first failure instead of raising it.

    A reader that leaves early is no failure of this kind: a `BrokenPipeError` is raised.

    Parameters
    ----------
    stream
        stdout; None where it was closed before the program began.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.failure = ""
        self._closed_before = stream is None
        self._stream = io.StringIO() if stream is None else stream
        if stream is None:  # the next file that is opened would take the number of stdout
            os.open(os.devnull, os.O_WRONLY)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of stdout."""
        return self._stream.encoding or "utf-8"

    @property
    def closed(self) -> bool:
        """Whether stdout has been closed meanwhile."""
        return self._stream.closed

    def write(self, text: str) -> int:
        """Write text, if that is still possible."""
        if self._closed_before:
            self.failure = "it is closed"
        self._attempt(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        """Write what waits to be written."""
        self._attempt(self._stream.flush)

    def isatty(self) -> bool:
        """Whether a person watches."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self._stream.fileno()

    def give_up(self) -> None:
        """Send what still waits to be written, and all that follows, to nowhere."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)

    def _attempt(self, write: Callable[[], object]) -> None:
        try:
            write()
        except BrokenPipeError:
            raise
        except OSError as error:
            self.failure = self.failure or (error.strerror or str(error)).lower()
            self.give_up()
