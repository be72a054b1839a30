"""Who does the jobs of an experiment."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.workers import HERE, Workers, each_result


def half(number: int) -> int:
    if number % 2:
        raise UserError(f"{number} is odd.")
    return number // 2


@pytest.mark.parametrize("workers", [HERE, Workers(2)], ids=["here", "processes"])
def test_results_come_with_the_index_of_their_job(workers: Workers) -> None:
    assert dict(each_result(half, [2, 4, 6], workers)) == {0: 1, 1: 2, 2: 3}


def test_the_first_failure_ends_all() -> None:
    with pytest.raises(UserError, match="3 is odd"):
        list(each_result(half, [2, 3, 4], HERE))


@pytest.mark.parametrize("processes", [0, -1, 5000])
def test_senseless_numbers_of_processes_are_refused(processes: int) -> None:
    with pytest.raises(UserError, match="1 to 1024 processes"):
        Workers(processes)


def test_processes_and_a_scheduler_exclude_each_other() -> None:
    with pytest.raises(UserError, match="not both"):
        Workers(2, "tcp://127.0.0.1:8786")


def test_there_are_never_more_processes_than_jobs() -> None:
    assert Workers(8).at_once(3) == 3 and Workers(8).alone(1) and not Workers(8).alone(2)
    assert not Workers(scheduler="tcp://127.0.0.1:8786").alone(1)
