"""Work done in advance: a thread that takes small steps for as long as there is work."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Prefetcher:
    """Calls a function again and again in its own thread, until it has nothing left to do.

    Parameters
    ----------
    step
        Does a small piece of work and returns whether there is more. An exception ends the work
        until the next `wake`; a caller who needs the result meets the same error then.
    name
        Name of the thread.
    """

    def __init__(self, step: Callable[[], bool], name: str) -> None:
        self._step = step
        self._woken, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Tell the thread that there may be work."""
        self._woken.set()

    def close(self) -> None:
        """End the thread after its current step."""
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
            except Exception:  # a damaged file may raise any exception
                continue
