"""The controller keeps what it trains, and lists what was kept before."""

from dataclasses import replace
from pathlib import Path

import pytest

from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import (
    Change,
    ListModels,
    RenameModel,
    StartTraining,
    StopTraining,
)
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import TrainingView
from dpcn_app.live.training_words import progress_in_words
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.training.presets import preset
from tests.helpers.working import work_until

SHORT = Settings(source=shapes_source(frames=30))


def controller_with(folder: Path) -> Controller:
    return Controller(SHORT, playing=False, store=NetworkStore(folder))


def training_of(controller: Controller) -> TrainingView:
    training = controller.snapshot().training
    assert training is not None
    return training


def train(controller: Controller) -> TrainingView:
    controller.handle(StartTraining(preset("shapes-easy"), 60, 3))
    done = work_until(controller, lambda each: each.training and each.training.state == "done")
    controller.close()
    assert done.training is not None
    return done.training


def test_a_trained_network_is_there_at_the_next_start(tmp_path):
    controller = controller_with(tmp_path)
    trained = train(controller)
    assert trained.kept and trained.name == "shapes-easy 1"
    again = controller_with(tmp_path)
    assert "shapes-easy 1" in again.snapshot().models
    again.handle(Change(replace(SHORT, model="shapes-easy 1")))
    snapshot = again.snapshot()
    assert snapshot.model is not None
    assert snapshot.model.name == snapshot.settings.model == "shapes-easy 1"
    assert (snapshot.network.layers[0].C == trained.network.layers[0].C).all()
    assert train(again).name == "shapes-easy 2"


def test_a_training_calls_what_it_has_taught_as_the_user_does_now(tmp_path):
    controller = controller_with(tmp_path)
    train(controller)
    NetworkStore(tmp_path).rename("shapes-easy 1", "mine")
    controller.handle(RenameModel("another", "yours"))
    assert training_of(controller).name == "shapes-easy 1"
    controller.handle(RenameModel("shapes-easy 1", "mine"))
    assert training_of(controller).name == "mine"


def test_a_training_does_not_claim_a_network_that_was_deleted_until_it_is_brought_back(tmp_path):
    controller = controller_with(tmp_path)
    train(controller)
    store = NetworkStore(tmp_path)
    store.delete("shapes-easy 1")
    controller.handle(ListModels())
    assert "not kept any more" in progress_in_words(training_of(controller))
    store.undelete()
    controller.handle(ListModels())
    assert progress_in_words(training_of(controller)) == "“shapes-easy 1” is learnt and kept."


def test_a_training_that_was_never_kept_is_not_called_deleted():
    controller = Controller(SHORT, playing=False)
    train(controller)
    controller.handle(ListModels())
    assert "is learnt and in the list" in progress_in_words(training_of(controller))


def test_a_stopped_training_is_kept_too(tmp_path):
    controller = controller_with(tmp_path)
    controller.handle(StartTraining(preset("shapes-easy"), 60, 3))
    controller.handle(StopTraining())
    work_until(controller, lambda each: each.training and each.training.state == "stopped")
    stopped = training_of(controller)
    assert stopped.kept and "stopped at" in stopped.name
    controller.close()
    assert NetworkStore(tmp_path).names() == (stopped.name,)


def test_what_cannot_be_kept_gets_a_sentence_and_stays_for_this_session(tmp_path):
    (tmp_path / "file").write_text("in the way")
    controller = controller_with(tmp_path / "file")
    assert not train(controller).kept
    snapshot = controller.snapshot()
    assert "shapes-easy 1" in snapshot.models
    (problem,) = snapshot.problems
    assert "will be lost when you quit" in problem


def test_what_could_not_be_kept_leaves_its_checkpoint_or_is_kept_at_the_end(tmp_path):
    (tmp_path / "file").write_text("in the way")
    controller = controller_with(tmp_path / "file")
    for name in ("one", "other"):
        controller.handle(StartTraining(preset("shapes-easy"), 60, 3, tmp_path / name))
        work_until(controller, lambda each: each.training and each.training.state == "done")
    assert len(controller.snapshot().problems) == 2
    assert (tmp_path / "one").exists() and (tmp_path / "other").exists()
    (tmp_path / "file").unlink()
    controller.close()
    assert NetworkStore(tmp_path / "file").names() == ("shapes-easy 1", "shapes-easy 2")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_damaged_network_is_refused_with_a_sentence_when_chosen(tmp_path):
    (tmp_path / "film 1.npz").write_text("no network")
    controller = controller_with(tmp_path)
    assert "film 1" in controller.snapshot().models
    asked = replace(SHORT, model="film 1")
    controller.handle(Change(asked))
    snapshot = controller.snapshot()
    assert "film 1.npz is damaged" in snapshot.problems[0]
    assert snapshot.refused == asked and snapshot.settings == SHORT


@pytest.fixture
def using_film(tmp_path) -> Controller:
    """A controller that uses the kept network “film”."""
    NetworkStore(tmp_path).add("film", open_model("shapes-hard"))
    controller = controller_with(tmp_path)
    controller.handle(Change(replace(SHORT, model="film")))
    while controller.work(1.0) is not None:
        pass
    return controller


def test_the_network_in_use_is_renamed_without_inferring_anything_again(using_film, tmp_path):
    NetworkStore(tmp_path).rename("film", "mine")
    using_film.handle(RenameModel("film", "mine"))
    using_film.handle(Change(replace(SHORT, model="mine")))
    snapshot = using_film.snapshot()
    assert snapshot.settings.model == "mine" and snapshot.problems == ()
    assert "film" not in snapshot.models
    assert snapshot.views[0].inferred == 30


def test_the_network_in_use_stays_when_another_window_deletes_it(using_film, tmp_path):
    store = NetworkStore(tmp_path)
    store.delete("film")
    store.add("other", open_model("shapes-hard"))
    using_film.handle(ListModels())
    assert {"film", "other"} <= set(using_film.snapshot().models)
