"""Who does the jobs of an experiment: this process, others on this machine, or a Dask cluster.

Results are the same whoever does them, and those over several seeds keep the seeds' order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from dpcn_app.engine.threads import cores
from dpcn_app.errors import UserError
from dpcn_app.experiments.outcomes import Failure, Found, Job, Outcomes
from dpcn_app.experiments.processes import outcomes_in_processes

_MOST = 1024


@dataclass(frozen=True)
class Workers:
    """Who does jobs.

    Parameters
    ----------
    processes
        Number of processes on this machine; None for one per core. With 1, this process does the
        work.
    scheduler
        Address of the Dask scheduler whose workers do them instead; empty for none.
    """

    processes: int | None = None
    scheduler: str = ""

    def __post_init__(self) -> None:
        if self.processes is not None and not 1 <= self.processes <= _MOST:
            raise UserError(f"Work takes 1 to {_MOST} processes, not {self.processes}.")
        if self.processes is not None and self.scheduler:
            raise UserError("Give --processes or --scheduler, not both.")

    def at_once(self, jobs: int) -> int:
        """Return how many processes of this machine share a number of jobs."""
        return max(1, min(self.processes or cores(), jobs))

    def alone(self, jobs: int) -> bool:
        """Return whether this process does all the work itself, and so can tell of every step."""
        return not self.scheduler and self.at_once(jobs) == 1


HERE = Workers(1)
"""This process."""

EVERY_CORE = Workers()
"""A process for each core."""


def each_outcome(
    work: Callable[[Job], Found], jobs: Sequence[Job], workers: Workers
) -> Outcomes[Found]:
    """Yield index and outcome of every job, in the order in which they are done."""
    if workers.scheduler:
        from dpcn_app.experiments.cluster import outcomes_on_cluster

        return outcomes_on_cluster(work, jobs, workers.scheduler)
    return outcomes_in_processes(work, jobs, workers.at_once(len(jobs)))


def each_result(
    work: Callable[[Job], Found], jobs: Sequence[Job], workers: Workers
) -> Iterator[tuple[int, Found]]:
    """Yield index and result of every job, in the order in which they are done.

    The first job that fails ends all of them.
    """
    with closing(each_outcome(work, jobs, workers)) as outcomes:
        for index, outcome in outcomes:
            if isinstance(outcome, Failure):
                raise outcome.raised()
            yield index, outcome
