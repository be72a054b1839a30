"""Work in slices over several threads, for kernels that release the GIL.

Numba's own threads are not used: their default layer ends the process when two threads enter it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from threading import Lock

from dpcn_app.errors import UserError

BLAS_THREADS = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""Environment in which BLAS takes one thread, for a process that has not loaded NumPy yet.

By default it takes all cores, whose threads spin for each other: for the engine's many small
products that is slower, and takes the cores from a training that runs beside. Its sums also depend
on the number of threads.
"""

_MOST = 256
_lock = Lock()
_pool: ThreadPoolExecutor | None = None


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int) -> None:
    """Refuse a number of threads that makes no sense."""
    if not 1 <= threads <= _MOST:
        raise UserError(f"Work takes 1 to {_MOST} threads, not {threads}.")


def even_slices(size: int, width: int) -> list[slice]:
    """Return slices of `width` that make up range(size): the same for any number of threads."""
    return [slice(start, min(start + width, size)) for start in range(0, size, width)]


def shrinking_slices(size: int, threads: int, least: int = 4) -> list[slice]:
    """Return slices that make up range(size), ever smaller, so that all threads end together.

    For work of uneven cost, whose results do not depend on where it is cut.
    """
    slices: list[slice] = []
    start = 0
    while start < size:
        width = max(-(-(size - start) // (2 * threads)), least) if threads > 1 else size
        slices.append(slice(start, min(start + width, size)))
        start += width
    return slices


def in_slices(task: Callable[[slice], None], slices: Sequence[slice], threads: int = 1) -> None:
    """Do a task for every slice, on several threads at once.

    The calling thread works too, and each thread takes the next slice that is left; so the call
    finishes even if all other threads are busy for another caller. May be called from several
    threads at once, but not from within a task.

    Parameters
    ----------
    task
        Called once with each slice; must write only to its own part of the results.
    slices
        The work.
    threads
        How many threads work, the calling one included.
    """
    check_threads(threads)
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
            _pool = ThreadPoolExecutor(max(cores(), 2), "engine")
        return _pool


def _forget() -> None:
    """Begin anew in a forked process, which inherits the pool but none of its threads."""
    global _lock, _pool
    _lock, _pool = Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
