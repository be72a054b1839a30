"""A small real training, the panel that shows it, and a place for what one leaves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.training.training_panel import TrainingPanel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.live import unfinished_trainings
from dpcn_app.live.engine_commands import Command
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot, TrainingView
from dpcn_app.live.training_messages import StepTaken
from dpcn_app.training.curves import CurveRow, GrowingCurves
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import PRESETS, Preset

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


def snapshot(view: TrainingView | None, **settings: Any) -> Snapshot:
    """Return what the training panel looks at of a snapshot."""
    what = {"views": (None,), "settings": Settings(**settings), "playing": False}
    return cast(Snapshot, SimpleNamespace(training=view, **what))


def make_panel(
    qtbot: Any, asked: list[Command], show_panel: Callable[[str], None] = lambda name: None
) -> TrainingPanel:
    """Return a panel that is shown; what it asks for goes into a list."""
    context = Context(
        ThemeModel("dark"), Selection(), Camera(), asked.append, show_panel=show_panel
    )
    panel = TrainingPanel(context)
    qtbot.addWidget(panel)
    panel.resize(420, 800)
    panel.show()
    return panel


def keep_under(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Have checkpoints kept in a folder."""
    patch.setattr(
        unfinished_trainings.platformdirs, "user_data_path", lambda *a, **k: folder / "data"
    )


def leave_unfinished(
    frames: int = 60, seed: int = 3, *, trained: Preset = EASY, source: str = ""
) -> Path:
    """Leave a training after its first step, as a window that is closed does."""
    path = unfinished_trainings.new_checkpoint()
    assert path is not None
    training = Training(trained, frames, seed, checkpoint=path, source=source)
    training.advance()
    training.keep_checkpoint()
    training.close()
    return path
