"""The training panel sends the right commands, refuses bad numbers, and shows a training."""

import gc
import weakref
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel, QScrollArea

from dpcn_app.engine.health import Health
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.training.training_panel import TrainingPanel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.live.engine_commands import (
    HurryTraining,
    PauseTraining,
    StartTraining,
    StopTraining,
)
from dpcn_app.live.slow_start import SLOW_SECONDS
from dpcn_app.live.unfinished_trainings import unfinished_trainings
from dpcn_app.training.hyperparameters import recipe
from dpcn_app.training.status import TrainingStatus
from tests.helpers.training_scene import (
    EASY,
    keep_under,
    make_panel,
    snapshot,
    views_of_a_training,
)


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    keep_under(tmp_path, monkeypatch)


@pytest.fixture
def asked():
    return []


@pytest.fixture
def raised():
    return []


@pytest.fixture
def make(qtbot, asked, raised):
    return lambda: make_panel(qtbot, asked, raised.append)


@pytest.fixture
def panel(make):
    return make()


@pytest.fixture(scope="module")
def views():
    """A real training: a view after each of its steps."""
    return views_of_a_training()


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
    panel.choices.frames_box.setValue(900)
    panel.choices.seed_box.setValue(11)
    panel.start_button.click()
    kept = asked[0].checkpoint
    assert asked == [StartTraining(EASY, 900, 11, kept, slow_seconds=SLOW_SECONDS)]
    kept.touch()
    assert unfinished_trainings() == [kept]


def test_a_start_is_slow_and_shows_the_dictionary_unless_it_is_switched_off(panel, asked, raised):
    assert panel.slow_box.isChecked() and "10 seconds longer" in panel.slow_box.toolTip()
    panel.start_button.click()
    assert asked[0].slow_seconds == 10 and raised == ["dictionary"]
    panel.refresh(snapshot(None))
    panel.slow_box.click()
    panel.start_button.click()
    assert asked[1].slow_seconds == 0 and raised == ["dictionary"]


def test_a_slow_start_is_told_and_can_be_ended(panel, asked, views):
    assert not panel.hurry_button.isVisible()
    panel.refresh(snapshot(replace(views[3], slow_left=6.2)))
    assert "slow start, full speed in 7 s" in panel.status.text()
    panel.hurry_button.click()
    assert asked == [HurryTraining()] and not panel.hurry_button.isVisible()
    panel.refresh(snapshot(views[4]))
    assert "slow" not in panel.status.text() and not panel.hurry_button.isVisible()
    panel.refresh(snapshot(replace(views[3], slow_left=6.2)))
    panel.refresh(snapshot(None))  # it was lost
    assert not panel.hurry_button.isVisible()


def test_one_that_is_being_stopped_can_neither_be_paused_nor_stopped_again(panel, views):
    panel.refresh(snapshot(replace(views[3], stopping=True)))
    assert not panel.pause_button.isEnabled() and not panel.stop_button.isEnabled()


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
    panel.refresh(snapshot(replace(views[3], state=TrainingStatus(state))))
    assert enabled(panel) == buttons
    assert panel.pause_button.isVisible() != panel.resume_button.isVisible()
    assert panel.choices.preset_box.isEnabled() == ("start" in buttons)
    panel.refresh(snapshot(None))
    assert enabled(panel) == {"start"}


def test_pause_resume_and_stop_send_their_commands(panel, asked, views):
    panel.refresh(snapshot(views[3]))
    panel.pause_button.click()
    panel.refresh(snapshot(replace(views[3], state=TrainingStatus.PAUSED)))
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


# --- hyper-parameters -----------------------------------------------------------------------------


def test_the_form_is_closed_at_first_and_shows_the_recipe(panel):
    assert not panel.form.isVisible()
    panel.disclosure.click()
    assert panel.form.isVisible()
    assert panel.form.values() == recipe(EASY)
    assert panel.choices.preset() == EASY


def test_a_bad_combination_gives_a_sentence_and_no_start(panel, asked):
    for name in ("dictionary_rate", "invariant_rate", "transition_rate"):
        panel.form.boxes[1, name].setValue(0)
    assert "Layer 2 would learn nothing" in panel.message.text()
    assert panel.message.isVisible() and enabled(panel) == set()
    panel.form.boxes[1, "dictionary_rate"].setValue(0.1)
    assert not panel.message.isVisible() and enabled(panel) == {"start"}
    panel.form.boxes[0, "sparsity"].setValue(0)
    assert "nothing to explain" in panel.message.text()


def test_a_number_out_of_range_is_refused_with_a_sentence(qtbot, panel):
    panel.disclosure.click()
    box = panel.form.boxes[0, "cause_sparsity"]
    before = box.number
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "5")
    assert box.number == before
    assert panel.message.text() == "Layer 1: Cause sparsity β takes numbers from 0 to 2."
    assert panel.message.isVisible() and enabled(panel) == {"start"}
    qtbot.keyClicks(box, "1.5")
    assert box.number == 1.5 and not panel.message.isVisible()


