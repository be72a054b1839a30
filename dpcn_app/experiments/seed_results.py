"""The results of several seeds, in their order, whoever does the work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from dpcn_app.engine.trainer import Progress
from dpcn_app.experiments.outcomes import Found, Job
from dpcn_app.experiments.workers import Workers, each_result

OnSeed = Callable[[int, Progress | None], None]
"""Called with the index of a seed and a step of its training, or None when the seed is done."""


def seed_results(
    work: Callable[..., Any],
    jobs: Sequence[Job],
    workers: Workers,
    on_progress: Callable[[int, Any], None] | None,
) -> list[Any]:
    """Do a job for each seed; every training step is told of where this process does the work.

    Parameters
    ----------
    work
        A module's function of a job, which takes `on_progress` too.
    jobs
        One for each seed.
    workers, on_progress
        Who does them, and what is called with the index of a seed and what the work tells of a
        step; where others do the work, with None when a seed is done.
    """
    alone = workers.alone(len(jobs))
    told = partial(work, on_progress=on_progress) if alone else work

    def done(index: int, count: int) -> None:
        if on_progress is not None and not alone:
            on_progress(index, None)

    return results_in_order(told, jobs, workers, done)


def results_in_order(
    work: Callable[[Job], Found],
    jobs: Sequence[Job],
    workers: Workers,
    on_done: Callable[[int, int], None],
) -> list[Found]:
    """Return the results of jobs in their order; after each its index and how many are done."""
    found: dict[int, Found] = {}
    for index, result in each_result(work, jobs, workers):
        found[index] = result
        on_done(index, len(found))
    return [found[index] for index in range(len(jobs))]
