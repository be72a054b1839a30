"""Work done ahead of need: a thread that takes small steps for as long as there are any to take."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Prefetcher:
    """Calls a function again and again in a thread of its own, until it has nothing left to do.

    Parameters
    ----------
    step
        Does a small piece of work and returns whether there is more. What it raises ends the work
        until the next `wake`: whoever needs the result meets the reason in turn.
    name
        Of the thread.
    """

    def __init__(self, step: Callable[[], bool], name: str) -> None:
        self._step = step
        self._woken, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Say that there may be work."""
        self._woken.set()

    def close(self) -> None:
        """End the thread after the step that it is at."""
        self._ending.set()
        self._woken.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._ending.is_set():
            self._woken.wait()
            self._woken.clear()
            try:
                while not self._ending.is_set() and self._step():
                    pass
            except Exception:  # damage has more exceptions than can be named
                continue
