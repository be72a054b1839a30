"""The checkpoint and the choices of a training that was under way when the window closed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs

from dpcn_app.gui.preferences import preferences
from dpcn_app.storage.file_lock import is_locked

_JOB = "training/job"  # the choices of a training, without which its checkpoint is of no use
_PLACES = 8  # windows that can keep a training at the same time


def training_checkpoint() -> Path | None:
    """Return the file that a new training of this window is kept in; None if there can be none.

    It is the first that no other window trains into.
    """
    return next((path for path in _checkpoints() if not is_locked(path)), None)


def resumable_checkpoint() -> Path | None:
    """Return the first checkpoint that a training has left, and that no other window goes on with.

    None where there is no such file.
    """
    left = (path for path in _checkpoints() if path.exists() and not is_locked(path))
    return next(left, None)


def _checkpoints() -> list[Path]:
    """Return all files that trainings of windows are kept in, whether there or not."""
    try:
        folder = platformdirs.user_data_path("dpcn_app", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return []
    if not os.access(folder, os.W_OK):
        return []
    others = [folder / f"training {number}.checkpoint" for number in range(2, _PLACES + 1)]
    return [folder / "training.checkpoint", *others]


def remember_job(job: Mapping[str, Any], checkpoint: Path | None) -> None:
    """Keep the choices of a training that starts, for the checkpoint that it will leave."""
    if checkpoint is not None:
        preferences().setValue(_key(checkpoint), json.dumps(job))


def interrupted_job() -> Any:
    """Return the choices of the training that left a checkpoint, else None.

    They are not checked: the caller must expect damaged ones.
    """
    checkpoint = resumable_checkpoint()
    kept = None if checkpoint is None else preferences().value(_key(checkpoint))
    if not isinstance(kept, str):
        return None
    try:
        return json.loads(kept)
    except ValueError:
        return None


def _key(checkpoint: Path) -> str:
    """Return where the choices of a checkpoint's training are kept."""
    return _JOB + checkpoint.stem.removeprefix("training")
