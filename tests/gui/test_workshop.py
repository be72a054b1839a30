"""What the engine thread does, without the thread."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.experiments.presets import preset
from dpcn_app.gui import apprentice
from dpcn_app.gui.commands import (
    AddModel,
    Change,
    Jump,
    PauseTraining,
    Play,
    StartTraining,
    Step,
    StopTraining,
)
from dpcn_app.gui.settings import Settings
from dpcn_app.gui.workshop import Workshop
from dpcn_app.storage.bundled import open_model

SHORT = Settings(frames=120)


@pytest.fixture
def workshop():
    return Workshop(SHORT, playing=False)


def finish(workshop):
    while workshop.work(1.0) is not None:
        pass
    return workshop.snapshot()


def test_all_frames_are_inferred_in_the_background(workshop):
    snapshot = finish(workshop)
    assert snapshot.busy is None
    assert snapshot.views[0].inferred == 120
    assert snapshot.views[0].scores is not None


def test_steps_go_forward_and_back_and_stop_at_the_ends(workshop):
    for command, expected in (
        (Step(1), 1),
        (Step(-5), 0),
        (Jump(50), 50),
        (Step(-1), 49),
        (Jump(10**9), 119),
        (Step(1), 119),
    ):
        workshop.handle(command)
        assert workshop.snapshot().frame.index == expected


def test_top_down_changes_the_cloud_and_raises_the_silhouette():
    workshop = Workshop(Settings(), playing=False)
    before = finish(workshop).views[0]
    workshop.handle(Change(Settings(modes=("both",))))
    after = finish(workshop).views[0]
    assert after.scores.silhouette - before.scores.silhouette >= 0.15
    workshop.handle(Change(Settings()))
    again = workshop.snapshot().views[0]
    assert np.array_equal(again.causes, before.causes)  # kept, not inferred again


def test_compare_shows_two_modes_of_the_same_frame(workshop):
    workshop.handle(Change(replace(SHORT, modes=("off", "both"))))
    snapshot = finish(workshop)
    assert [view.mode for view in snapshot.views] == ["off", "both"]
    assert not np.array_equal(snapshot.views[0].causes, snapshot.views[1].causes)


def test_the_moving_average_smooths_the_bottom_up_causes(workshop):
    workshop.handle(Change(replace(SHORT, modes=("off", "average"))))
    off, average = finish(workshop).views
    jumps = [np.abs(np.diff(view.causes, axis=0)).mean() for view in (off, average)]
    assert jumps[1] < jumps[0] / 2


def test_pictures_have_the_size_of_the_frame(workshop):
    workshop.handle(Jump(5))
    snapshot = workshop.snapshot()
    view = snapshot.views[0]
    for picture in (view.reconstruction, view.prediction, view.residual):
        assert picture.shape == snapshot.frame.image.shape
    assert np.allclose(view.residual, snapshot.frame.image - view.reconstruction)
    workshop.handle(Jump(0))
    assert workshop.snapshot().views[0].prediction is None


def test_other_settings_show_another_video(workshop):
    first = workshop.snapshot().frame.image
    workshop.handle(Change(replace(SHORT, seed=99)))
    assert not np.array_equal(workshop.snapshot().frame.image, first)
    workshop.handle(Change(replace(SHORT, shape_set="hard", model="shapes-hard")))
    assert workshop.snapshot().classes == ("square", "diamond", "triangle")


def test_what_cannot_be_done_becomes_a_problem_and_nothing_is_lost(workshop):
    workshop.handle(Change(replace(SHORT, model="no such network")))
    snapshot = workshop.snapshot()
    assert "no such network" in snapshot.problems[0]
    assert snapshot.settings == SHORT


def test_a_model_from_a_file_joins_the_list(workshop):
    workshop.handle(AddModel("mine", open_model("shapes-hard")))
    workshop.handle(Change(replace(SHORT, model="mine")))
    snapshot = workshop.snapshot()
    assert "mine" in snapshot.models
    assert snapshot.model.preset == "shapes-hard"


def test_playing_goes_on_by_itself_and_loops():
    workshop = Workshop(replace(SHORT, frames=5, speed=0.0), playing=True)
    seen = []
    for _ in range(12):
        workshop.work()
        seen.append(workshop.snapshot().frame.index)
    assert seen == [(number + 1) % 5 for number in range(12)]


def test_without_loop_playing_ends_at_the_last_frame_and_begins_again_on_play():
    workshop = Workshop(replace(SHORT, frames=4, speed=0.0, loop=False), playing=True)
    for _ in range(8):
        workshop.work()
    assert workshop.snapshot().frame.index == 3
    assert not workshop.snapshot().playing
    workshop.handle(Play(True))
    assert workshop.snapshot().frame.index == 0


def job(tmp_path: Path, **changes) -> StartTraining:
    return StartTraining(preset("shapes-easy"), 60, 3, tmp_path / "c", **changes)


def test_a_running_training_is_looked_at_a_few_times_a_second(workshop, tmp_path, monkeypatch):
    monkeypatch.setattr(apprentice, "_VIEW_SECONDS", 1000.0)
    workshop.handle(job(tmp_path))
    workshop.work()
    view = workshop.snapshot().training
    workshop.work()
    assert workshop.snapshot().training is view
    monkeypatch.setattr(apprentice, "_VIEW_SECONDS", 0.0)
    assert workshop.snapshot().training.progress.share > view.progress.share
    monkeypatch.setattr(apprentice, "_VIEW_SECONDS", 1000.0)
    workshop.handle(PauseTraining(True))
    assert workshop.snapshot().training.state == "paused"  # a change of state is seen at once


def test_training_runs_beside_the_video_and_its_network_joins_the_list(workshop, tmp_path):
    workshop.handle(job(tmp_path))
    shares = []
    while workshop.snapshot().training.state == "running":
        workshop.work()
        shares.append(workshop.snapshot().training.progress.share)
    training = workshop.snapshot().training
    assert training.state == "done"
    assert shares[-1] == 1.0
    assert set(training.curves.energy) == {
        "reconstruction",
        "transition",
        "state_sparsity",
        "cause_sparsity",
        "top_down",
        "prior",
    }
    assert "shapes-easy 1" in workshop.snapshot().models
    workshop.handle(Change(replace(SHORT, model="shapes-easy 1")))
    assert workshop.snapshot().network is training.network
    assert list(tmp_path.iterdir()) == []  # no checkpoint is left behind


def test_a_paused_training_waits_and_keeps_a_checkpoint(workshop, tmp_path):
    workshop.handle(job(tmp_path))
    workshop.work()
    workshop.handle(PauseTraining(True))
    assert (tmp_path / "c").exists()
    share = workshop.snapshot().training.progress.share
    workshop.work()
    assert workshop.snapshot().training.progress.share == share
    workshop.handle(PauseTraining(False))
    workshop.work()
    assert workshop.snapshot().training.progress.share > share


def test_closing_in_the_middle_of_training_leaves_a_checkpoint_to_go_on_from(workshop, tmp_path):
    workshop.handle(job(tmp_path))
    for _ in range(3):
        workshop.work()
    last = workshop.snapshot().training.progress.place
    workshop.close()
    after = Workshop(SHORT, playing=False)
    after.handle(job(tmp_path, resume=True))
    after.work()
    snapshot = after.snapshot()
    assert snapshot.problems == ()
    assert snapshot.training is not None and snapshot.training.progress is not None
    place = snapshot.training.progress.place
    assert (place.epoch, place.step) == (1, 1)
    assert (last.epoch, last.step) == (1, 0)


def test_a_stopped_training_gives_what_it_has_learnt(workshop, tmp_path):
    workshop.handle(job(tmp_path))
    workshop.work()
    workshop.handle(StopTraining())
    snapshot = workshop.snapshot()
    assert snapshot.training.state == "stopped"
    assert "shapes-easy 1" in snapshot.models


def test_a_second_training_is_refused_while_one_runs(workshop, tmp_path):
    workshop.handle(job(tmp_path))
    workshop.handle(job(tmp_path))
    assert "under way" in workshop.snapshot().problems[0]


def test_a_checkpoint_that_cannot_be_written_is_told_once_and_training_goes_on(
    workshop, tmp_path, monkeypatch
):
    monkeypatch.setattr("dpcn_app.gui.apprentice.CHECKPOINT_SECONDS", 0.0)
    nowhere = tmp_path / "no folder" / "c"
    workshop.handle(StartTraining(preset("shapes-easy"), 60, 3, nowhere))
    while workshop.snapshot().training.state == "running":
        workshop.work()
    snapshot = workshop.snapshot()
    assert snapshot.training.state == "done"
    assert len(snapshot.problems) == 1
    assert "could not be written" in snapshot.problems[0]
