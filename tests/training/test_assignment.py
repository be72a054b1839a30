"""A checkpoint tells what its training has to learn."""

from dataclasses import replace

import pytest

from dpcn_app.errors import DamagedFileError, UserError
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint
from dpcn_app.training.assignment import Assignment, read_assignment
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import PRESETS, preset


@pytest.fixture
def checkpoint(tmp_path):
    """A training on 60 frames, kept before its first step."""
    training = Training(preset("shapes-easy"), 60, 3, checkpoint=tmp_path / "c", source="film.mp4")
    training.keep_checkpoint()
    return tmp_path / "c"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_comes_back_as_it_was(name, checkpoint):
    told = load_checkpoint(checkpoint)
    look = replace(preset(name).preprocessing, region=(1, 2, 30, 40), scale=0.3)
    assignment = Assignment(replace(preset(name), preprocessing=look), 900, 2**31 - 1, "a b.mp4")
    told.meta.update(assignment.as_meta())
    save_checkpoint(checkpoint, told)
    assert read_assignment(checkpoint) == assignment


def test_a_training_writes_its_own_and_goes_on_beside_it(checkpoint):
    told = read_assignment(checkpoint)
    assert told == Assignment(preset("shapes-easy"), 60, 3, "film.mp4")
    again = Training(told.preset, told.frames, told.seed, checkpoint=checkpoint, resume=True)
    assert not again.trainer.done


def test_damage_is_told_as_damage(tmp_path):
    (tmp_path / "c").write_text("garbage")
    with pytest.raises(DamagedFileError):
        read_assignment(tmp_path / "c")


def test_a_network_of_absurd_size_is_refused_before_it_is_made(checkpoint):
    told = load_checkpoint(checkpoint)
    layer = told.meta["assignment"]["preset"]["network"]["layers"][0]
    layer["states"] = 100_000
    save_checkpoint(checkpoint, told)
    with pytest.raises(UserError, match="does not tell what there is to learn"):
        read_assignment(checkpoint)
