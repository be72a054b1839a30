"""The training panel sends the right commands, refuses bad numbers, and shows a training."""

import gc
import json
import weakref
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel

from dpcn_app.engine.health import Health
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.errors import UserError
from dpcn_app.experiments.presets import PRESETS
from dpcn_app.gui.apprentice import Apprentice
from dpcn_app.gui.commands import PauseTraining, StartTraining, StopTraining
from dpcn_app.gui.hyperparameters import HYPERPARAMETERS, PRIOR, recipe, with_values
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels import training
from dpcn_app.gui.panels.training import TrainingPanel, training_checkpoint
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.settings import Settings, own_strengths, strength_names
from dpcn_app.gui.snapshot import Curves
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.training_charts import marks_of
from dpcn_app.gui.training_words import progress_in_words, time_in_words
from dpcn_app.gui.workshop import Workshop

EASY = PRESETS["shapes-easy"]


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr(training, "preferences", lambda: settings)
    monkeypatch.setattr(training.platformdirs, "user_data_path", lambda *a, **k: tmp_path / "data")
    return settings


@pytest.fixture
def asked():
    return []


@pytest.fixture
def make(qtbot, asked):
    def make():
        panel = TrainingPanel(Context(ThemeModel("dark"), Selection(), asked.append))
        qtbot.addWidget(panel)
        panel.resize(420, 800)
        panel.show()
        return panel

    return make


@pytest.fixture
def panel(make):
    return make()


