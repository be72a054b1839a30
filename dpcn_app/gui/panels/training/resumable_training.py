"""The checkpoint and the choices of a training that was under way when the window closed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs

from dpcn_app.gui.preferences import preferences

_JOB = "training/job"  # the last training's choices, without which its checkpoint is of no use


def training_checkpoint() -> Path | None:
    """Return the checkpoint file of the window's training; None if it cannot be written."""
    try:
        folder = platformdirs.user_data_path("dpcn_app", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder / "training.checkpoint" if os.access(folder, os.W_OK) else None


def remember_job(job: Mapping[str, Any]) -> None:
    """Keep the choices of a training that starts."""
    preferences().setValue(_JOB, json.dumps(job))


def interrupted_job() -> Any:
    """Return the last training's choices where it left a checkpoint, else None.

    They are not checked: the caller must expect damaged ones.
    """
    checkpoint = training_checkpoint()
    kept = preferences().value(_JOB)
    if checkpoint is None or not checkpoint.exists() or not isinstance(kept, str):
        return None
    try:
        return json.loads(kept)
    except ValueError:
        return None
