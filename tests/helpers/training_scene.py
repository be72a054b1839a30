"""A small real training, and a place of its own for what an interrupted one leaves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from dpcn_app.gui.panels.training import resumable_training
from dpcn_app.live.snapshot import TrainingView
from dpcn_app.live.training_messages import StepTaken
from dpcn_app.training.curves import CurveRow, GrowingCurves
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import PRESETS

EASY = PRESETS["shapes-easy"]


@cache
def views_of_a_training() -> tuple[TrainingView, ...]:
    """Return a view after each step of a training on 60 frames, as its process reports them."""
    training, curves = Training(EASY, 60, 3), GrowingCurves()
    views = [_view(training, None, curves)]
    while training.state.under_way:
        progress = training.advance()
        if progress.place.phase == "learn":
            curves.add([CurveRow.of(len(views) - 1, progress)])
        views.append(_view(training, StepTaken(progress.place, progress.share), curves))
    return tuple(views)


def _view(training: Training, last: StepTaken | None, curves: GrowingCurves) -> TrainingView:
    return TrainingView(
        name="shapes-easy 1",
        preset="shapes-easy",
        shape_set="easy",
        state=training.state,
        progress=last,
        epochs=EASY.learning[0 if last is None else last.place.layer].epochs,
        seconds_left=training.seconds_left,
        curves=curves.curves(),
        network=training.trainer.network,
        health=training.health,
    )


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
