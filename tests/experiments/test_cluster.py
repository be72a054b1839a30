"""Jobs on a Dask cluster of a scheduler and two workers."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.cluster import outcomes_on_cluster
from dpcn_app.experiments.outcomes import Failure
from dpcn_app.experiments.workers import HERE, Workers
from dpcn_app.studies.study import Task
from dpcn_app.studies.study_folder import StudyFolder
from dpcn_app.studies.study_run import StudyProgress, run_study
from dpcn_app.studies.task_run import TaskResult
from tests.helpers.small_cluster import SmallCluster, small_cluster
from tests.helpers.small_study import TEXT, pretended, small_study

MANY = TEXT.replace("1-3", "1-15")
"""Thirty networks."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallCluster]:
    with small_cluster(2, tmp_path_factory.mktemp("cluster")) as found:
        yield found


def carry_out(
    path: Path, workers: Workers, run: Callable[[Task], TaskResult] = pretended
) -> StudyProgress:
    folder = StudyFolder(path, small_study(MANY), MANY.encode())
    with folder.in_use():
        return run_study(folder, workers, run)


def killed_once(mark: Path, task: Task) -> TaskResult:
    """Make a run; the worker that comes to the fifteenth first is killed in the middle of it."""
    if task.seed == 8:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return pretended(task)
        os.kill(os.getpid(), signal.SIGKILL)
    return pretended(task)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_job_that_fails_there_leaves_the_others_their_results(cluster: SmallCluster) -> None:
    found = dict(outcomes_on_cluster(int, ["1", "two", "3"], cluster.address))
    failed = found.pop(1)
    assert found == {0: 1, 2: 3}
    assert isinstance(failed, Failure) and "ValueError" in failed.reason


def test_workers_of_another_version_are_refused(
    cluster: SmallCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.__version__", "99.0")
    with pytest.raises(UserError, match=r"and this is 99\.0; install the same version"):
        list(outcomes_on_cluster(abs, [1], cluster.address))


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "http://127.0.0.1:80", "tcp://", "a b c", "x:y"]
)
def test_where_no_scheduler_answers_a_sentence_says_how_to_start_one(address: str) -> None:
    with pytest.raises(UserError, match=r"No scheduler answers at .*`dask scheduler`"):
        list(outcomes_on_cluster(abs, [1], address))


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UserError, match=r"dpcn-app\[cluster\]"):
        list(outcomes_on_cluster(abs, [1], "127.0.0.1:8786"))


def test_a_worker_killed_half_way_loses_nothing_and_changes_no_byte(
    cluster: SmallCluster, tmp_path: Path
) -> None:
    carry_out(tmp_path / "here", HERE)
    run = partial(killed_once, tmp_path / "killed")
    progress = carry_out(tmp_path / "cluster", Workers(scheduler=cluster.address), run)
    assert sorted(worker.poll() or 0 for worker in cluster.workers) == [-signal.SIGKILL, 0]
    assert progress.done == 30 and not progress.failures
    assert everything(tmp_path / "here") == everything(tmp_path / "cluster")


def test_a_scheduler_that_goes_away_is_told(cluster: SmallCluster) -> None:
    outcomes = outcomes_on_cluster(abs, [-1] * 50, cluster.address)
    next(outcomes)
    cluster.scheduler.kill()
    with pytest.raises(UserError, match=r"has gone; start it again|No scheduler"):
        for _ in outcomes:
            pass
        list(outcomes_on_cluster(abs, [1], cluster.address))
