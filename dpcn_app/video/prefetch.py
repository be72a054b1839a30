"""Work done in advance: a thread that takes small steps, and lets callers go first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Turns:
    """Lets one thread at a time at something: callers first, and what is in advance after them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calm = threading.Event()  # no caller waits
        self._calm.set()

    @contextmanager
    def caller(self) -> Iterator[None]:
        """Take a turn for a caller who waits for the result."""
        self._calm.clear()
        try:
            with self._lock:
                yield
        finally:
            self._calm.set()

    @contextmanager
    def in_advance(self) -> Iterator[None]:
        """Take a turn for work that can wait."""
        self._calm.wait()
        with self._lock:
            yield


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