def places(panel):
    """Return where all fields of the form are, when nothing is left to lay out."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    return [box.mapTo(panel, QPoint()).toTuple() for box in panel.form.boxes.values()]


@pytest.mark.parametrize("size", [(300, 600), (566, 193), (1200, 400)])
def test_no_sentence_moves_the_form_under_the_mouse(panel, views, size):
    panel.resize(*size)
    panel.disclosure.click()
    before = places(panel)
    assert len(set(before)) == len(before)
    panel.form.refused.emit("Layer 1: Cause sparsity β takes numbers from 0 to 2.")
    assert panel.message.isVisible() and places(panel) == before
    panel.form.changed.emit()
    assert not panel.message.isVisible() and places(panel) == before
    for health in (None, Health(0, 1, 1, 1), Health(1, 1, 1, 0.1), None):
        view = replace(views[-1], health=health)
        panel.refresh(snapshot(view, model=view.name))
        assert panel.verdict.isVisible() == (health is not None)
        assert places(panel) == before


def test_a_refused_number_is_told_where_it_is_seen_however_far_the_form_is_scrolled(panel):
    panel.resize(566, 193)
    panel.disclosure.click()
    assert not panel.findChild(QScrollArea).isAncestorOf(panel.message)


# --- showing --------------------------------------------------------------------------------------


def test_what_a_training_takes_is_told_before_it_begins(panel):
    assert "more frames take longer" in panel.status.text()
    panel.choices.preset_box.setCurrentIndex(panel.choices.preset_box.findData("natural"))
    assert "some minutes" in panel.status.text()


def test_a_whole_training_is_shown(panel, views):
    shares, texts = [], []
    for view in views:
        panel.refresh(snapshot(view))
        shares.append(panel.bar.value())
        texts.append(panel.status.text())
    assert shares == sorted(shares) and shares[-1] == panel.bar.maximum()
    assert texts[0].startswith("Starting")
    assert any("Layer 1 · epoch 2 of 3" in text for text in texts)
    assert any("Layer 2 · epoch 5 of 5" in text for text in texts)
    assert any("judging" in text for text in texts)
    assert "“shapes-easy 1” is learnt" in texts[-1]
    panel.refresh(snapshot(views[-1], model="shapes-easy 1"))  # it is put to use
    assert panel.verdict.isVisible() and views[-1].health.reason in panel.verdict.text()


def test_the_curves_change_as_the_training_goes_on(panel, views):
    panel.refresh(snapshot(views[0]))
    pictures = [panel.picture.grab().toImage()]
    for view in (views[4], views[-1]):
        panel.refresh(snapshot(view))
        pictures.append(panel.picture.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]
    panel.charts.log_box.click()
    assert panel.picture.grab().toImage() != pictures[2]


def test_health_has_a_light_and_a_reason(panel, views):
    assert not panel.verdict.isVisible()
    lights = []
    for health in (Health(1, 1, 1, 1), Health(1, 0.5, 1, 1)):
        panel.refresh(snapshot(replace(views[-1], health=health), model=views[-1].name))
        lights.append(panel.light.grab().toImage())
        assert health.reason in panel.verdict.text()
    assert "Doubtful" in panel.verdict.text() and panel.verdict.isVisible()
    assert lights[0] != lights[1]
    panel.refresh(snapshot(replace(views[-1], health=health), model="shapes-easy"))
    assert not panel.verdict.isVisible()  # another network has been chosen


def test_the_numbers_behind_the_curves_can_be_had(panel, views):
    assert panel.data() == {}
    panel.refresh(snapshot(views[-1]))
    data = panel.data()
    rows = len(views[-1].curves.steps)
    assert {len(array) for array in data.values()} == {rows}
    assert {"step", "layer", "energy_reconstruction", "change_A", "active_causes"} <= set(data)
    assert set(data["layer"]) == {1, 2}


def test_every_theme_is_taken_on(panel, views):
    panel.refresh(snapshot(views[-1]))
    pictures = []
    for name in ("light", "projector", "dark"):
        panel.context.themes.choose(name)
        pictures.append(panel.picture.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]


@pytest.mark.parametrize("state", ["running", "paused", "done", "stopped"])
def test_curves_are_seen_without_scrolling_in_the_usual_dock(panel, views, state, qtbot):
    """At 1280×720 the panel has about 550×220 pixels."""
    panel.resize(550, 220)
    panel.refresh(snapshot(replace(views[-1], state=TrainingStatus(state))))
    chart, area = panel.charts.energy, panel.findChild(QScrollArea)

    def seen():
        corners = (chart.rect().topLeft(), chart.rect().bottomRight())
        view = area.viewport()
        return all(view.rect().contains(chart.mapTo(view, corner)) for corner in corners)

    qtbot.waitUntil(seen)
    assert chart.isVisible() and chart.width() >= 220 and chart.height() >= 150


@pytest.mark.parametrize(
    "health", [Health(1, 1, 1, 1), Health(0, 1, 1, 1), Health(1, 1, 0.3, 1), Health(1, 1, 1, 0.1)]
)
def test_after_a_training_all_is_whole_on_a_small_screen(panel, views, health, qtbot):
    """At 1280×720 the panel has 566×193 pixels."""
    panel.resize(566, 193)
    view = replace(views[-1], health=health, kept=True)
    panel.refresh(snapshot(view, model=view.name))
    bar = panel.findChild(QScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    for label in (panel.status, panel.verdict):
        metrics = QFontMetricsF(label.type)
        room = QRectF(0, 0, label.width(), 1000)
        needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap.value, label.text())
        assert needed.height() <= label.height(), label.text()
    tabs = panel.charts.tabs
    assert len(panel.charts.energy.values_at(-1)) == 5
    for number, chart in enumerate(panel.charts.every):
        tabs.setCurrentIndex(number)
        assert tabs.width() >= tabs.sizeHint().width()
        assert chart.isVisible() and chart.plot.height() >= 70


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
        panel = TrainingPanel(Context(themes, selection, Camera(), lambda command: None))
        panel.refresh(snapshot(views[-1]))
        panel.grab()
        refs.append(weakref.ref(panel))
        panel.deleteLater()
        del panel
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [ref for ref in refs if ref() is not None] == []
    themes.choose("light")  # no panel is left to listen
