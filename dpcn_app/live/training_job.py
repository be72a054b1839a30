"""A training that runs a step at a time between other work, and keeps its curves."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.trainer import Progress, Trainer
from dpcn_app.errors import UserError
from dpcn_app.live.commands import StartTraining
from dpcn_app.live.snapshot import Curves, TrainingView
from dpcn_app.storage.checkpoints import save_checkpoint
from dpcn_app.storage.models import Model
from dpcn_app.training.driver import (
    CHECKPOINT_SECONDS,
    as_model,
    make_trainer,
    preprocessing_of,
    resume_trainer,
)
from dpcn_app.video.specs import open_source

_ROWS = 400  # of the curves; beyond that every second one is dropped
_VIEW_SECONDS = 0.2  # a view of a running training is shown for so long: drawing one is costly


@dataclass(frozen=True)
class _Row:
    """One point of the curves: numbers only, so that no batch is kept alive."""

    step: int
    layer: int
    energy: dict[str, float]
    change: dict[str, float]
    active_states: float
    active_causes: float


class TrainingJob:
    """Learns a network, one step at each call of `advance`.

    Parameters
    ----------
    job
        What to train.
    name
        What the network will be called.
    """

    def __init__(self, job: StartTraining, name: str) -> None:
        self.job, self.name = job, name
        self.state = "running"
        self._video = open_source(job.source) if job.source else None
        try:
            self._trainer = self._make_trainer()
        except UserError:
            self.close()
            raise
        self._progress: Progress | None = None
        self._rows: list[_Row] = []
        self._every, self._step = 1, 0
        self._seconds, self._first_share = 0.0, 0.0
        self._kept = time.monotonic()
        self._keeps = job.checkpoint is not None
        self._view: TrainingView | None = None
        self._viewed = 0.0

    def _make_trainer(self) -> Trainer:
        job, what = self.job, (self.job.preset, self.job.frames, self.job.seed)
        if job.resume and job.checkpoint is not None:
            return resume_trainer(*what, job.checkpoint, self._video)
        return make_trainer(*what, self._video)

    def close(self) -> None:
        """Let the video go; no further step is taken."""
        if self._video is not None:
            self._video.close()

    def advance(self) -> None:
        """Take one training step; the state becomes `done` after the last."""
        begun = time.monotonic()
        progress = self._trainer.advance()
        if self._progress is None:
            self._first_share = progress.share
        self._progress = progress
        if progress.place.phase == "learn" and self._step % self._every == 0:
            self._rows.append(
                _Row(
                    self._step,
                    progress.place.layer,
                    progress.energy,
                    progress.change,
                    progress.active_states,
                    progress.active_causes,
                )
            )
            if len(self._rows) > _ROWS:
                self._rows, self._every = self._rows[::2], self._every * 2
        self._step += 1
        self._seconds += time.monotonic() - begun
        if self._trainer.done:
            self.state = "done"
            self.close()
            self.forget_checkpoint()
        elif self._keeps and time.monotonic() - self._kept > CHECKPOINT_SECONDS:
            self.keep_checkpoint()

    def keep_checkpoint(self) -> None:
        """Write where the training stands, so that it can be continued after a crash.

        Where that fails, it says so once and is not tried again; the training goes on.
        """
        if not self._keeps or self.job.checkpoint is None or self._trainer.done:
            return
        try:
            save_checkpoint(self.job.checkpoint, self._trainer.checkpoint())
        except UserError:
            self._keeps = False
            raise
        self._kept = time.monotonic()

    def forget_checkpoint(self) -> None:
        """Remove the checkpoint file."""
        if self.job.checkpoint is not None:
            self.job.checkpoint.unlink(missing_ok=True)

    def model(self) -> Model:
        """Return the network as learnt so far."""
        top = self._trainer.health[self._trainer.spec.depth - 1]
        return as_model(
            self.job.preset,
            self._trainer.network,
            frames=self.job.frames,
            seed=self.job.seed,
            # A training that was stopped has learnt on since its restarts were judged.
            health=max(top, key=lambda health: health.score, default=None)
            if self._trainer.done
            else None,
            preprocessing=preprocessing_of(self._trainer),
        )

    def view(self) -> TrainingView:
        """Return what the window shows of the training: the same for a moment, while it runs."""
        now = time.monotonic()
        view = self._view
        fresh = view is not None and view.state == self.state == "running" and view.progress
        if view is None or not fresh or now - self._viewed >= _VIEW_SECONDS:
            view = self._view = self._make_view()
            self._viewed = now
        return view

    def _make_view(self) -> TrainingView:
        progress = self._progress
        layer = progress.place.layer if progress is not None else 0
        top = self._trainer.health[self._trainer.spec.depth - 1]
        left = None
        if progress is not None and progress.share > self._first_share:
            pace = self._seconds / (progress.share - self._first_share)
            left = pace * (1 - progress.share)
        return TrainingView(
            name=self.name,
            preset=self.job.preset.name,
            shape_set=self.job.preset.shapes,
            state=self.state,
            progress=progress,
            epochs=self.job.preset.learning[layer].epochs,
            seconds_left=left,
            curves=self._curves(),
            network=self._trainer.network,
            health=max(top, key=lambda health: health.score) if top else None,
        )

    def _curves(self) -> Curves:
        rows = self._rows

        def column(values: list[float]) -> NDArray[np.float64]:
            return np.array(values, dtype=np.float64)

        terms = rows[-1].energy if rows else {}
        return Curves(
            steps=column([float(row.step) for row in rows]),
            layers=np.array([row.layer for row in rows], dtype=int),
            energy={name: column([row.energy[name] for row in rows]) for name in terms},
            change={name: column([row.change[name] for row in rows]) for name in "ABC"},
            active_states=column([row.active_states for row in rows]),
            active_causes=column([row.active_causes for row in rows]),
        )
