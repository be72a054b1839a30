"""The window's one training: refused twice, lost or kept."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live import current_training
from dpcn_app.live.current_training import CurrentTraining
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.network_list import NetworkList
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.network_store import NetworkStore
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


# --- where no network can be kept -----------------------------------------------------------------


@pytest.fixture
def hindered(training, tmp_path):
    """A file is where the folder of networks should be."""
    (tmp_path / "networks").write_text("in the way")
    training._networks = NetworkList(NetworkStore(tmp_path / "networks"))
    return training


def learn(training):
    """Train a network to its end; return the job and what was told."""
    training.start(START)
    job, model = training.job, open_model("shapes-easy")

    def done():
        job.state, job.model = TrainingStatus.DONE, model
        return []

    job.look = done
    return job, training.look()


def test_what_cannot_be_kept_is_told_each_time_and_the_checkpoints_stay(hindered):
    for _ in range(2):
        job, (problem,) = learn(hindered)
        assert f"“{job.name}” will be lost when you quit" in problem
        assert job.name in hindered._networks.names and not job.kept
        assert job.done == [] and hindered.has_to_keep and not hindered.under_way
    hindered.close()
    assert job.done == ["closed"]


def test_all_are_kept_at_the_end_once_that_can_be_done(hindered, tmp_path):
    jobs = [learn(hindered)[0] for _ in range(2)]
    (tmp_path / "networks").unlink()
    hindered.close()
    assert NetworkStore(tmp_path / "networks").names() == tuple(job.name for job in jobs)
    assert [job.done for job in jobs] == [["closed", "forgotten"], ["forgotten", "closed"]]
    assert not hindered.has_to_keep
