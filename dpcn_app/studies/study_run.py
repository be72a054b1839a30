"""Carrying a study out: what is left of it, done by workers, each result kept as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from dpcn_app.experiments.outcomes import Failure
from dpcn_app.experiments.workers import Workers, each_outcome
from dpcn_app.studies.study import Task
from dpcn_app.studies.study_folder import StudyFolder
from dpcn_app.studies.task_run import TaskResult

_TABLES_SECONDS = 60.0  # between two writings of the tables while runs are made


@dataclass
class StudyProgress:
    """How far a study is.

    Parameters
    ----------
    tasks
        How many were asked for.
    before, made
        How many were done before, and how many were made now.
    failures
        Those that have failed, also when they were tried again.
    parquet
        Whether the table could be written as Parquet.
    """

    tasks: int = 0
    before: int = 0
    made: int = 0
    failures: dict[Task, Failure] = field(default_factory=dict)
    parquet: bool = True

    @property
    def done(self) -> int:
        """How many runs are done."""
        return self.before + self.made


def run_study(
    folder: StudyFolder,
    workers: Workers,
    run: Callable[[Task], TaskResult],
    limit: int | None = None,
    progress: StudyProgress | None = None,
    on_progress: Callable[[StudyProgress], None] = lambda _: None,
) -> StudyProgress:
    """Do what is left of a study; stopped at any time, it goes on when it is called again.

    A run that fails is tried once more after all others; one that was refused is not, for it would
    be refused again.

    Parameters
    ----------
    folder
        Where the results are kept; it is in use already.
    workers, run
        Who makes the runs, and with what: `run_task`.
    limit
        How many tasks count, the first of the study; None for all.
    progress
        Filled while runs are made, so that the caller knows how far it came when it is stopped.
    on_progress
        Called after each run.
    """
    tasks = list(islice(folder.study.tasks(), limit))
    folder.find_done(folder.study.tasks())
    progress = StudyProgress() if progress is None else progress
    progress.tasks, progress.before = len(tasks), sum(map(folder.done, tasks))
    on_progress(progress)
    try:
        for _ in range(2):
            left = [
                task
                for task in tasks
                if not folder.done(task)
                and not (task in progress.failures and progress.failures[task].refused)
            ]
            _make(folder, left, workers, progress, on_progress, run)
    finally:  # after Ctrl-C too
        progress.parquet = folder.write_tables(progress.failures)
    return progress


def _make(
    folder: StudyFolder,
    tasks: Sequence[Task],
    workers: Workers,
    progress: StudyProgress,
    on_progress: Callable[[StudyProgress], None],
    run: Callable[[Task], TaskResult],
) -> None:
    """Make runs, and keep each as soon as it is there."""
    written = time.monotonic()
    if not tasks:
        return
    with closing(each_outcome(run, tasks, workers)) as outcomes:
        for index, outcome in outcomes:
            task = tasks[index]
            if isinstance(outcome, Failure):
                progress.failures[task] = outcome
            else:
                folder.keep(task, outcome)
                progress.failures.pop(task, None)
                progress.made += 1
            on_progress(progress)
            if time.monotonic() - written > _TABLES_SECONDS:
                folder.write_tables(progress.failures)
                written = time.monotonic()
