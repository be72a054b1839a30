"""A study and its tasks."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.training.presets import preset
from tests.helpers.small_study import TEXT, small_study


def test_the_whole_grid_comes_with_the_first_seed_before_the_next() -> None:
    tasks = list(small_study().tasks())
    assert len(tasks) == len(small_study()) == 6
    assert [task.seed for task in tasks] == [1, 1, 2, 2, 3, 3]
    assert [dict(task.values)["layer1.sparsity"] for task in tasks[:2]] == [0.5, 0.7]


def test_a_task_trains_the_preset_with_its_own_values() -> None:
    task = next(small_study().tasks())
    recipe = task.recipe()
    assert recipe.network.layers[0].sparsity == 0.5
    assert recipe.network.layers[1] == preset("shapes-easy").network.layers[1]
    assert (recipe.learning[0].epochs, recipe.learning[1].restarts) == (1, 1)


def test_strengths_of_the_prior_are_set_by_name() -> None:
    study = small_study(TEXT + "[prior]\ntime = [3.5]\n")
    assert next(study.tasks()).recipe().network.prior.time == 3.5  # type: ignore[union-attr]


def test_tasks_that_differ_have_files_of_different_names() -> None:
    tasks = list(small_study().tasks())
    other = replace(tasks[0], noise=(1.5,))
    assert len({task.name for task in [*tasks, other]}) == 7
    assert tasks[0].name == next(small_study().tasks()).name


def test_natural_scenes_are_tested_without_noise_and_modes() -> None:
    study = small_study('presets = ["natural"]\nseeds = [4]')
    (task,) = study.tasks()
    assert (task.noise, task.modes, task.frames) == ((), (), preset("natural").frames)


def test_what_cannot_be_trained_together_is_refused() -> None:
    rates = "dictionary_rate = 0\ninvariant_rate = 0\ntransition_rate = 0\n"
    with pytest.raises(UserError, match=r"layer1.sparsity = 0.5.*would learn nothing"):
        small_study(TEXT.replace("[layer1]\n", f"[layer1]\n{rates}"))