@pytest.fixture(scope="module")
def views():
    """A real training of 60 frames: a view after each of its steps."""
    apprentice = Apprentice(StartTraining(EASY, 60, 3), "shapes-easy 1")
    views = [apprentice.view()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpcn_app.gui.apprentice._VIEW_SECONDS", 0.0)
        while apprentice.state == "running":
            apprentice.advance()
            views.append(apprentice.view())
    return views


def checkpoint():
    path = training_checkpoint()
    assert path is not None
    return path


def snapshot(view, **settings):
    return SimpleNamespace(
        training=view, views=(None,), settings=Settings(**settings), playing=False, watched=None
    )


def enabled(panel):
    buttons = {
        "start": panel.start_button,
        "pause": panel.pause_button,
        "resume": panel.resume_button,
        "stop": panel.stop_button,
    }
    return {name for name, button in buttons.items() if button.isEnabled()}


# --- steering -------------------------------------------------------------------------------------


def test_start_asks_for_the_recipe_with_frames_seed_and_checkpoint(panel, asked):
    panel.frames_box.setValue(900)
    panel.seed_box.setValue(11)
    panel.start_button.click()
    assert asked == [StartTraining(EASY, 900, 11, training_checkpoint(), False)]


def test_the_other_preset_can_be_chosen(panel, asked):
    panel.preset_box.setCurrentIndex(1)
    panel.start_button.click()
    assert asked[0].preset == PRESETS["shapes-hard"]
    assert asked[0].frames == PRESETS["shapes-hard"].frames


@pytest.mark.parametrize(
    ("state", "buttons"),
    [
        ("running", {"pause", "stop"}),
        ("paused", {"resume", "stop"}),
        ("done", {"start"}),
        ("stopped", {"start"}),
    ],
)
def test_only_buttons_that_make_sense_are_enabled(panel, views, state, buttons):
    assert enabled(panel) == {"start"}
    panel.refresh(snapshot(replace(views[3], state=state)))
    assert enabled(panel) == buttons
    assert panel.pause_button.isVisible() != panel.resume_button.isVisible()
    assert panel.preset_box.isEnabled() == ("start" in buttons)
    panel.refresh(snapshot(None))
    assert enabled(panel) == {"start"}


def test_pause_resume_and_stop_send_their_commands(panel, asked, views):
    panel.refresh(snapshot(views[3]))
    panel.pause_button.click()
    panel.refresh(snapshot(replace(views[3], state="paused")))
    panel.resume_button.click()
    panel.refresh(snapshot(views[4]))
    panel.stop_button.click()
    assert asked == [PauseTraining(True), PauseTraining(False), StopTraining()]


def test_no_second_command_is_sent_before_the_first_is_answered(panel, asked, views):
    panel.start_button.click()
    panel.start_button.click()
    assert len(asked) == 1 and enabled(panel) == set()
    panel.refresh(snapshot(None))
    assert enabled(panel) == {"start"}


def test_an_interrupted_training_is_resumed_with_its_own_choices(make, asked):
    first = make()
    first.preset_box.setCurrentIndex(1)
    first.frames_box.setValue(600)
    first.seed_box.setValue(5)
    first.form.boxes[1, "epochs"].setValue(7)
    first.start_button.click()
    checkpoint().write_bytes(b"where it stood")
    second = make()
    assert enabled(second) == {"start", "resume"}
    assert "interrupted" in second.status.text()
    second.resume_button.click()
    assert asked[1] == replace(asked[0], resume=True)


@pytest.mark.parametrize(
    "job", ["", "{", "[]", "{}", json.dumps({"preset": "x", "frames": "y"}), '{"preset": null}']
)
def test_damaged_choices_do_no_harm(make, kept, job):
    checkpoint().write_bytes(b"")
    kept.setValue("training/job", job)
    assert make().preset() == EASY


def test_without_a_writable_home_there_is_no_checkpoint(monkeypatch, tmp_path, panel, asked):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(
        training.platformdirs, "user_data_path", lambda *a, **k: tmp_path / "file" / "data"
    )
    assert training_checkpoint() is None
    panel.start_button.click()
    assert asked[0].checkpoint is None


def test_a_real_training_is_interrupted_resumed_and_stopped(make, asked):
    """What the panel asks for is what the workshop can do."""

    def carry_out(workshop):
        workshop.handle(asked.pop())
        assert workshop.snapshot().problems == ()

    panel = make()
    panel.frames_box.setValue(60)
    panel.start_button.click()
    workshop = Workshop(Settings(frames=10), playing=False)
    carry_out(workshop)
    for _ in range(3):
        workshop.work()
    workshop.close()
    assert checkpoint().exists()

    panel, workshop = make(), Workshop(Settings(frames=10), playing=False)
    panel.resume_button.click()
    carry_out(workshop)
    workshop.work()
    panel.refresh(workshop.snapshot())
    assert enabled(panel) == {"pause", "stop"}
    panel.stop_button.click()
    carry_out(workshop)
    panel.refresh(workshop.snapshot())
    assert enabled(panel) == {"start"} and not checkpoint().exists()
    assert "shapes-easy 1" in workshop.snapshot().models


# --- hyper-parameters -----------------------------------------------------------------------------


def test_the_form_is_closed_at_first_and_shows_the_recipe(panel):
    assert not panel.form.isVisible()
    panel.disclosure.click()
    assert panel.form.isVisible()
    assert panel.form.values() == recipe(EASY)
    assert panel.preset() == EASY


def test_every_field_says_what_it_means(panel):
    of_prior = {each.name for each in PRIOR}
    for (layer, name), box in panel.form.boxes.items():
        assert box.toolTip() and box.accessibleDescription() == box.toolTip()
        assert name in of_prior or f"layer {layer + 1}" in box.accessibleName()
        assert box.accessibleName()
    assert len(panel.form.boxes) == 2 * len(HYPERPARAMETERS) + len(PRIOR)


def test_the_priors_strengths_are_among_the_numbers_where_the_preset_has_one(panel):
    panel.form.boxes[0, "time"].setValue(3.5)
    prior = panel.preset().network.prior
    assert prior is not None and prior.time == 3.5
    assert panel.preset().name == "shapes-easy-custom"
    panel.preset_box.setCurrentIndex(panel.preset_box.findData("natural"))
    assert (0, "time") not in panel.form.boxes
    form = panel.form
    shown = [each.text() for each in form.findChildren(QLabel) if each.isVisibleTo(form)]
    assert shown.count("Layer 1") == 2 and "All layers" not in shown
    assert panel.preset() == PRESETS["natural"]
    panel.preset_box.setCurrentIndex(panel.preset_box.findData("shapes-easy"))
    assert panel.preset() == EASY
    assert {name for layer, name in panel.form.boxes if layer == 0} >= {x.name for x in PRIOR}


def test_the_ranges_of_the_prior_are_those_that_the_engine_takes():
    assert {each.name for each in PRIOR} <= set(strength_names())
    for each in PRIOR:
        for value in (each.low, each.high):
            own_strengths(PriorSpec(), ((each.name, value),))


def test_ranges_hold_the_recipe_of_every_preset():
    for preset in PRESETS.values():
        for values in recipe(preset):
            for each in HYPERPARAMETERS:
                assert each.low <= values[each.name] <= each.high
                assert round(values[each.name], each.decimals) == values[each.name]


def test_a_changed_number_makes_a_custom_preset(panel, asked):
    panel.form.boxes[0, "transition_weight"].setValue(0.25)
    panel.form.boxes[1, "restarts"].setValue(2)
    panel.start_button.click()
    preset = asked[0].preset
    assert preset.name == "shapes-easy-custom"
    assert preset.network.layers[0].transition_weight == 0.25
    assert preset.learning[1].restarts == 2
    assert preset.network.layers[1] == EASY.network.layers[1]
    assert preset.learning[0] == EASY.learning[0]


def test_every_field_reaches_the_preset(panel):
    for (layer, name), box in panel.form.boxes.items():
        panel.form.reset()
        box.setValue(box.value() + 1 if box.value() + 1 <= box.maximum() else 0.5)
        preset = panel.preset()
        assert recipe(preset)[layer][name] == box.value() != recipe(EASY)[layer][name]


def test_the_recipe_comes_back(panel):
    assert not panel.form.reset_button.isEnabled()
    panel.form.boxes[0, "epochs"].setValue(9)
    panel.form.reset_button.click()
    assert panel.preset() == EASY
    assert not panel.form.reset_button.isEnabled()


def test_a_bad_combination_gives_a_sentence_and_no_start(panel, asked):
    for name in ("dictionary_rate", "invariant_rate", "transition_rate"):
        panel.form.boxes[1, name].setValue(0)
    assert "Layer 2 would learn nothing" in panel.message.text()
    assert panel.message.isVisible() and enabled(panel) == set()
    panel.form.boxes[1, "dictionary_rate"].setValue(0.1)
    assert not panel.message.isVisible() and enabled(panel) == {"start"}
    panel.form.boxes[0, "sparsity"].setValue(0)
    assert "nothing to explain" in panel.message.text()


def test_what_the_engine_refuses_is_refused():
    values = recipe(EASY)
    values[0]["epochs"] = 0
    with pytest.raises(UserError, match="epochs"):
        with_values(EASY, values)


def test_the_wheel_does_not_change_numbers_that_lie_under_it(panel):
    panel.disclosure.click()
    box = panel.form.boxes[0, "epochs"]
    before = box.value()
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, event)
    assert box.value() == before


