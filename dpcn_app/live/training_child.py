"""The window's end of the process that trains: starts it, sends it orders, takes its reports."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dpcn_app.engine.threads import BLAS_THREADS
from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.training_messages import HELD_BACK, Order, TrainingRefused, TrainingReport

_MODULE = "dpcn_app.live.training_process"


class TrainingChild:
    """A process that trains, with a thread here that reads its reports.

    It is a new process, not a copy of this one, which has threads and a window.

    Parameters
    ----------
    job
        What to train.
    """

    def __init__(self, job: StartTraining) -> None:
        debug = bool(os.environ.get("DPCN_APP_DEBUG"))
        try:
            with _signals_held_back():
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", _MODULE],
                    env=_environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=None if debug else subprocess.DEVNULL,
                    creationflags=_flags(),
                )
        except OSError as error:
            raise UserError(
                f"A process for the training could not be started: {error.strerror or error}; "
                "close other programs and start it again."
            ) from error
        self._lock = threading.Lock()
        self._report: TrainingReport | None = None
        self._refusal: str | None = None
        self._reader = threading.Thread(target=self._read, name="training reports", daemon=True)
        self._reader.start()
        self._send(job)

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs, or something that it reported has not been taken yet."""
        return self._reader.is_alive()

    @property
    def exit_code(self) -> int | None:
        """How the process has ended: 0 by itself, below zero by a signal; None if it has not."""
        return self._process.poll()

    def take(self) -> TrainingReport | None:
        """Return what was reported since the last call, in one report; None if nothing was."""
        with self._lock:
            report, self._report = self._report, None
        return report

    @property
    def refusal(self) -> str | None:
        """Why the training could not begin, in a sentence."""
        return self._refusal

    def order(self, order: Order) -> None:
        """Send an order; a process that has ended hears none, one that is suspended is woken."""
        self._send(order)
        if sys.platform != "win32":
            self._process.send_signal(signal.SIGCONT)

    def end(self, seconds: float) -> None:
        """Let the process keep a checkpoint and end; where that takes too long, kill it."""
        self.order(Order.LEAVE)
        self._close_orders()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._reader.join()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it has ended, or was told to
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        # It may end anywhere: the process may be killed in the middle of a report.
        with suppress(EOFError, OSError, pickle.UnpicklingError), pipe:
            while True:
                message = pickle.load(pipe)
                if isinstance(message, TrainingRefused):
                    self._refusal = message.sentence
                else:
                    self._put(message)
        self._process.wait()
        self._close_orders()

    def _close_orders(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # what was sent last may have reached nobody
            self._process.stdin.close()

    def _put(self, report: TrainingReport) -> None:
        report = report.frozen()
        with self._lock:
            self._report = report.after(self._report)


def _environment() -> dict[str, str]:
    """Return an environment in which the process finds all that this one finds."""
    path = os.pathsep.join(filter(None, sys.path))
    return os.environ | BLAS_THREADS | {"PYTHONPATH": path}


def _flags() -> int:
    """Return flags for Windows: no Ctrl-C of this process, and no console of its own."""
    if sys.platform != "win32":
        return 0
    return subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Start a process with signals blocked, which it unblocks when it can deal with them."""
    if sys.platform == "win32":
        yield
        return
    blocked = {getattr(signal, name) for name in HELD_BACK}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
