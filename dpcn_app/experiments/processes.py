"""The same work on many jobs at once, in separate processes that end quietly on Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TypeVar

from dpcn_app.engine.threads import cores

Job = TypeVar("Job")
Found = TypeVar("Found")


def each_in_processes(
    work: Callable[[Job], Found], jobs: Sequence[Job], processes: int | None = None
) -> Iterator[tuple[int, Found]]:
    """Yield index and result of every job, in the order in which they are done.

    Parameters
    ----------
    work
        A module's function, which another process can import.
    jobs
        Arguments of `work`; each is sent to the process that takes it.
    processes
        Number of processes; None for one per core. With 1, this process does the work.
    """
    count = min(processes or cores(), len(jobs))
    if count <= 1:
        for index, job in enumerate(jobs):
            yield index, work(job)
        return
    # Not forked: a copy of a process with threads (NumPy's, Numba's) may hang.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(count, context, initializer=_begin)
    try:
        with _interrupts_held_back():
            indices = {executor.submit(work, job): index for index, job in enumerate(jobs)}
        for future in as_completed(indices):
            yield indices.pop(future), future.result()
    finally:  # after Ctrl-C or an error, running jobs are finished and the others dropped
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start processes that never receive Ctrl-C; this one receives it when the block ends."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Make a process leave Ctrl-C to its parent, end with its parent, and use one thread."""
    from threadpoolctl import threadpool_limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    threadpool_limits(1)


def _end_with_parent() -> None:
    """End this process when its parent ends, even if the parent is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
