"""Work in slices over several threads: for kernels that let go of the GIL.

Plain threads and not Numba's own, whose default layer ends the process when two threads enter it.
Every slice is the same whatever the number of threads, and so is every result, to the bit.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from threading import Lock

from dpcn_app.errors import UserError

_MOST = 256
_lock = Lock()
_pool: ThreadPoolExecutor | None = None


def in_slices(task: Callable[[slice], None], size: int, width: int, threads: int = 1) -> None:
    """Do a task for slices of `width` that make up range(size), on some threads at once.

    The calling thread works with the others, each taking the next slice that is left; so it
    finishes even where all others are busy with somebody else's work. May be called from several
    threads at once, but not from within a task.

    Parameters
    ----------
    task
        Given each slice once; writes its results into arrays that others write elsewhere.
    size, width
        How much there is to do, and how much of it at a time.
    threads
        How many threads work, the calling one included.
    """
    if not 1 <= threads <= _MOST:
        raise UserError(f"Work takes 1 to {_MOST} threads, not {threads}.")
    slices = [slice(start, min(start + width, size)) for start in range(0, size, width)]
    taken = count()  # next() of it is one step of the interpreter: no two threads get the same

    def work() -> None:
        while (index := next(taken)) < len(slices):
            task(slices[index])

    helpers = min(threads, len(slices)) - 1
    futures: list[Future[None]] = [_helpers().submit(work) for _ in range(helpers)]
    try:
        work()
    finally:
        for future in futures:
            if not future.cancel():
                future.result()


def _helpers() -> ThreadPoolExecutor:
    """Return the threads that all callers share; they are made when first needed."""
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(max(os.cpu_count() or 1, 2), "engine")
        return _pool


def _forget() -> None:
    """Begin anew in a forked process, which inherits the pool but none of its threads."""
    global _lock, _pool
    _lock, _pool = Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
