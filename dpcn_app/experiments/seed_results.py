"""The results of several seeds, in their order, whoever does the work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from dpcn_app.engine.trainer import Progress
from dpcn_app.experiments.workers import Workers, each_result

Job = TypeVar("Job")

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
    found = {}
    for index, result in each_result(told, jobs, workers):
        found[index] = result
        if on_progress is not None and not alone:
            on_progress(index, None)
    return [found[index] for index in range(len(jobs))]
