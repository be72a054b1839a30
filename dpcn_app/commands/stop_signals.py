"""Signals that end a command as Ctrl-C does, so that nothing is lost when a terminal is closed.

SIGTERM comes from `kill`, from a batch system whose time is up, and from a computer that is shut
down; SIGHUP from a terminal or a connection that is closed.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_NAMES = ("SIGTERM", "SIGHUP")


class StopSignal(KeyboardInterrupt):
    """A signal has asked the command to end; what is prepared for Ctrl-C takes care of it too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stopping_on_signals() -> Iterator[None]:
    """Raise a `StopSignal` where SIGTERM or SIGHUP comes; a second one changes nothing.

    A signal that is ignored stays ignored: `nohup` wants that.
    """
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread has signals
    before = {number: signal.getsignal(number) for number in numbers}
    watched = [number for number, handler in before.items() if handler != signal.SIG_IGN]

    def stop(number: int, _: object) -> NoReturn:
        for each in watched:  # the system may send both at once, and a checkpoint takes a moment
            signal.signal(each, signal.SIG_IGN)
        raise StopSignal(number)

    for number in watched:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in watched:
            signal.signal(number, before[number])


def stopped_exit_code(error: KeyboardInterrupt) -> int:
    """Return the exit code of a command that was stopped: 130 for Ctrl-C, as shells count."""
    return 128 + (error.number if isinstance(error, StopSignal) else signal.SIGINT)