# --- showing --------------------------------------------------------------------------------------


def test_a_whole_training_is_shown(panel, views):
    shares, texts = [], []
    for view in views:
        panel.refresh(snapshot(view))
        shares.append(panel.bar.value())
        texts.append(panel.status.text())
    assert shares == sorted(shares) and shares[-1] == panel.bar.maximum()
    assert texts[0].startswith("Preparing")
    assert any("Layer 1 · epoch 2 of 3" in text for text in texts)
    assert any("Layer 2 · epoch 5 of 5" in text for text in texts)
    assert any("judging" in text for text in texts)
    assert "“shapes-easy 1” is learnt" in texts[-1]
    assert panel.verdict.isVisible() and views[-1].health.reason in panel.verdict.text()


def test_the_curves_change_as_the_training_goes_on(panel, views):
    panel.refresh(snapshot(views[0]))
    pictures = [panel.picture.grab().toImage()]
    for view in (views[4], views[-1]):
        panel.refresh(snapshot(view))
        pictures.append(panel.picture.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]
    panel.log_box.click()
    assert panel.picture.grab().toImage() != pictures[2]


def test_health_has_a_light_and_a_reason(panel, views):
    assert not panel.verdict.isVisible()
    lights = []
    for health in (Health(1, 1, 1, 1), Health(1, 0.5, 1, 1)):
        panel.refresh(snapshot(replace(views[-1], health=health)))
        lights.append(panel.light.grab().toImage())
        assert health.reason in panel.verdict.text()
    assert "Doubtful" in panel.verdict.text()
    assert lights[0] != lights[1]


def test_the_numbers_behind_the_curves_can_be_had(panel, views):
    assert panel.data() == {}
    panel.refresh(snapshot(views[-1]))
    data = panel.data()
    rows = len(views[-1].curves.steps)
    assert {len(array) for array in data.values()} == {rows}
    assert {"step", "layer", "energy_reconstruction", "change_A", "active_causes"} <= set(data)
    assert set(data["layer"]) == {1, 2}


def test_layers_are_marked_and_lines_break_at_restarts():
    steps = np.concatenate([np.arange(20), np.arange(30, 50), np.arange(60, 80)]).astype(float)
    none = np.zeros(60)
    layers = np.repeat([0, 1], [20, 40])
    marks, breaks = marks_of(Curves(steps, layers, {}, {}, none, none))
    assert [(mark.step, mark.name) for mark in marks] == [(0, "Layer 1"), (30, "Layer 2")]
    assert breaks.tolist() == [20, 40]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a few seconds left"),
        (23, "about 25 seconds left"),
        (58, "about a minute left"),
        (130, "about 2 minutes left"),
        (5400, "about 1.5 hours left"),
    ],
)
def test_time_left_is_told_in_round_words(seconds, words):
    assert time_in_words(seconds) == words


