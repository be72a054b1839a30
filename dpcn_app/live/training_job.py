"""A training in the engine thread: a step at a time between other work, with its curves."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.trainer import Progress
from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.snapshot import Curves, TrainingView
from dpcn_app.storage.models import Model
from dpcn_app.training.driver import Training
from dpcn_app.training.status import TrainingStatus
from dpcn_app.video.source_spec import open_source

_ROWS = 400  # of the curves; beyond that every second one is dropped
_VIEW_SECONDS = 0.2  # between two views of a running training: drawing one is costly


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
    """A training with a name, and what the window shows of it.

    Parameters
    ----------
    job
        What to train.
    name
        What the network will be called.

    Attributes
    ----------
    kept
        Whether the network has been kept, so that it is there at the next start.
    """

    def __init__(self, job: StartTraining, name: str) -> None:
        self.job, self.name, self.kept = job, name, False
        video = open_source(job.source) if job.source else None
        try:
            self._training = Training(
                job.preset,
                job.frames,
                job.seed,
                video,
                checkpoint=job.checkpoint,
                resume=job.resume,
            )
        except UserError:
            if video is not None:
                video.close()
            raise
        self._progress: Progress | None = None
        self._rows: list[_Row] = []
        self._every, self._step = 1, 0
        self._view: TrainingView | None = None
        self._viewed = 0.0

    @property
    def state(self) -> TrainingStatus:
        """Whether it runs, is paused, done or stopped."""
        return self._training.state

    def advance(self) -> None:
        """Take one training step, and add it to the curves."""
        self._progress = progress = self._training.advance()
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
        if self.state is TrainingStatus.DONE:
            self._training.forget_checkpoint()
        else:
            self._training.keep_checkpoint_if_due()

    def pause(self, on: bool) -> None:
        """Pause the training, or let it go on."""
        self._training.pause(on)

    def stop(self) -> None:
        """End the training where it is."""
        self._training.stop()

    def model(self) -> Model:
        """Return the network as learnt so far."""
        return self._training.model()

    def close(self) -> None:
        """Close the training; one that is under way leaves a checkpoint."""
        try:
            if self.state.under_way:
                self._training.keep_checkpoint()
        finally:
            self._training.close()

    def view(self) -> TrainingView:
        """Return what the window shows of the training; while it runs, not made anew each time."""
        now = time.monotonic()
        view = self._view
        running = TrainingStatus.RUNNING
        fresh = view is not None and view.state is self.state is running and view.progress
        if view is None or not fresh or now - self._viewed >= _VIEW_SECONDS:
            view = self._view = self._make_view()
            self._viewed = now
        return view

    def _make_view(self) -> TrainingView:
        progress, trainer = self._progress, self._training.trainer
        layer = progress.place.layer if progress is not None else 0
        return TrainingView(
            name=self.name,
            preset=self.job.preset.name,
            shape_set=self.job.preset.shapes,
            state=self.state,
            progress=progress,
            epochs=self.job.preset.learning[layer].epochs,
            seconds_left=self._training.seconds_left,
            curves=self._curves(),
            network=trainer.network,
            health=self._training.health,
            kept=self.kept,
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
