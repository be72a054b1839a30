"""Training a preset to a model: checkpoints on the way, and what the model remembers."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.training import driver
from dpcn_app.training.driver import (
    as_model,
    looking_at,
    make_trainer,
    preprocessing_of,
    resume_trainer,
    train,
)
from dpcn_app.training.presets import preset
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.preprocess import Preprocessing
from tests.helpers.small_natural import Grey


class Interrupted(Exception):
    pass


def test_an_interrupted_training_resumes_from_its_file_to_the_same_network(tmp_path):
    recipe = preset("shapes-easy")
    whole = train(make_trainer(recipe, 60, 3)).network
    kept = tmp_path / "model.npz.checkpoint"
    steps = iter(range(9))

    def interrupt(_):
        if next(steps, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(make_trainer(recipe, 60, 3), interrupt, kept)
    resumed = train(resume_trainer(recipe, 60, 3, kept)).network
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
        train(make_trainer(preset("shapes-easy"), 60, 3), crash, kept)
    assert not resume_trainer(preset("shapes-easy"), 60, 3, kept).done


def test_a_checkpoint_of_another_seed_is_refused(tmp_path):
    kept = tmp_path / "c"

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(make_trainer(preset("shapes-easy"), 60, 3), stop, kept)
    with pytest.raises(UserError, match="another training"):
        resume_trainer(preset("shapes-easy"), 60, 4, kept)


def test_absurd_seeds_are_refused():
    for seed in (-1, 2**40):
        with pytest.raises(UserError, match="seed"):
            make_trainer(preset("shapes-easy"), 60, seed)


def test_the_model_remembers_how_it_was_trained():
    recipe = preset("shapes-hard")
    trained = train(make_trainer(recipe, 60, 3))
    model = as_model(
        recipe, trained.network, frames=60, seed=3, health=trained.health, scores={"clean": 1.0}
    )
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
    trainer = make_trainer(looking_at(natural, look), 32, 1, video)
    kept = preprocessing_of(trainer)
    assert (kept.region, kept.scale) == ((4, 6, 48, 50), 0.5)
    assert kept.contrast == natural.preprocessing.contrast


def test_shapes_are_learnt_from_as_they_are():
    with pytest.raises(UserError, match="no region and no scale"):
        looking_at(preset("shapes-easy"), Preprocessing(scale=0.5))
    assert looking_at(preset("shapes-easy"), Preprocessing()) == preset("shapes-easy")


def test_shapes_are_not_learnt_from_a_video() -> None:
    with pytest.raises(UserError, match="give no video"):
        make_trainer(preset("shapes-easy"), 60, 1, Grey(10, rising=True))