def test_a_later_attempt_is_told(views):
    view = next(view for view in views if view.progress and view.progress.place.layer == 1)
    place = replace(view.progress.place, phase="learn", restart=1, epoch=0)
    view = replace(view, progress=replace(view.progress, place=place), state="paused")
    words = progress_in_words(view)
    assert "Layer 2, attempt 2 · epoch 1 of 5 · paused" in words


def test_every_theme_is_taken_on(panel, views):
    panel.refresh(snapshot(views[-1]))
    pictures = []
    for name in ("light", "projector", "dark"):
        panel.context.themes.choose(name)
        pictures.append(panel.picture.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]


@pytest.mark.parametrize("theme", ["dark", "projector"])
@pytest.mark.parametrize("size", [(300, 300), (1200, 400)])
def test_controls_are_not_clipped(panel, views, size, theme, qtbot):
    panel.context.themes.choose(theme)
    panel.resize(*size)
    panel.disclosure.click()
    panel.refresh(snapshot(views[-1]))
    for button in (panel.start_button, panel.stop_button):
        text = button.fontMetrics().horizontalAdvance(button.text())
        assert button.width() >= text

    def clipped():
        labels = [label for label in panel.findChildren(QLabel) if label.isVisible()]
        low = [x.text() for x in labels if x.height() < x.heightForWidth(x.width())]
        narrow = [x.text() for x in labels if x.width() < x.minimumSizeHint().width()]
        return low + narrow

    qtbot.waitUntil(lambda: clipped() == [])


def test_panels_that_are_deleted_are_gone(qapp, views):
    themes, selection = ThemeModel("dark"), Selection()
    refs = []
    for _ in range(10):
        panel = TrainingPanel(Context(themes, selection, lambda command: None))
        panel.refresh(snapshot(views[-1]))
        panel.grab()
        refs.append(weakref.ref(panel))
        panel.deleteLater()
        del panel
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [ref for ref in refs if ref() is not None] == []
    themes.choose("light")  # nobody is left who would listen


# --- the user's own video -------------------------------------------------------------------------


def test_a_video_that_is_watched_can_be_learnt_from(panel, asked):
    panel.refresh(snapshot(None, source="/films/film.mp4", region=(1, 2, 30, 40), scale=0.5))
    assert panel.preset_box.currentText() == "Your video (film.mp4)"
    panel.start_button.click()
    (job,) = asked
    assert (job.preset.name, job.source) == ("natural", "/films/film.mp4")
    assert job.preset.preprocessing.region == (1, 2, 30, 40)
    assert job.preset.preprocessing.scale == 0.5


def test_what_suits_the_video_is_chosen_unless_something_was_set_by_hand(panel):
    panel.refresh(snapshot(None, source="photographs:frames=3000"))
    assert panel.preset_box.currentText().startswith("Natural scenes")
    panel.refresh(snapshot(None, shape_set="hard"))
    assert panel.preset_box.currentText().startswith("Shapes, hard")
    panel.frames_box.setValue(900)
    panel.refresh(snapshot(None, source="/films/film.mp4"))
    assert panel.preset_box.currentText().startswith("Shapes, hard")
    assert panel.preset_box.itemText(panel.preset_box.count() - 1) == "Your video (film.mp4)"


def test_another_video_takes_the_place_of_the_one_before(panel):
    for name in ("one.mp4", "two.mp4"):
        panel.refresh(snapshot(None, source=f"/films/{name}"))
    assert panel.preset_box.count() == len(PRESETS) + 1
    assert panel.preset_box.currentText() == "Your video (two.mp4)"


def test_an_interrupted_training_on_a_video_is_recalled_with_it(make, asked):
    first = make()
    first.refresh(snapshot(None, source="/films/film.mp4", region=(1, 2, 30, 40)))
    first.start_button.click()
    checkpoint().touch()
    second = make()
    second.refresh(snapshot(None))
    second.resume_button.click()
    assert asked[1] == replace(asked[0], resume=True)


def test_a_training_says_that_it_is_faster_without_a_video_that_plays(views):
    view = replace(views[5], state="running", seconds_left=100.0)
    assert "paused (Space)" in progress_in_words(view, playing=True)
    assert "Space" not in progress_in_words(view)


def test_what_a_training_takes_is_told_before_it_begins(panel):
    assert "some seconds" in panel.status.text()
    panel.preset_box.setCurrentIndex(panel.preset_box.findData("natural"))
    assert "some minutes" in panel.status.text()
