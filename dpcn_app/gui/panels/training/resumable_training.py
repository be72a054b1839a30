"""Where a training is kept that the window was closed on: its checkpoint, and what was chosen."""

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
    """Return where a training is kept that the window was closed on; None where it cannot be."""
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

    They are as they were found: whoever shows them must expect damage.
    """
    checkpoint = training_checkpoint()
    kept = preferences().value(_JOB)
    if checkpoint is None or not checkpoint.exists() or not isinstance(kept, str):
        return None
    try:
        return json.loads(kept)
    except ValueError:
        return None
