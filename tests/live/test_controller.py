"""The controller: what the engine thread runs, tested without a thread."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.live import training_job
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import (
    AddModel,
    Change,
    Jump,
    PauseTraining,
    Play,
    StartTraining,
    Step,
    StopTraining,
)
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.presets import preset

SHORT = Settings(source=shapes_source(frames=120))


@pytest.fixture
def controller():
    return Controller(SHORT, playing=False)


def finish(controller):
    while controller.work(1.0) is not None:
        pass
    return controller.snapshot()


def test_all_frames_are_inferred_in_the_background(controller):
    snapshot = finish(controller)
    assert snapshot.busy is None
    assert snapshot.views[0].inferred == 120
    assert snapshot.views[0].scores is not None


def test_steps_go_forward_and_back_and_stop_at_the_ends(controller):
    for command, expected in (
        (Step(1), 1),
        (Step(-5), 0),
        (Jump(50), 50),
        (Step(-1), 49),
        (Jump(10**9), 119),
        (Step(1), 119),
    ):
        controller.handle(command)
        assert controller.snapshot().frame.index == expected


def test_top_down_changes_the_cloud_and_raises_the_silhouette():
    controller = Controller(Settings(), playing=False)
    before = finish(controller).views[0]
    controller.handle(Change(Settings(modes=("both",))))
    after = finish(controller).views[0]
    assert after.scores.silhouette - before.scores.silhouette >= 0.15
    controller.handle(Change(Settings()))
    again = controller.snapshot().views[0]
    assert np.array_equal(again.causes, before.causes)  # kept, not inferred again


def test_compare_shows_two_modes_of_the_same_frame(controller):
    controller.handle(Change(replace(SHORT, modes=("off", "both"))))
    snapshot = finish(controller)
    assert [view.mode for view in snapshot.views] == ["off", "both"]
    assert not np.array_equal(snapshot.views[0].causes, snapshot.views[1].causes)


def test_the_moving_average_smooths_the_bottom_up_causes(controller):
    controller.handle(Change(replace(SHORT, modes=("off", "average"))))
    off, average = finish(controller).views
    jumps = [np.abs(np.diff(view.causes, axis=0)).mean() for view in (off, average)]
    assert jumps[1] < jumps[0] / 2


def test_pictures_have_the_size_of_the_frame(controller):
    controller.handle(Jump(5))
    snapshot = controller.snapshot()
    view = snapshot.views[0]
    for picture in (view.reconstruction, view.prediction, view.residual):
        assert picture.shape == snapshot.frame.image.shape
    assert np.allclose(view.residual, snapshot.frame.image - view.reconstruction)
    controller.handle(Jump(0))
    assert controller.snapshot().views[0].prediction is None


def test_other_settings_show_another_video(controller):
    first = controller.snapshot().frame.image
    controller.handle(Change(replace(SHORT, seed=99)))
    assert not np.array_equal(controller.snapshot().frame.image, first)
    controller.handle(Change(replace(SHORT, source=shapes_source("hard", 40), model="shapes-hard")))
    assert controller.snapshot().classes == ("square", "diamond", "triangle")


def test_what_cannot_be_done_becomes_a_problem_and_nothing_is_lost(controller):
    controller.handle(Change(replace(SHORT, model="no such network")))
    snapshot = controller.snapshot()
    assert "no such network" in snapshot.problems[0]
    assert snapshot.settings == SHORT


def test_a_model_from_a_file_joins_the_list(controller):
    controller.handle(AddModel("mine", open_model("shapes-hard")))
    controller.handle(Change(replace(SHORT, model="mine")))
    snapshot = controller.snapshot()
    assert "mine" in snapshot.models
    assert snapshot.model.preset == "shapes-hard"


def test_playing_goes_on_by_itself_and_loops():
    controller = Controller(replace(SHORT, source=shapes_source(frames=5), speed=0.0), playing=True)
    seen = []
    for _ in range(12):
        controller.work()
        seen.append(controller.snapshot().frame.index)
    assert seen == [(number + 1) % 5 for number in range(12)]


def test_without_loop_playing_ends_at_the_last_frame_and_begins_again_on_play():
    controller = Controller(
        replace(SHORT, source=shapes_source(frames=4), speed=0.0, loop=False), playing=True
    )
    for _ in range(8):
        controller.work()
    assert controller.snapshot().frame.index == 3
    assert not controller.snapshot().playing
    controller.handle(Play(True))
    assert controller.snapshot().frame.index == 0


def job(tmp_path: Path, **changes) -> StartTraining:
    return StartTraining(preset("shapes-easy"), 60, 3, tmp_path / "c", **changes)


def test_a_running_training_is_looked_at_a_few_times_a_second(controller, tmp_path, monkeypatch):
    monkeypatch.setattr(training_job, "_VIEW_SECONDS", 1000.0)
    controller.handle(job(tmp_path))
    controller.work()
    view = controller.snapshot().training
    controller.work()
    assert controller.snapshot().training is view
    monkeypatch.setattr(training_job, "_VIEW_SECONDS", 0.0)
    assert controller.snapshot().training.progress.share > view.progress.share
    monkeypatch.setattr(training_job, "_VIEW_SECONDS", 1000.0)
    controller.handle(PauseTraining(True))
    assert controller.snapshot().training.state == "paused"  # a change of state is seen at once


def test_training_runs_beside_the_video_and_its_network_joins_the_list(controller, tmp_path):
    controller.handle(job(tmp_path))
    shares = []
    while controller.snapshot().training.state == "running":
        controller.work()
        shares.append(controller.snapshot().training.progress.share)
    training = controller.snapshot().training
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
    assert "shapes-easy 1" in controller.snapshot().models
    controller.handle(Change(replace(SHORT, model="shapes-easy 1")))
    assert controller.snapshot().network is training.network
    assert list(tmp_path.iterdir()) == []  # no checkpoint is left behind


def test_a_paused_training_waits_and_keeps_a_checkpoint(controller, tmp_path):
    controller.handle(job(tmp_path))
    controller.work()
    controller.handle(PauseTraining(True))
    assert (tmp_path / "c").exists()
    share = controller.snapshot().training.progress.share
    controller.work()
    assert controller.snapshot().training.progress.share == share
    controller.handle(PauseTraining(False))
    controller.work()
    assert controller.snapshot().training.progress.share > share


def test_closing_in_the_middle_of_training_leaves_a_checkpoint_to_go_on_from(controller, tmp_path):
    controller.handle(job(tmp_path))
    for _ in range(3):
        controller.work()
    last = controller.snapshot().training.progress.place
    controller.close()
    after = Controller(SHORT, playing=False)
    after.handle(job(tmp_path, resume=True))
    after.work()
    snapshot = after.snapshot()
    assert snapshot.problems == ()
    assert snapshot.training is not None and snapshot.training.progress is not None
    place = snapshot.training.progress.place
    assert (place.epoch, place.step) == (1, 1)
    assert (last.epoch, last.step) == (1, 0)


def test_a_stopped_training_gives_what_it_has_learnt(controller, tmp_path):
    controller.handle(job(tmp_path))
    controller.work()
    controller.handle(StopTraining())
    snapshot = controller.snapshot()
    assert snapshot.training.state == "stopped"
    assert "shapes-easy 1" in snapshot.models


def test_a_second_training_is_refused_while_one_runs(controller, tmp_path):
    controller.handle(job(tmp_path))
    controller.handle(job(tmp_path))
    assert "under way" in controller.snapshot().problems[0]


def test_a_checkpoint_that_cannot_be_written_is_told_once_and_training_goes_on(
    controller, tmp_path, monkeypatch
):
    monkeypatch.setattr("dpcn_app.training.driver.CHECKPOINT_SECONDS", 0.0)
    nowhere = tmp_path / "no folder" / "c"
    controller.handle(StartTraining(preset("shapes-easy"), 60, 3, nowhere))
    while controller.snapshot().training.state == "running":
        controller.work()
    snapshot = controller.snapshot()
    assert snapshot.training.state == "done"
    assert len(snapshot.problems) == 1
    assert "could not be written" in snapshot.problems[0]
