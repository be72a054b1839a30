"""Progress of an export that can be stopped between two steps, by a signal or by the window."""

from __future__ import annotations

import argparse
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from dpcn_app.commands.stop_signals import StopSignal, holding_signals
from dpcn_app.commands.terminal import Report, progress_bar


def add_led_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument that the window gives: it reads lines of progress and may end stdin."""
    parser.add_argument("--led", action="store_true", help=argparse.SUPPRESS)


@contextmanager
def steps_reported(led: bool) -> Iterator[Report]:
    """Yield a function that takes the share done and a few words, and raises where to stop.

    Ctrl-C and its like come between two steps, of which the first is at once.

    Parameters
    ----------
    led
        Whether the window leads: progress goes to stdout, a line each, and the end of stdin stops.
    """
    with holding_signals() as asked, progress_bar() as show:
        if led:
            threading.Thread(target=_wait_for_end, args=[asked], daemon=True).start()

        def report(share: float, words: str) -> None:
            if asked:
                raise StopSignal(asked[0])
            if led:
                print(f"{share:.4f} {words}", flush=True)
            show(share, words)

        report(0.0, "starting")
        yield report


def _wait_for_end(asked: list[int]) -> None:
    """Ask to stop when stdin ends: the window has gone, or wants no more of this."""
    try:
        while os.read(0, 4096):  # not sys.stdin, whose lock a thread must not hold at the end
            pass
    except OSError:
        pass
    asked.append(signal.SIGINT)
