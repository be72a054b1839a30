"""Unexpected errors, told as sentences, each once, so that the engine can go on.

What the user gave is checked where it is read, and refused there with a `UserError`. This is for
the rest: a fault of the app, or a machine that is out of memory.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from dpcn_app.live.engine_commands import (
    AddModel,
    Change,
    Command,
    PauseTraining,
    ResumeTraining,
    StartTraining,
    StopTraining,
)

_LONGEST = 200  # characters of an error's own words


class UnexpectedErrors:
    """Makes a sentence of an error, the first time that it happens."""

    def __init__(self) -> None:
        self._told: set[tuple[object, ...]] = set()

    def sentence(self, what: str, error: Exception) -> str | None:
        """Return what to tell the user; None where the same error has been told.

        Parameters
        ----------
        what
            What was asked for or under way, as in "Starting a training".
        error
            What came of it. Errors from the same line of the app are the same.
        """
        if os.environ.get("DPCN_APP_DEBUG"):
            traceback.print_exception(error)
        frames = traceback.extract_tb(error.__traceback__)
        where = (frames[-1].filename, frames[-1].lineno) if frames else ()
        key = (what, type(error), *where)
        if key in self._told:
            return None
        self._told.add(key)
        if isinstance(error, MemoryError):
            return f"{what} needs more memory than there is; close other programs or choose less."
        words = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST].rstrip(".: ")
        return f"{what} failed because of an error inside the app ({words}); what you had is kept."


def what_is_asked(command: Command) -> str:
    """Return what a command asks for, as the beginning of a sentence."""
    match command:
        case Change(settings):
            name = Path(settings.source).name or settings.source
            return f"Watching {name[:80]} with the network {settings.model[:80]}"
        case AddModel(name):
            return f"Using the network {name[:80]}"
        case StartTraining():
            return "Starting a training"
        case ResumeTraining():
            return "Going on with a training"
        case PauseTraining(on):
            return "Pausing the training" if on else "Going on with the training"
        case StopTraining():
            return "Stopping the training"
        case _:
            return "Going to another frame"
