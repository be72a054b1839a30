"""A small real training, and a place of its own for what an interrupted one leaves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from dpcn_app.gui.panels.training import resumable_training
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.snapshot import TrainingView
from dpcn_app.live.training_job import TrainingJob
from dpcn_app.training.presets import PRESETS

EASY = PRESETS["shapes-easy"]


@cache
def views_of_a_training() -> tuple[TrainingView, ...]:
    """Return a view after each step of a training on 60 frames."""
    apprentice = TrainingJob(StartTraining(EASY, 60, 3), "shapes-easy 1")
    views = [apprentice.view()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpcn_app.live.training_job._VIEW_SECONDS", 0.0)
        while apprentice.state == "running":
            apprentice.advance()
            views.append(apprentice.view())
    return tuple(views)


def keep_under(folder: Path, patch: pytest.MonkeyPatch) -> QSettings:
    """Have checkpoints and choices kept in a folder; return where the choices are."""
    settings = QSettings(str(folder / "kept.ini"), QSettings.Format.IniFormat)
    patch.setattr(resumable_training, "preferences", lambda: settings)
    patch.setattr(
        resumable_training.platformdirs, "user_data_path", lambda *a, **k: folder / "data"
    )
    return settings


def checkpoint() -> Path:
    """Return where a training is kept, which must be possible."""
    path = resumable_training.training_checkpoint()
    assert path is not None
    return path
