"""The choices name a preset or the user's video, and can be stored and shown again."""

import pytest

from dpcn_app.gui.panels.training.hyperparameter_form import HyperparameterForm
from dpcn_app.gui.panels.training.training_choices import TrainingChoices
from dpcn_app.lessons.experiment_header import read_training
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.training.hyperparameters import recipe
from dpcn_app.training.presets import PRESETS

EASY = PRESETS["shapes-easy"]
FILM = Settings(source="/films/film.mp4", region=(1, 2, 30, 40), scale=0.5)


@pytest.fixture
def make(qtbot):
    def make():
        form = HyperparameterForm()
        choices = TrainingChoices(form)
        for widget in (form, choices):
            qtbot.addWidget(widget)
        return choices, form

    return make


@pytest.fixture
def both(make):
    return make()


@pytest.fixture
def choices(both):
    return both[0]


@pytest.fixture
def form(both):
    return both[1]


# --- presets --------------------------------------------------------------------------------------


def test_the_first_preset_is_chosen_with_its_recipe(choices):
    assert choices.preset() == EASY
    assert choices.start_command(None) == StartTraining(EASY, EASY.frames, 0)


def test_the_other_preset_can_be_chosen(choices):
    choices.preset_box.setCurrentIndex(1)
    command = choices.start_command(None)
    assert command.preset == PRESETS["shapes-hard"]
    assert command.frames == PRESETS["shapes-hard"].frames


def test_a_changed_number_makes_a_custom_preset(choices, form):
    form.boxes[0, "transition_weight"].setValue(0.25)
    form.boxes[1, "restarts"].setValue(2)
    preset = choices.preset()
    assert preset.name == "shapes-easy-custom"
    assert preset.network.layers[0].transition_weight == 0.25
    assert preset.learning[1].restarts == 2
    assert preset.network.layers[1] == EASY.network.layers[1]
    assert preset.learning[0] == EASY.learning[0]


def test_every_field_reaches_the_preset(choices, form):
    for (layer, name), box in form.boxes.items():
        form.reset()
        box.setValue(box.value() + 1 if box.value() + 1 <= box.maximum() else 0.3)
        preset = choices.preset()
        assert recipe(preset)[layer][name] == box.value() != recipe(EASY)[layer][name]


def test_the_priors_strengths_are_among_the_numbers_where_the_preset_has_one(choices, form):
    form.boxes[0, "time"].setValue(3.5)
    prior = choices.preset().network.prior
    assert prior is not None and prior.time == 3.5
    assert choices.preset().name == "shapes-easy-custom"
    for name in ("natural", "shapes-easy"):
        choices.preset_box.setCurrentIndex(choices.preset_box.findData(name))
        assert choices.preset() == PRESETS[name]


def test_choices_are_held_while_a_training_goes_by_them(choices, form):
    held = (choices.preset_box, choices.frames_box, choices.seed_box, form)
    for on in (False, True):
        choices.let_change(on)
        assert {widget.isEnabled() for widget in held} == {on}


# --- the user's own video -------------------------------------------------------------------------


def test_a_video_that_is_watched_can_be_learnt_from(choices):
    choices.follow(FILM)
    assert choices.preset_box.currentText() == "Your video (film.mp4)"
    command = choices.start_command(None)
    assert (command.preset.name, command.source) == ("natural", "/films/film.mp4")
    assert command.preset.preprocessing.region == (1, 2, 30, 40)
    assert command.preset.preprocessing.scale == 0.5


def test_what_suits_the_video_is_chosen_unless_something_was_set_by_hand(choices):
    choices.follow(Settings(source="photographs:frames=3000"))
    assert choices.preset_box.currentText().startswith("Natural scenes")
    choices.follow(Settings(source=shapes_source("hard")))
    assert choices.preset_box.currentText().startswith("Shapes, hard")
    choices.frames_box.setValue(900)
    choices.follow(Settings(source="/films/film.mp4"))
    assert choices.preset_box.currentText().startswith("Shapes, hard")
    assert choices.preset_box.itemText(choices.preset_box.count() - 1) == "Your video (film.mp4)"


@pytest.mark.parametrize(("name", "value"), [("epochs", 9), ("sparsity", 0)])
def test_a_number_set_by_hand_keeps_the_preset_be_it_good_or_bad(choices, form, name, value):
    form.boxes[0, name].setValue(value)
    choices.follow(FILM)
    assert choices.preset_box.currentData() == "shapes-easy"
    assert form.boxes[0, name].value() == value


def test_another_video_takes_the_place_of_the_one_before(choices):
    for name in ("one.mp4", "two.mp4"):
        choices.follow(Settings(source=f"/films/{name}"))
    assert choices.preset_box.count() == len(PRESETS) + 1
    assert choices.preset_box.currentText() == "Your video (two.mp4)"


# --- lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("watched", [Settings(), FILM])
def test_the_users_own_choices_come_back_after_a_lesson(both, watched):
    choices, form = both
    choices.follow(watched)
    choices.frames_box.setValue(600)
    choices.seed_box.setValue(5)
    form.boxes[1, "epochs"].setValue(7)
    own = choices.start_command(None)
    choices.lend(read_training("preset=shapes-hard, frames=900, seed=2"))
    lent = choices.start_command(None)
    assert (lent.preset.name, lent.frames, lent.seed) == ("shapes-hard", 900, 2)
    assert not lent.source and not lent.keep
    choices.lend(None)
    assert choices.start_command(None) == own
