"""Jobs in processes of this machine, by joblib: they end quietly on Ctrl-C, and with their parent.

A process that dies, as one does that the system ends for want of memory, takes no result of the
others with it: the jobs that it may have been at are done again, each in a process of its own.
"""

from __future__ import annotations

import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

from dpcn_app.experiments.outcomes import Failure, Found, Job, Outcomes, attempt

_DIED = Failure(
    "Its process ended in the middle of it, perhaps for want of memory; let fewer processes work "
    "at once."
)


def outcomes_in_processes(
    work: Callable[[Job], Found], jobs: Sequence[Job], processes: int
) -> Outcomes[Found]:
    """Yield index and outcome of every job, in the order in which they are done.

    Parameters
    ----------
    work
        A module's function, which another process can import.
    jobs
        Arguments of `work`; each is sent to the process that takes it.
    processes
        How many work at once; with 1, this process does the work.
    """
    if processes == 1:
        yield from ((index, attempt(work, job)) for index, job in enumerate(jobs))
        return
    left = dict.fromkeys(range(len(jobs)))
    while left:
        begun: dict[int, None] = {}
        try:
            with closing(_in_pool(work, jobs, tuple(left), processes, begun)) as outcomes:
                for index, outcome in outcomes:
                    del left[index]
                    yield index, outcome
        except BrokenProcessPool:
            for index in [each for each in begun if each in left]:
                del left[index]
                yield index, _apart(work, jobs, index)


def _apart(work: Callable[[Job], Found], jobs: Sequence[Job], index: int) -> Found | Failure:
    """Do one job in a process that does nothing else."""
    try:
        ((_, outcome),) = _in_pool(work, jobs, (index,), 2, {})
    except BrokenProcessPool:
        return _DIED
    return outcome


def _in_pool(
    work: Callable[[Job], Found],
    jobs: Sequence[Job],
    indices: Sequence[int],
    processes: int,
    begun: dict[int, None],
) -> Outcomes[Found]:
    """Do some of the jobs; put each into `begun` when it is sent to a process, and not before."""
    from joblib import Parallel, delayed

    def calls() -> Iterator[object]:
        for index in indices:
            begun[index] = None
            yield delayed(_numbered)(index, work, jobs[index])

    pool = Parallel(
        n_jobs=processes,
        backend="loky",
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch="n_jobs",  # so that few jobs are suspected where a process dies
        max_nbytes=None,
        inner_max_num_threads=1,
    )
    # A process whose memory has grown far is replaced: no news.
    warnings.filterwarnings("ignore", "A worker stopped while some jobs were given")
    with _interrupts_held_back():
        outcomes = pool(calls())
    try:
        for each in outcomes:  # noqa: UP028  (`yield from` would close them, and not quietly)
            yield each
    finally:  # after Ctrl-C or an error, running jobs are ended and the others dropped
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # which is what closing warns of
            outcomes.close()


def _numbered(index: int, work: Callable[[Job], Found], job: Job) -> tuple[int, Found | Failure]:
    """Do a job in a process of the pool."""
    _begin()
    return index, attempt(work, job)


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


_begun = threading.Event()


def _begin() -> None:
    """Make this process leave Ctrl-C to its parent, and end with its parent; once is enough."""
    if _begun.is_set():
        return
    _begun.set()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    """End this process when its parent has ended, even if the parent was killed."""
    never = threading.Event()
    while os.getppid() == parent:
        never.wait(1.0)
    os._exit(1)
