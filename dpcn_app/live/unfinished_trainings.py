"""Trainings of the window that were left unfinished: each has a checkpoint in the user's folder.

Every training has a file of its own, so that no window can overwrite what another has left.
"""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import platformdirs

from dpcn_app.errors import DamagedFileError, OtherTrainingError, UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.storage.file_lock import is_locked
from dpcn_app.storage.network_names import free_name
from dpcn_app.training.assignment import read_assignment

MOST_UNFINISHED = 8
"""Trainings that may be left unfinished before no further one is started."""

_CHECKPOINT, _ASIDE = ".checkpoint", ".unusable"


def new_checkpoint() -> Path | None:
    """Return the file that a new training is kept in; None where none can be kept."""
    folder = _folder()
    return folder and folder / f"training {secrets.token_hex(4)}{_CHECKPOINT}"


def unfinished_trainings() -> list[Path]:
    """Return the checkpoints that no window goes on with, the one that was kept last first."""
    folder = _folder()
    found = [] if folder is None else list(folder.glob(f"training*{_CHECKPOINT}"))
    times = {path: _time(path) for path in found if os.path.isfile(path) and not is_locked(path)}
    return sorted(times, key=lambda path: times[path], reverse=True)


def unfinished_in_words(checkpoint: Path) -> str:
    """Return a line on what was to be learnt, and until when it was."""
    try:
        job, until = _job(checkpoint), datetime.fromtimestamp(_time(checkpoint))
    except (DamagedFileError, OSError, ValueError, OverflowError):  # going on with it says why
        return f"{checkpoint.stem}, which cannot be read"
    except UserError:
        return f"{checkpoint.stem}, left by another version of this app"
    return f"{job.about}, {job.frames:,} frames, seed {job.seed} · {until:%Y-%m-%d %H:%M}"


def going_on(checkpoint: Path) -> StartTraining:
    """Return the command that goes on with a training as it was started."""
    if not os.path.exists(checkpoint):
        raise UserError("Another window has taken this training over, or has ended it.")
    try:
        return _job(checkpoint)
    except UserError as error:
        raise cannot_go_on(checkpoint, error) from error


def discard(checkpoint: Path) -> None:
    """Remove a checkpoint for good, unless another window goes on with it.

    Its lock is not taken: that takes a file, and there may be no room for one on a full disk.
    """
    if is_locked(checkpoint):
        raise UserError("Another window goes on with this training; it is not discarded.")
    try:
        checkpoint.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(
            f"{checkpoint} could not be removed: {error.strerror or error}; "
            "allow it to be written to, or remove it by hand."
        ) from error


def remove_stale_locks(folder: Path) -> None:
    """Remove the locks of trainings that were killed before their first checkpoint in a folder."""
    for lock in folder.glob(f"training*{_CHECKPOINT}.lock"):
        checkpoint = lock.with_suffix("")
        if not os.path.exists(checkpoint) and not is_locked(checkpoint):
            with suppress(OSError):
                lock.unlink()


def cannot_go_on(checkpoint: Path, error: UserError) -> UserError:
    """Return why a training cannot go on from its checkpoint.

    A damaged checkpoint is put aside: every start would offer to go on with it. Any other trouble
    may pass: all settings come from the checkpoint, so that it is the video that is another.
    """
    words, then = str(error), ""
    if isinstance(error, DamagedFileError):
        words, then = _without_advice(words, checkpoint), _put_aside(checkpoint)
    elif isinstance(error, OtherTrainingError):
        words = _without_advice(words, checkpoint)
        then = " Put back what it was started with, or discard the training."
    words = f"{words[0].lower()}{words[1:]}".removesuffix(".")
    return UserError(f"The training that was left unfinished cannot go on: {words}.{then}")


def _without_advice(words: str, checkpoint: Path) -> str:
    """Return what is wrong, without what somebody who chose the file could do about it."""
    return re.split(r"[;.] ", words.replace(str(checkpoint), "its file"))[0]


def _job(checkpoint: Path) -> StartTraining:
    told = read_assignment(checkpoint)
    return StartTraining(
        told.preset, told.frames, told.seed, checkpoint, resume=True, source=told.source
    )


def _put_aside(checkpoint: Path) -> str:
    """Give a checkpoint a name that nothing has yet; return a sentence that tells it."""
    taken = [path.stem for path in checkpoint.parent.glob(f"*{_ASIDE}")]
    aside = checkpoint.with_name(free_name(checkpoint.stem, taken) + _ASIDE)
    with suppress(OSError):
        checkpoint.rename(aside)
        return f" It is put aside as {aside.name}."
    return ""


def _folder() -> Path | None:
    """Return the folder of all checkpoints; None where it cannot be made or written to."""
    try:
        folder = platformdirs.user_data_path("dpcn_app", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def _time(path: Path) -> float:
    """Return when a file was written; 0 where it has just gone."""
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
