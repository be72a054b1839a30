"""Signals that end a command, so that nothing is lost when a terminal is closed.

SIGINT comes from Ctrl-C; SIGTERM from `kill`, from a batch system whose time is up, and from a
computer that is shut down; SIGHUP from a terminal or a connection that is closed.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class StopSignal(KeyboardInterrupt):
    """A signal has asked the command to end; what is prepared for Ctrl-C takes care of it too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stopping_on_signals() -> Iterator[None]:
    """Raise a `StopSignal` where SIGINT, SIGTERM or SIGHUP comes; a second one changes nothing.

    A signal that is ignored stays ignored: `nohup` wants that.
    """
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # only the main thread has signals
    before = {number: signal.getsignal(number) for number in numbers}
    watched = [number for number, handler in before.items() if handler != signal.SIG_IGN]

    def stop(number: int, _: object) -> NoReturn:
        for each in watched:  # several may come at once, and a checkpoint takes a moment
            signal.signal(each, signal.SIG_IGN)
        raise StopSignal(number)

    for number in watched:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in watched:
            signal.signal(number, before[number])


@contextmanager
def holding_signals() -> Iterator[list[int]]:
    """Keep SIGINT, SIGTERM and SIGHUP back; yield the list that they are noted in as they come.

    The caller looks at it where it can stop. In the middle of an import or of a drawing, Qt and
    other libraries would swallow an exception, or take it for a failure of their own. Inside
    another such context the list is that of the outer one.
    """
    outer = signal.getsignal(signal.SIGINT)
    if isinstance(outer, _Notes):
        yield outer.asked
        return
    notes = _Notes()
    before = {}
    if threading.current_thread() is threading.main_thread():  # only that one has signals
        for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
            if signal.getsignal(number) != signal.SIG_IGN:  # `nohup` wants that
                before[number] = signal.signal(number, notes)
    try:
        yield notes.asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Notes:
    """Notes the signals that come."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, number: int, _: object) -> None:
        self.asked.append(number)


def stopped_exit_code(error: KeyboardInterrupt) -> int:
    """Return the exit code of a command that was stopped: 130 for Ctrl-C, as shells count."""
    return 128 + (error.number if isinstance(error, StopSignal) else signal.SIGINT)
