"""Progress of an export that can be stopped between two steps, by a signal or by the window."""

from __future__ import annotations

import argparse
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from dpcn_app.commands.stop_signals import StopSignal
from dpcn_app.commands.terminal import Report, progress_bar

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


def add_led_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument that the window gives: it reads lines of progress and may end stdin."""
    parser.add_argument("--led", action="store_true", help=argparse.SUPPRESS)


@contextmanager
def steps_reported(led: bool) -> Iterator[Report]:
    """Yield a function that takes the share done and a few words, and raises where to stop.

    Ctrl-C comes between two steps, not in the middle of a drawing, in which Qt would swallow it.

    Parameters
    ----------
    led
        Whether the window leads: progress goes to stdout, a line each, and the end of stdin stops.
    """
    asked: list[int] = []
    before = {}
    if threading.current_thread() is threading.main_thread():  # only that one has signals
        numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        before = {
            number: signal.signal(number, lambda number, _: asked.append(number))
            for number in numbers
            if signal.getsignal(number) != signal.SIG_IGN  # `nohup` wants that
        }
    if led:
        threading.Thread(target=_wait_for_end, args=[asked], daemon=True).start()
    try:
        with progress_bar() as show:

            def report(share: float, words: str) -> None:
                if asked:
                    raise StopSignal(asked[0])
                if led:
                    print(f"{share:.4f} {words}", flush=True)
                show(share, words)

            yield report
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _wait_for_end(asked: list[int]) -> None:
    """Ask to stop when stdin ends: the window has gone, or wants no more of this."""
    try:
        while os.read(0, 4096):  # not sys.stdin, whose lock a thread must not hold at the end
            pass
    except OSError:
        pass
    asked.append(signal.SIGINT)
