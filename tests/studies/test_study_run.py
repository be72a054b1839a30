"""Carrying a study out: it goes on, tells of failures, and loses nothing."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from dpcn_app.experiments.workers import HERE, Workers
from dpcn_app.studies.results_table import load_table
from dpcn_app.studies.study import Task
from dpcn_app.studies.study_folder import StudyFolder
from dpcn_app.studies.study_run import StudyProgress, run_study
from dpcn_app.studies.task_run import TaskResult
from tests.helpers.small_study import TEXT, pretended, small_study


def carry_out(
    path: Path,
    run: Callable[[Task], TaskResult] = pretended,
    limit: int | None = None,
    workers: Workers = HERE,
    text: str = TEXT,
) -> StudyProgress:
    folder = StudyFolder(path, small_study(text), text.encode())
    with folder.in_use():
        return run_study(folder, workers, run, limit)


def stop_after(tasks: int, task: Task, *, made: list[Task]) -> TaskResult:
    if len(made) == tasks:
        raise KeyboardInterrupt
    made.append(task)
    return pretended(task)


def fail_for_seed_2(task: Task) -> TaskResult:
    if task.seed == 2:
        raise ValueError("no twos")
    return pretended(task)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_it_leaves_tables_and_a_network_for_each_run(tmp_path: Path) -> None:
    progress = carry_out(tmp_path)
    assert (progress.done, progress.tasks, progress.failures) == (6, 6, {})
    table = load_table(tmp_path)
    assert len(table) == 24 and table.column("run") == [run for run in range(1, 7) for _ in "abcd"]
    assert all((tmp_path / str(model)).is_file() for model in table.column("model"))
    assert (tmp_path / "study.toml").read_text() == TEXT
    assert {"summary.csv", "results.parquet"} <= set(everything(tmp_path))


def test_interrupted_it_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    made: list[Task] = []
    with pytest.raises(KeyboardInterrupt):
        carry_out(tmp_path / "stopped", partial(stop_after, 2, made=made))
    assert len(load_table(tmp_path / "stopped")) == 8  # what was done has its tables
    again: list[Task] = []
    progress = carry_out(tmp_path / "stopped", partial(stop_after, 6, made=again))
    assert (progress.before, progress.made) == (2, 4)
    assert not set(made) & set(again)
    carry_out(tmp_path / "at once")
    assert everything(tmp_path / "stopped") == everything(tmp_path / "at once")


def test_processes_give_the_same_bytes(tmp_path: Path) -> None:
    carry_out(tmp_path / "here")
    carry_out(tmp_path / "processes", workers=Workers(2))
    assert everything(tmp_path / "here") == everything(tmp_path / "processes")


def test_the_limit_counts_from_the_first_task(tmp_path: Path) -> None:
    assert carry_out(tmp_path, limit=2).done == 2
    assert load_table(tmp_path).axes["seed"] == [1]
    progress = carry_out(tmp_path, limit=3)
    assert (progress.tasks, progress.before, progress.made) == (3, 2, 1)


def test_failed_runs_are_tried_once_more_and_lose_no_others(tmp_path: Path) -> None:
    tried: list[Task] = []

    def run(task: Task) -> TaskResult:
        tried.append(task)
        return fail_for_seed_2(task)

    progress = carry_out(tmp_path, run)
    assert [task.seed for task in tried] == [1, 1, 2, 2, 3, 3, 2, 2]
    assert progress.done == 4 and len(progress.failures) == 2
    assert load_table(tmp_path).axes["seed"] == [1, 3]
    told = (tmp_path / "failures.csv").read_text()
    assert told.count("ValueError: no twos") >= 2 and "layer1.sparsity = 0.5" in told
    assert carry_out(tmp_path).done == 6  # the same line tries them again
    assert not (tmp_path / "failures.csv").exists()


def test_a_failure_that_passes_is_forgotten(tmp_path: Path) -> None:
    failed: set[Task] = set()

    def run(task: Task) -> TaskResult:
        if task.seed == 2 and task not in failed:
            failed.add(task)
            raise OSError("a moment's trouble")
        return pretended(task)

    progress = carry_out(tmp_path, run)
    assert progress.done == 6 and not progress.failures


def test_a_study_that_grew_keeps_what_is_done(tmp_path: Path) -> None:
    carry_out(tmp_path)
    progress = carry_out(tmp_path, text=TEXT.replace("1-3", "1-4"))
    assert (progress.before, progress.made) == (6, 2)
    assert load_table(tmp_path).axes["seed"] == [1, 2, 3, 4]
