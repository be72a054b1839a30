"""Trainings and runs in the header of a step."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.experiment_header import read_run, read_training
from dpcn_app.training.hyperparameters import recipe
from dpcn_app.training.presets import PRESETS


def test_a_training_is_the_preset_but_for_what_is_named():
    job = read_training("preset=shapes-hard, seed=3, cause_sparsity of layer 2=2, slow=no")
    assert (job["preset"], job["frames"], job["seed"], job["slow"]) == (
        "shapes-hard",
        600,
        3,
        False,
    )
    usual = recipe(PRESETS["shapes-hard"])
    assert job["values"][1] == usual[1] | {"cause_sparsity": 2.0}
    assert job["values"][0] == usual[0]


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ("frames=600", "there is no preset ''; there are shapes-easy"),
        ("preset=mine", "no preset 'mine'"),
        ("preset=shapes-easy, frames=9", "frames is a whole number from 60"),
        ("preset=shapes-easy, beta=1", "write it like"),
        ("preset=shapes-easy, beta of layer 2=1", "no hyper-parameter 'beta'"),
        ("preset=shapes-easy, sparsity of layer 3=1", "write it like"),
        ("preset=shapes-easy, sparsity of layer 1=9", "from 0 to 5"),
        ("shapes-easy", "a list such as"),
    ],
)
def test_a_training_that_cannot_be_is_refused_with_what_to_write(value, advice):
    with pytest.raises(UserError, match=advice):
        read_training(value)


def test_a_run_is_the_papers_but_for_what_is_named():
    assert read_run("usual") == {}
    assert read_run("lambda=0, observations=40") == {"lambda": 0.0, "observations": 40.0}


@pytest.mark.parametrize(
    ("value", "advice"),
    [("speed=1", "no number of a run called 'speed'"), ("lambda=7", "from 0 to 1")],
)
def test_a_run_that_cannot_be_is_refused_with_what_to_write(value, advice):
    with pytest.raises(UserError, match=advice):
        read_run(value)
