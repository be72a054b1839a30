"""Training a preset to a model: checkpoints on the way, and what the model remembers."""

from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from dpcn_app.errors import DamagedFileError, UserError
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint
from dpcn_app.training import driver
from dpcn_app.training.driver import Training, looking_at
from dpcn_app.training.presets import preset
from dpcn_app.training.status import TrainingStatus
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.preprocess import Preprocessing
from tests.helpers.small_natural import Grey


class Interrupted(Exception):
    pass


def test_an_interrupted_training_resumes_from_its_file_to_the_same_network(tmp_path):
    recipe = preset("shapes-easy")
    whole = Training(recipe, 60, 3).run().network
    kept = tmp_path / "model.npz.checkpoint"
    steps = iter(range(9))

    def interrupt(_):
        if next(steps, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Training(recipe, 60, 3, checkpoint=kept).run(interrupt)
    resumed = Training(recipe, 60, 3, checkpoint=kept, resume=True).run().network
    for one, other in zip(whole.layers, resumed.layers, strict=True):
        assert one.output_scale == other.output_scale
        for name in "ABC":
            assert np.array_equal(getattr(one, name), getattr(other, name))


def test_checkpoints_are_kept_on_the_way_while_time_passes(tmp_path, monkeypatch):
    monkeypatch.setattr(driver, "CHECKPOINT_SECONDS", 0.0)
    kept = tmp_path / "model.npz.checkpoint"

    def crash(progress):
        if progress.place.epoch == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        Training(preset("shapes-easy"), 60, 3, checkpoint=kept).run(crash)
    resumed = Training(preset("shapes-easy"), 60, 3, checkpoint=kept, resume=True)
    assert not resumed.trainer.done


def test_a_checkpoint_of_another_seed_is_refused(tmp_path):
    kept = tmp_path / "c"

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Training(preset("shapes-easy"), 60, 3, checkpoint=kept).run(stop)
    with pytest.raises(UserError, match="another training"):
        Training(preset("shapes-easy"), 60, 4, checkpoint=kept, resume=True)


def test_without_a_checkpoint_no_training_goes_on():
    with pytest.raises(UserError, match="from a checkpoint"):
        Training(preset("shapes-easy"), 60, 3, resume=True)


@pytest.mark.parametrize("learnt", [None, "", -1, True])
def test_a_damaged_number_of_steps_is_told_as_damage(tmp_path, learnt):
    kept = tmp_path / "c"
    training = Training(preset("shapes-easy"), 60, 3, checkpoint=kept)
    training.advance()
    training.keep_checkpoint()
    checkpoint = load_checkpoint(kept)
    checkpoint.meta["learnt"] = learnt
    save_checkpoint(kept, checkpoint)
    with pytest.raises(DamagedFileError, match="damaged"):
        Training(preset("shapes-easy"), 60, 3, checkpoint=kept, resume=True)


def test_it_takes_one_thread_for_its_products_so_that_cores_do_not_change_the_network():
    threads: set[int] = set()

    def look(_):
        threads.update(each["num_threads"] for each in threadpool_info())

    with threadpool_limits(2):
        Training(preset("shapes-easy"), 60, 3).run(look)
    assert threads == {1}


def test_absurd_seeds_are_refused():
    for seed in (-1, 2**40):
        with pytest.raises(UserError, match="seed"):
            Training(preset("shapes-easy"), 60, seed)


def test_the_model_remembers_how_it_was_trained():
    recipe = preset("shapes-hard")
    training = Training(recipe, 60, 3)
    trained, model = training.run(), training.model({"clean": 1.0})
    assert model.network is trained.network
    assert model.scores == {"clean": 1.0}
    assert model.preset == "shapes-hard"
    assert model.classes == ("square", "diamond", "triangle")
    assert model.recipe["frames"] == 60
    assert trained.health is not None
    assert model.recipe["health"]["coverage"] == trained.health.coverage
    assert trained.restarts >= 1


def test_region_and_scale_are_kept_with_what_is_learnt():
    video = MovingPhotographs(PhotographsConfig(frame_shape=(64, 64)), 40)
    natural = preset("natural")
    look = replace(natural.preprocessing, region=(4, 6, 48, 50), scale=0.5)
    kept = Training(looking_at(natural, look), 32, 1, video).preprocessing
    assert (kept.region, kept.scale) == ((4, 6, 48, 50), 0.5)
    assert kept.contrast == natural.preprocessing.contrast


def test_shapes_are_learnt_from_as_they_are():
    with pytest.raises(UserError, match="no region and no scale"):
        looking_at(preset("shapes-easy"), Preprocessing(scale=0.5))
    assert looking_at(preset("shapes-easy"), Preprocessing()) == preset("shapes-easy")


def test_a_training_goes_a_step_at_a_time_and_tells_when_it_is_done():
    training = Training(preset("shapes-easy"), 60, 3)
    assert training.seconds_left is None
    shares = []
    while training.state is TrainingStatus.RUNNING:
        shares.append(training.advance().share)
    assert shares == sorted(shares)
    assert (training.state, shares[-1]) == (TrainingStatus.DONE, 1.0)
    assert training.seconds_left == 0
    assert training.health is not None and training.health == training.result().health


def test_a_paused_training_keeps_a_checkpoint_which_stays_until_it_is_forgotten(tmp_path):
    kept = tmp_path / "c"
    training = Training(preset("shapes-easy"), 60, 3, checkpoint=kept)
    training.advance()
    assert not kept.exists()
    training.pause(True)
    assert (training.state, kept.exists()) == (TrainingStatus.PAUSED, True)
    training.pause(False)
    assert training.state is TrainingStatus.RUNNING
    training.stop()
    assert (training.state, kept.exists()) == (TrainingStatus.STOPPED, True)
    training.forget_checkpoint()
    assert not kept.exists()
    training.pause(False)
    assert training.state is TrainingStatus.STOPPED


def test_a_stopped_training_has_a_network_whose_health_is_not_known():
    training = Training(preset("shapes-easy"), 60, 3)
    training.advance()
    training.stop()
    assert training.model().recipe["health"] is None


def test_a_checkpoint_that_cannot_be_written_is_told_once_and_stops_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(driver, "CHECKPOINT_SECONDS", 0.0)
    nowhere = tmp_path / "no folder" / "c"
    training = Training(preset("shapes-easy"), 60, 3, checkpoint=nowhere)
    share = training.advance().share
    with pytest.raises(UserError):
        training.keep_checkpoint_if_due()
    assert training.advance().share > share
    training.keep_checkpoint_if_due()


def test_a_video_is_closed_with_the_training():
    closed = []

    class Film(MovingPhotographs):
        def close(self) -> None:
            closed.append(True)

    video = Film(PhotographsConfig(frame_shape=(64, 64)), 40)
    Training(preset("natural"), 32, 1, video).stop()
    assert closed


def test_shapes_are_not_learnt_from_a_video() -> None:
    with pytest.raises(UserError, match="give no video"):
        Training(preset("shapes-easy"), 60, 1, Grey(10, rising=True))
