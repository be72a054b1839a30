"""The window's end of the training's process: it starts anywhere, and fails in words."""

import subprocess

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live import training_child
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.training_child import TrainingChild
from dpcn_app.live.training_messages import Order
from dpcn_app.training.presets import preset

JOB = StartTraining(preset("shapes-easy"), 60, 3)


def test_a_process_that_cannot_be_started_is_told(monkeypatch):
    def refuse(*words, **options):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(UserError, match="could not be started: Resource temporarily"):
        TrainingChild(JOB)


def test_a_process_that_ends_at_once_hears_no_orders_and_is_no_error(monkeypatch):
    monkeypatch.setattr(training_child, "_MODULE", "no_such_module")
    child = TrainingChild(JOB)
    for _ in range(100):
        child.order(Order.PAUSE)
    child.end(30)
    assert not child.alive and child.exit_code == 1
    assert child.take() is None and child.refusal is None


def test_a_process_that_does_not_end_is_killed(monkeypatch):
    monkeypatch.setattr(training_child, "_MODULE", "timeit")  # does not listen, and takes its time
    child = TrainingChild(JOB)
    child.end(0.01)
    assert not child.alive and child.exit_code != 0


def test_no_pipe_is_left_open_to_a_process_that_has_ended_by_itself(monkeypatch):
    monkeypatch.setattr(training_child, "_MODULE", "no_such_module")
    child = TrainingChild(JOB)
    child._reader.join(30)
    assert not child.alive
    pipes = (child._process.stdin, child._process.stdout)
    assert all(pipe is not None and pipe.closed for pipe in pipes)
