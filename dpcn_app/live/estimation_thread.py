"""The thread behind the State-estimation page: a plain thread, without Qt, that owns one run.

Commands come in through a queue, views go out through a mailbox. Steps that were taken are kept, so
that the user can go back to them.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpcn_app.live.engine_commands import Play, Step
from dpcn_app.live.mailbox import Mailbox

if TYPE_CHECKING:
    from dpcn_app.experiments.state_estimation import (
        EstimationConfig,
        EstimationRun,
        EstimationStep,
    )


@dataclass(frozen=True)
class Watch:
    """Begin another run, from its first step."""

    config: EstimationConfig
    seed: int


@dataclass(frozen=True)
class Pace:
    """Play at so many steps a second; 0 for as fast as possible."""

    steps_per_second: float


@dataclass(frozen=True)
class Restart:
    """Go back to the first step."""


RunCommand = Watch | Pace | Restart | Play | Step


@dataclass(frozen=True, eq=False)
class RunView:
    """What the page shows.

    Parameters
    ----------
    watched
        The run.
    steps
        All steps taken so far.
    index
        Which of them is shown.
    playing
        Whether the run goes on by itself.
    steps_per_second
        Steps per second, measured over the last second.
    preparing
        Number of the estimator that is being loaded, from 1, and its title; None once all are.
    """

    watched: Watch
    steps: tuple[EstimationStep, ...]
    index: int
    playing: bool
    steps_per_second: float
    preparing: tuple[int, str] | None = None


class EstimationThread(threading.Thread):
    """Takes the steps of a run until it is asked to stop.

    Parameters
    ----------
    watched
        The run to begin with; it plays.
    steps_per_second
        See `Pace`.
    """

    def __init__(self, watched: Watch, steps_per_second: float) -> None:
        super().__init__(name="state estimation", daemon=True)
        self.views: Mailbox[RunView] = Mailbox()
        self.failures: Mailbox[str] = Mailbox()
        self._commands: queue.SimpleQueue[RunCommand | None] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._watched, self._rate = watched, steps_per_second
        self._run: EstimationRun | None = None
        self._steps: list[EstimationStep] = []
        self._index, self._playing, self._due = -1, True, 0.0
        self._taken: deque[float] = deque()
        self._loaded = False  # whether all estimators have been used

    def ask(self, command: RunCommand) -> None:
        """Send a command; it is carried out between two steps."""
        self._commands.put(command)

    def stop(self, timeout: float = 5.0) -> bool:
        """Ask the thread to end, and wait for it; return whether it did."""
        self._ending.set()
        self._commands.put(None)
        if self.is_alive():
            self.join(timeout)
        return not self.is_alive()

    def run(self) -> None:
        """Work until stopped; called by `start`."""
        try:
            while not self._ending.is_set():
                self._carry_out_commands()
                if self._ending.is_set():
                    break
                if self._playing and time.monotonic() >= self._due:
                    self._due = max(self._due, time.monotonic() - 0.1) + self._period
                    self._go_to(self._index + 1)
                self.views.put(self._view())
        except Exception:
            self.failures.put(traceback.format_exc())

    @property
    def _period(self) -> float:
        return 1 / self._rate if self._rate > 0 else 0.0

    def _carry_out_commands(self) -> None:
        """Carry out all commands; wait for one while there is nothing else to do."""
        pause = max(0.0, self._due - time.monotonic()) if self._playing else None
        try:
            command = self._commands.get_nowait() if pause == 0 else self._commands.get(True, pause)
            while True:
                if command is not None:
                    self._carry_out(command)
                command = self._commands.get_nowait()
        except queue.Empty:
            pass

    def _carry_out(self, command: RunCommand) -> None:
        match command:
            case Watch():
                self._watched, self._run = command, None
                self._steps, self._index = [], -1
                self._playing, self._due = True, time.monotonic()
            case Pace(rate):
                self._rate, self._due = rate, time.monotonic()
            case Restart():
                self._go_to(0)
            case Play(on):
                self._playing, self._due = on, time.monotonic()
                if on and self._index + 1 == self._watched.config.steps:
                    self._go_to(0)
            case Step(count):
                self._playing = False
                self._go_to(self._index + count)

    def _go_to(self, index: int) -> None:
        """Show a step, after taking all steps that lead to it."""
        from dpcn_app.experiments.state_estimation import EstimationRun  # slow to import

        last = self._watched.config.steps - 1
        self._index = min(max(index, 0), last)
        if self._run is None:
            self._run = EstimationRun(self._watched.config, self._watched.seed)
        while len(self._steps) <= self._index and not self._ending.is_set():
            self._steps.append(self._run.step(self._tell_loading))
        self._loaded = True
        self._playing = self._playing and self._index < last
        self._taken.append(time.monotonic())

    def _tell_loading(self, method: str) -> None:
        """Show which estimator is being loaded, as some are compiled when they are first used."""
        from dpcn_app.experiments.state_estimation import METHODS

        if not self._loaded:
            number = 1 + list(METHODS).index(method)
            told = (number, METHODS[method])
            self.views.put(RunView(self._watched, (), -1, self._playing, 0.0, told))

    def _view(self) -> RunView:
        now = time.monotonic()
        while self._taken and self._taken[0] < now - 1:
            self._taken.popleft()
        rate = 0.0
        if len(self._taken) > 1:
            rate = (len(self._taken) - 1) / max(self._taken[-1] - self._taken[0], 1e-9)
        return RunView(self._watched, tuple(self._steps), self._index, self._playing, rate)
