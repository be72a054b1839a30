"""Work in separate processes."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.outcomes import Failure
from dpcn_app.experiments.processes import outcomes_in_processes

ENDLESS = """
import time
from dpcn_app.experiments.processes import outcomes_in_processes

if __name__ == "__main__":
    list(outcomes_in_processes(time.sleep, [600.0, 600.0], 2))
"""


def children(parent: int) -> list[int]:
    """Return the living processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, its_parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has ended meanwhile
            continue
        if int(its_parent) == parent and state != "Z":
            found.append(int(stat.parent.name))
    return found


def until(condition, seconds: float = 60.0) -> None:
    pause = threading.Event()
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        pause.wait(0.05)
    raise AssertionError("not in time")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_with_the_process_that_started_them_even_if_it_is_killed(tmp_path):
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    process = subprocess.Popen([sys.executable, str(script)])
    workers: list[int] = []
    try:

        def working() -> bool:
            workers[:] = [
                each
                for each in children(process.pid)
                if b"popen_loky" in Path(f"/proc/{each}/cmdline").read_bytes()
            ]
            return len(workers) == 2

        until(working)
        # A worker watches its parent only after it has imported its work.
        until(lambda: all(len(list(Path(f"/proc/{w}/task").iterdir())) > 1 for w in workers))
    finally:
        process.kill()
        process.wait()
    assert workers
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def square(number: int) -> int:
    if number == 3:
        raise ValueError("no threes")
    if number == 4:
        raise UserError("Fours are refused.")
    return number * number


def square_or_die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def leave_a_mark(job: tuple[Path, bool]) -> None:
    mark, wait = job
    mark.touch()
    if wait:
        threading.Event().wait(600)


def blas_threads(_: int) -> list[int]:
    import numpy as np
    from threadpoolctl import threadpool_info

    assert np.ones(1) == 1  # loads BLAS
    return [each["num_threads"] for each in threadpool_info()]


@pytest.mark.parametrize("processes", [1, 2])
def test_a_job_that_fails_leaves_the_others_their_results(processes):
    found = dict(outcomes_in_processes(square, range(6), processes))
    failed, refused = found.pop(3), found.pop(4)
    assert found == {0: 0, 1: 1, 2: 4, 5: 25}
    assert isinstance(failed, Failure) and "no threes" in failed.reason and not failed.refused
    assert refused == Failure("Fours are refused.", refused=True)


def test_a_process_that_dies_takes_one_job_with_it_and_no_other():
    found = dict(outcomes_in_processes(square_or_die, range(8), 2))
    died = found.pop(3)
    assert isinstance(died, Failure) and "process ended" in died.reason
    assert found == {number: number * number for number in (0, 1, 2, 4, 5, 6, 7)}


def test_results_that_nobody_waits_for_any_more_are_dropped_without_a_warning(tmp_path):
    marks = [tmp_path / str(number) for number in range(5)]
    jobs = [(mark, number >= 2) for number, mark in enumerate(marks)]
    outcomes = outcomes_in_processes(leave_a_mark, jobs, 2)
    next(iter(outcomes))
    until(marks[3].exists)  # which is sent when two are done: the second waits to be taken
    outcomes.close()  # a warning would be an error
    assert not marks[4].exists()


@pytest.mark.parametrize("processes", [1, 2])
def test_blas_has_one_thread_in_each_process(processes):
    for _, threads in outcomes_in_processes(blas_threads, range(2), processes):
        assert isinstance(threads, list) and set(threads) == {1}
