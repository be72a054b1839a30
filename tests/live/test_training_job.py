"""The window's training, in a real process: paused, resumed, killed and left."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.training_job import TrainingJob
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import preset
from tests.helpers.tiny_training import differences

EASY = preset("shapes-easy")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
LONG = 60_000  # frames, of a training that no test sees the end of


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., TrainingJob]]:
    """Return a function that starts trainings, which are ended with the test."""
    jobs: list[TrainingJob] = []

    def start(frames: int = 60, *, resume: bool = False, source: str = "") -> TrainingJob:
        job = StartTraining(EASY, frames, 3, tmp_path / "c", resume, source)
        jobs.append(TrainingJob(job, "mine"))
        return jobs[-1]

    yield start
    for job in jobs:
        job.close()


def look_until(job: TrainingJob, condition: Callable[[], object]) -> list[str]:
    """Look at a job until a condition is met; return the problems that it told meanwhile."""
    deadline = time.monotonic() + 120
    problems = job.look()
    while not condition():
        assert time.monotonic() < deadline, problems
        threading.Event().wait(0.02)
        problems += job.look()
    return problems


def begun(job: TrainingJob) -> Callable[[], object]:
    return lambda: job.view().progress is not None


def test_a_checkpoint_that_cannot_be_used_is_told_of_once_and_put_aside(start, tmp_path):
    (tmp_path / "c").write_text("garbage")
    job = start(resume=True)
    problems = look_until(job, lambda: job.lost)
    assert problems == [
        "The training that was left unfinished cannot go on: its file is damaged, incomplete or "
        "not a file of this app. It is put aside as c.unusable."
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["c.unusable"]
    missing = start(resume=True, source=str(tmp_path / "no film.mp4"))
    (tmp_path / "c").write_text("good, for all that is known")
    problems = look_until(missing, lambda: missing.lost)
    assert "no film" in problems[0]
    assert (tmp_path / "c").exists(), "the film may come back"


def test_paused_left_and_resumed_it_learns_the_same_network_as_a_training_alone(start, tmp_path):
    alone = Training(EASY, 60, 3).run()
    first = start()
    first.pause(True)  # while its process still loads
    assert first.view().state == "paused" and first.view().progress is None
    first.pause(False)
    look_until(first, begun(first))
    first.close()
    assert first.model is None and (tmp_path / "c").exists()
    second = start(resume=True)
    look_until(second, begun(second))
    second.pause(True)
    second.pause(False)
    assert look_until(second, lambda: second.model is not None) == []
    assert second.state == "done"
    assert differences(second.model.network, alone.network) == []
    assert second.view().health == alone.health
    assert second.view().network is second.model.network
    steps = second.view().curves.steps
    assert steps[0] == 0 and (np.diff(steps) > 0).all()
    assert len(steps) == len(second.model.recipe["curves"]["steps"]), "none is left out"


def test_a_process_that_crashes_is_told_and_leaves_its_checkpoint(start, tmp_path):
    job = start(LONG)
    look_until(job, begun(job))
    os.kill(job.process, signal.SIGSEGV)
    (problem,) = look_until(job, lambda: job.lost)
    assert "SIGSEGV" in problem and "Resume" in problem
    assert (tmp_path / "c").exists()


def test_a_process_that_is_asked_to_end_keeps_a_checkpoint(start, tmp_path):
    job = start(LONG)
    look_until(job, begun(job))
    (tmp_path / "c").unlink()
    os.kill(job.process, signal.SIGTERM)
    (problem,) = look_until(job, lambda: job.lost)
    assert "ended from outside" in problem
    assert (tmp_path / "c").exists()


def test_ctrl_c_and_a_closed_terminal_are_left_to_the_window(start):
    job = start(LONG)
    for number in (signal.SIGINT, signal.SIGHUP):
        os.kill(job.process, number)  # while it still loads
    look_until(job, begun(job))
    for number in (signal.SIGINT, signal.SIGHUP):
        os.kill(job.process, number)
    before = job.view()
    assert look_until(job, lambda: job.view() is not before) == []


def test_a_process_that_hears_of_no_window_any_more_keeps_a_checkpoint_and_ends(start, tmp_path):
    job = start(LONG)
    look_until(job, begun(job))
    (tmp_path / "c").unlink()
    job._child._process.stdin.close()  # as if this process had been killed
    look_until(job, lambda: job.lost)
    assert [each.name for each in tmp_path.iterdir()] == ["c"]


def test_a_suspended_process_is_stopped_at_once_in_words_and_then_in_fact(start):
    job = start(LONG)
    look_until(job, begun(job))
    os.kill(job.process, signal.SIGSTOP)
    job.stop()
    assert job.view().stopping and job.view().state == "running"
    assert look_until(job, lambda: job.model is not None) == []
    assert job.view().state == "stopped"


def test_a_suspended_process_keeps_a_checkpoint_when_the_window_goes(start, tmp_path):
    job = start(LONG)
    look_until(job, begun(job))
    (tmp_path / "c").unlink()
    os.kill(job.process, signal.SIGSTOP)
    job.close()
    assert (tmp_path / "c").exists() and job._child.exit_code == 0


def test_it_takes_one_thread_for_its_products(start):
    job = start(LONG)
    look_until(job, begun(job))
    variables = Path(f"/proc/{job.process}/environ").read_bytes().split(b"\0")
    assert b"OPENBLAS_NUM_THREADS=1" in variables


def test_a_refusal_is_told_in_its_own_words(start):
    job = start(source="/nowhere/film.mp4")
    (problem,) = look_until(job, lambda: job.lost)
    assert "film.mp4" in problem and "Resume" not in problem


def test_what_lies_in_the_working_folder_is_not_imported(start, tmp_path, monkeypatch):
    (tmp_path / "pickle.py").write_text("raise RuntimeError('imported')")
    monkeypatch.chdir(tmp_path)
    job = start()
    look_until(job, begun(job))


def test_a_new_name_and_that_it_is_kept_are_seen_at_once(start):
    job = start()
    job.name, job.kept = "yours", True
    assert (job.view().name, job.view().kept) == ("yours", True)
