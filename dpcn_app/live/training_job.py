"""The window's training, which a process of its own carries out: what it wants, and how it goes."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace

from dpcn_app.engine.network import Network
from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.snapshot import TrainingView
from dpcn_app.live.training_child import TrainingChild
from dpcn_app.live.training_messages import Order, TrainingReport
from dpcn_app.live.training_words import loss_in_words
from dpcn_app.live.unfinished_trainings import discard
from dpcn_app.storage.models import Model
from dpcn_app.storage.network_names import stopped_name
from dpcn_app.training.curves import GrowingCurves
from dpcn_app.training.status import TrainingStatus

_LOOK_SECONDS = {TrainingStatus.RUNNING: 0.1, TrainingStatus.PAUSED: 1.0}
_ENDING = 50.0  # seconds for the process to end its step and keep a checkpoint


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
    gone
        Whether the network was kept, and is not any more.
    lost
        Whether it has ended without a network: it could not begin, or its process was killed.
    """

    def __init__(self, job: StartTraining, name: str) -> None:
        self.job, self.name = job, name
        self.kept = self.gone = self.lost = False
        first = Network.initial(job.preset.network, job.seed)  # until the process tells of its own
        self._report = TrainingReport(TrainingStatus.RUNNING, None, None, None, first)
        self._paused = self._stopping = False  # as asked for
        self._curves = GrowingCurves()
        self._child = TrainingChild(job)
        self._view = self._make_view()

    @property
    def state(self) -> TrainingStatus:
        """Whether it runs, is paused, done or stopped."""
        if not self._report.state.under_way:
            return self._report.state
        return TrainingStatus.PAUSED if self._paused else TrainingStatus.RUNNING

    @property
    def due(self) -> float | None:
        """Seconds until there may be something to look at; None after the end."""
        return _LOOK_SECONDS.get(self.state)

    @property
    def process(self) -> int:
        """Number of the process."""
        return self._child.pid

    @property
    def model(self) -> Model | None:
        """The network as learnt, once the training is done or stopped."""
        return self._report.model

    def look(self) -> list[str]:
        """Take in what the process has reported; return sentences about what could not be done."""
        ended = not self._child.alive  # looked at first: nothing comes after that
        report = self._child.take()
        problems: list[str] = []
        if report is not None:
            self._curves = report.before or self._curves
            self._curves.add(report.rows)
            problems += report.problems
            self._paused |= report.failed
            self._report = replace(report, before=None, rows=(), problems=())
            if report.state is TrainingStatus.STOPPED:
                share = 0.0 if report.last is None else report.last.share
                self.name = stopped_name(self.name, share)
            self._view = self._make_view()
        self.lost = ended and self.state.under_way
        if self.lost:
            kept = self.job.checkpoint is not None and os.path.exists(self.job.checkpoint)
            words = loss_in_words(self._child.exit_code or 0, kept=kept)
            problems.append(self._child.refusal or words)
        return problems

    def pause(self, on: bool) -> None:
        """Pause the training, or let it go on."""
        if self.state.under_way:
            self._paused = on
            self._child.order(Order.PAUSE if on else Order.GO_ON)
            self._view = self._make_view()

    def stop(self) -> None:
        """End the training where it is; its network comes when the process has ended its step."""
        self._stopping = True
        self._child.order(Order.STOP)
        self._view = self._make_view()

    def hurry(self) -> None:
        """End the slow start of the training."""
        self._child.order(Order.HURRY)

    def forget(self) -> None:
        """Let the process remove its checkpoint and end: the network is in good hands.

        Of a process that has ended already, the checkpoint is removed from here.
        """
        self._child.order(Order.FORGET)
        if not self._child.alive and self.job.checkpoint is not None:
            with suppress(UserError):  # another window goes on with it
                discard(self.job.checkpoint)

    def close(self) -> None:
        """End the process; a training that is under way leaves a checkpoint."""
        self._child.end(_ENDING)

    def view(self) -> TrainingView:
        """Return what the window shows of the training."""
        shown = self._view
        if (shown.name, shown.kept, shown.gone) != (self.name, self.kept, self.gone):
            self._view = replace(shown, name=self.name, kept=self.kept, gone=self.gone)
        return self._view

    def _make_view(self) -> TrainingView:
        report, preset = self._report, self.job.preset
        layer = 0 if report.last is None else report.last.place.layer
        return TrainingView(
            name=self.name,
            preset=preset.name,
            shape_set=preset.shapes,
            state=self.state,
            progress=report.last,
            epochs=preset.learning[layer].epochs,
            seconds_left=report.seconds_left,
            curves=self._curves.curves(),
            network=report.network,
            health=report.health,
            kept=self.kept,
            gone=self.gone,
            slow_left=report.slow_left,
            stopping=self._stopping,
        )
