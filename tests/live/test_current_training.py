"""The window's one training: refused twice, lost or kept."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live import current_training
from dpcn_app.live.current_training import CurrentTraining
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.network_list import NetworkList
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.presets import preset
from dpcn_app.training.status import TrainingStatus


class Job:
    """Stands in for a training with a process; a test says how it goes."""

    def __init__(self, job, name):
        self.job, self.name = job, name
        self.state, self.model = TrainingStatus.RUNNING, None
        self.lost = self.kept = False
        self.done: list[str] = []
        self.due = 0.1

    def look(self):
        return ["The process was killed."] if self.lost else []

    def forget(self):
        self.done.append("forgotten")

    def close(self):
        self.done.append("closed")


@pytest.fixture
def training(monkeypatch):
    monkeypatch.setattr(current_training, "TrainingJob", Job)
    return CurrentTraining(NetworkList(None))


START = StartTraining(preset("shapes-easy"), 64, 1, None)


def test_at_first_there_is_none_and_orders_do_nothing(training):
    for order in (lambda: training.pause(True), training.hurry, training.stop, training.close):
        order()
    assert training.view() is None and training.due is None and training.look() == []
    assert not training.running and not training.under_way


def test_a_second_one_is_refused_until_the_first_has_ended(training):
    training.start(START)
    assert training.running and training.under_way
    with pytest.raises(UserError, match="under way"):
        training.start(START)
    first = training.job
    first.state = TrainingStatus.STOPPED
    training.start(START)
    assert training.job is not first and first.done == ["closed"]


def test_one_that_was_lost_is_told_and_gone(training):
    training.start(START)
    training.job.lost = True
    assert training.look() == ["The process was killed."]
    assert training.job is None and not training.under_way


def test_what_was_learnt_goes_into_the_list_and_the_process_may_forget_it(training):
    training.start(replace(START, keep=False))
    job, model = training.job, open_model("shapes-easy")

    def done():
        job.state, job.model = TrainingStatus.DONE, model
        return []

    job.look = done
    assert training.look() == []
    assert job.name in training._networks.names
    assert job.done == ["forgotten"] and training.look() == []
