"""A training that is steered by orders and reports where it stands; what the process runs."""

from __future__ import annotations

import pickle
import queue
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import BinaryIO

from dpcn_app.errors import UserError
from dpcn_app.live.slow_start import pause_after, slow_seconds_left
from dpcn_app.live.training_messages import (
    Order,
    StepTaken,
    TrainingReport,
    parameters_alone,
)
from dpcn_app.live.unexpected_errors import UnexpectedErrors
from dpcn_app.training.curves import CurveRow
from dpcn_app.training.driver import Training
from dpcn_app.training.status import TrainingStatus

REPORT_SECONDS = 0.2
"""Shortest time between two reports of a training that runs: the window draws no more of them."""
LONGEST_WAIT = 2.0
"""Longest time that a report waits for, however long the last one took to send."""
_SENDING = 0.03  # most of the time that goes into reports: a large network takes long to send


class Orders:
    """What the window wants, read by a thread of its own; where they end, that is an order too.

    Parameters
    ----------
    inlet
        Where orders come from, pickled.

    Attributes
    ----------
    ended
        Set when no further order will come.
    """

    def __init__(self, inlet: BinaryIO) -> None:
        self._inlet, self.ended = inlet, threading.Event()
        self._orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="orders", daemon=True).start()

    def _read(self) -> None:
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                self._orders.put(pickle.load(self._inlet))
        self.leave()
        self.ended.set()

    def leave(self) -> None:
        """Give the order to leave."""
        self._orders.put(Order.LEAVE)

    def next(self, seconds: float | None) -> Order | None:
        """Return the next order; None where none comes within some seconds (None: wait for it)."""
        try:
            return self._orders.get(seconds != 0, seconds)
        except queue.Empty:
            return None


class ReportedTraining:
    """Carries out a training, and the orders that come meanwhile.

    Parameters
    ----------
    training
        What to carry out.
    orders
        What the window wants.
    outlet
        Where reports go.
    slow_seconds
        How long the first steps are slowed down in all; 0 for not at all.
    """

    def __init__(
        self, training: Training, orders: Orders, outlet: BinaryIO, slow_seconds: float = 0.0
    ) -> None:
        self._training, self._orders, self._outlet = training, orders, outlet
        self._last: StepTaken | None = None
        self._rows: list[CurveRow] = []
        self._problems: list[str] = []
        self._steps, self._due = 0, 0.0  # steps taken, and when the next report is due
        self._before = training.curves_so_far  # of a training that goes on: not yet told
        self._first = training.learnt  # number of the first step
        self._slow, self._begun = slow_seconds, 0.0  # when the last step began

    def run(self) -> None:
        """Train until the training is at its end, or until the order to leave."""
        training, leaving = self._training, False
        self._report()
        while training.state.under_way and not leaving:
            paused = training.state is TrainingStatus.PAUSED
            order = self._orders.next(None if paused else self._seconds_to_step())
            leaving = order is Order.LEAVE
            if order is None:
                self._advance()
            elif not leaving:
                self._obey(order)
        if not leaving:
            self._report()
            leaving = not self._taken_over()
        if leaving:
            with suppress(UserError):  # there is no window left to tell
                training.keep_checkpoint()
            training.close()
        else:
            training.forget_checkpoint()

    def _taken_over(self) -> bool:
        """Wait until the window has kept the network; return whether it did before it went."""
        while (order := self._orders.next(None)) not in (Order.FORGET, Order.LEAVE):
            pass  # it comes too late
        return order is Order.FORGET

    def _obey(self, order: Order) -> None:
        if order is Order.STOP:
            self._training.stop()
            return
        if order is Order.HURRY:
            self._slow = 0.0
        else:
            self._pause(order is Order.PAUSE)
        self._report()

    def _pause(self, on: bool) -> None:
        try:
            self._training.pause(on)
        except UserError as error:  # its checkpoint could not be written
            self._problems.append(str(error))

    def _seconds_to_step(self) -> float:
        """Return how long the slow start still keeps the next step back; later, 0."""
        return max(0.0, self._begun + pause_after(self._steps, self._slow) - time.monotonic())

    def _advance(self) -> None:
        """Take a step; after one that fails the training is paused."""
        self._begun = time.monotonic()
        try:
            progress = self._training.advance()
        except Exception as error:
            self._problems.append(sentence_about(error))
            with suppress(Exception):  # what has failed may fail again
                self._training.pause(True)
            self._report(failed=True)
            return
        self._last = StepTaken(progress.place, progress.share)
        if progress.place.phase == "learn":
            self._rows.append(CurveRow.of(self._first + self._steps, progress))
        self._steps += 1
        self._keep_checkpoint()
        if self._steps == 1 or time.monotonic() >= self._due:
            self._report()

    def _keep_checkpoint(self) -> None:
        """Keep a checkpoint if it is time for one, which may fail: the training goes on."""
        try:
            if self._steps == 1:  # so that there is something to go on from, if it is killed soon
                self._training.keep_checkpoint()
            else:
                self._training.keep_checkpoint_if_due()
        except UserError as error:
            self._problems.append(str(error))

    def _report(self, *, failed: bool = False) -> None:
        training, begun = self._training, time.monotonic()
        network = parameters_alone(training.trainer.network)
        ended = not training.state.under_way
        report = TrainingReport(
            state=training.state,
            last=self._last,
            seconds_left=training.seconds_left,
            health=training.health,
            network=network,
            before=self._before,
            rows=tuple(self._rows),
            problems=tuple(self._problems),
            failed=failed,
            model=replace(training.model(), network=network) if ended else None,
            slow_left=slow_seconds_left(self._steps, self._slow),
        )
        send(self._outlet, report)
        self._before = None
        self._rows.clear()
        self._problems.clear()
        now = time.monotonic()
        self._due = now + min(max(REPORT_SECONDS, (now - begun) / _SENDING), LONGEST_WAIT)


def send(outlet: BinaryIO, message: object) -> None:
    """Send a message; where nobody reads any more, the end of the orders tells of it."""
    with suppress(BrokenPipeError):
        pickle.dump(message, outlet, pickle.HIGHEST_PROTOCOL)
        outlet.flush()


def sentence_about(error: Exception) -> str:
    """Return what to tell the user of an error that ended a step, or the whole training."""
    known = isinstance(error, UserError)
    return str(error) if known else str(UnexpectedErrors().sentence("The training", error))
