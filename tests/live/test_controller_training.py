"""The controller's training: steered from here, carried out by a process of its own."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import (
    Change,
    PauseTraining,
    ResumeTraining,
    StartTraining,
    StopTraining,
)
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.training.presets import preset
from tests.helpers.working import work_until

SHORT = Settings(source=shapes_source(frames=20))
LONG = 60_000  # frames, of a training that no test sees the end of


@pytest.fixture
def controller() -> Iterator[Controller]:
    controller = Controller(SHORT, playing=False)
    yield controller
    controller.close()


def job(tmp_path: Path, frames: int = 60, **changes) -> StartTraining:
    return StartTraining(preset("shapes-easy"), frames, 3, tmp_path / "c", **changes)


def begun(snapshot: Snapshot) -> bool:
    return snapshot.training is not None and snapshot.training.progress is not None


def in_state(state: str):
    return lambda each: each.training is not None and each.training.state == state


def share(snapshot: Snapshot) -> float:
    assert snapshot.training is not None and snapshot.training.progress is not None
    return snapshot.training.progress.share


def test_training_runs_beside_the_video_and_its_network_joins_the_list(controller, tmp_path):
    controller.handle(job(tmp_path))
    first = controller.snapshot().training
    assert first is not None and (first.state, first.progress) == ("running", None)
    training = work_until(controller, in_state("done")).training
    assert training is not None and training.progress is not None
    assert training.progress.share == 1.0
    assert set(training.curves.energy) == {
        "reconstruction",
        "transition",
        "state_sparsity",
        "cause_sparsity",
        "top_down",
        "prior",
    }
    assert len(training.curves.steps) > 20
    assert "shapes-easy 1" in controller.snapshot().models
    controller.handle(Change(replace(SHORT, model="shapes-easy 1")))
    assert controller.snapshot().network is training.network
    controller.close()
    assert list(tmp_path.iterdir()) == []  # no checkpoint and no lock is left behind


def test_a_running_training_is_shown_a_few_times_a_second(controller, tmp_path):
    controller.handle(job(tmp_path, LONG))
    first = work_until(controller, begun)
    later = work_until(controller, lambda each: each.training is not first.training)
    assert share(later) > share(first)
    assert controller.snapshot().training is later.training is not None
    assert not later.training.network.layers[0].C.flags.writeable


def test_a_paused_training_waits_and_keeps_a_checkpoint_until_it_is_stopped(controller, tmp_path):
    controller.handle(job(tmp_path, LONG))
    work_until(controller, begun)
    (tmp_path / "c").unlink()  # the one that was kept at the first step
    controller.handle(PauseTraining(True))
    assert controller.snapshot().training.state == "paused"  # at once
    work_until(controller, lambda each: (tmp_path / "c").exists())
    paused = work_until(controller, lambda each: True)
    for _ in range(20):
        controller.work()
    assert share(controller.snapshot()) == share(paused)
    controller.handle(PauseTraining(False))
    assert controller.snapshot().training.state == "running"
    work_until(controller, lambda each: share(each) > share(paused))
    controller.handle(StopTraining())
    stopped = work_until(controller, in_state("stopped"))
    assert stopped.training is not None
    name = stopped.training.name
    assert name.startswith("shapes-easy 1 (stopped at ")
    assert name in stopped.models and stopped.problems == ()
    controller.close()
    assert list(tmp_path.iterdir()) == []


def test_closing_in_the_middle_of_training_leaves_a_checkpoint_to_go_on_from(controller, tmp_path):
    controller.handle(job(tmp_path, LONG))
    last = share(work_until(controller, begun))
    controller.close()
    assert [each.name for each in tmp_path.iterdir()] == ["c"]
    after = Controller(SHORT, playing=False)
    after.handle(job(tmp_path, LONG, resume=True))
    snapshot = work_until(after, begun)
    assert snapshot.problems == ()
    assert share(snapshot) > last
    after.close()


def test_a_second_training_is_refused_while_one_runs(controller, tmp_path):
    controller.handle(job(tmp_path))
    controller.handle(job(tmp_path))
    assert "under way" in controller.snapshot().problems[0]


def test_two_windows_do_not_keep_their_trainings_in_one_file(controller, tmp_path):
    controller.handle(job(tmp_path, LONG))
    work_until(controller, begun)
    other = Controller(SHORT, playing=False)
    other.handle(job(tmp_path, LONG))
    refused = work_until(other, lambda each: each.training is None)
    assert "Another window goes on with this training" in refused.problems[0]
    assert controller.snapshot().training is not None
    other.close()


def test_a_checkpoint_that_cannot_be_written_is_told_once_and_training_goes_on(
    controller, tmp_path
):
    nowhere = tmp_path / "no folder" / "c"
    controller.handle(StartTraining(preset("shapes-easy"), 60, 3, nowhere))
    snapshot = work_until(controller, in_state("done"))
    assert len(snapshot.problems) == 1
    assert "could not be written" in snapshot.problems[0]


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_killed_training_is_told_and_can_be_resumed(controller, tmp_path):
    controller.handle(job(tmp_path, LONG))
    work_until(controller, begun)
    os.kill(controller._training.job.process, signal.SIGKILL)
    snapshot = work_until(controller, lambda each: each.training is None)
    (problem,) = snapshot.problems
    assert "was killed" in problem and "Resume goes on from its last checkpoint" in problem
    controller.handle(ResumeTraining(tmp_path / "c"))
    assert work_until(controller, begun).problems == (problem,)
    assert controller._training.job.job == job(tmp_path, LONG, resume=True)


def test_a_training_that_is_there_no_more_is_told_and_nothing_starts(controller, tmp_path):
    controller.handle(ResumeTraining(tmp_path / "c"))
    snapshot = controller.snapshot()
    assert snapshot.training is None
    assert "has taken this training over, or has ended it" in snapshot.problems[0]


def test_what_cannot_be_trained_is_told(controller, tmp_path):
    (tmp_path / "c").write_bytes(b"no checkpoint")
    controller.handle(job(tmp_path, resume=True))
    snapshot = work_until(controller, lambda each: each.training is None)
    assert len(snapshot.problems) == 1
    assert snapshot.problems[0].endswith("It is put aside as c.unusable.")
    assert (tmp_path / "c.unusable").is_file()


def test_a_training_has_a_core_of_its_own_while_it_runs(controller, tmp_path, monkeypatch):
    monkeypatch.setattr("dpcn_app.live.controller.cores", lambda: 4)
    controller.work()
    assert controller._video.track("off").threads == 4
    controller.handle(job(tmp_path, LONG))
    controller.work()
    assert controller._video.track("off").threads == 3
    controller.handle(PauseTraining(True))
    controller.work()
    assert controller._video.track("off").threads == 4
