"""The State-estimation panel: a run watched, steered and exported; its thread ends with it."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import Qt

from dpcn_app.experiments.state_estimation import METHODS, EstimationConfig, EstimationRun
from dpcn_app.gui.exporting.export import export_panel
from dpcn_app.gui.panels.estimation.estimation_page import EstimationPage, in_first_order
from dpcn_app.gui.panels.estimation.estimation_panel import EstimationPanel
from dpcn_app.gui.theme import THEMES
from dpcn_app.live.engine_commands import Play, Step
from dpcn_app.live.estimation_thread import EstimationThread, Pace, Restart, RunView, Watch
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import make_context, picture, widgets_left_by

USUAL = Watch(EstimationConfig(), 1)


def threads() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if isinstance(each, EstimationThread)]


@pytest.fixture
def panel(qtbot):
    panel = EstimationPanel(make_context())
    qtbot.addWidget(panel)
    panel.resize(1000, 560)
    panel.show()
    yield panel
    panel.end()


@pytest.fixture(scope="module")
def view() -> RunView:
    run = EstimationRun(EstimationConfig(), 1)
    return RunView(USUAL, tuple(run.step() for _ in range(4)), 3, False, 0.0)


def shown(panel: EstimationPanel) -> RunView:
    assert panel.page is not None and panel.page.picture.view is not None
    return panel.page.picture.view


def wait_for(qtbot, panel: EstimationPanel, condition) -> None:
    page = panel.page
    assert page is not None
    qtbot.waitUntil(
        lambda: page.picture.view is not None and condition(page.picture.view), timeout=60_000
    )


# --- the thread -----------------------------------------------------------------------------------


@pytest.fixture
def thread():
    thread = EstimationThread(USUAL, 0.0)
    yield thread
    assert thread.stop()


def until(thread: EstimationThread, condition) -> RunView:
    """Take views until one meets a condition."""
    alarm = threading.Event()
    for _ in range(6000):
        view = thread.views.take()
        assert thread.failures.take() is None
        if view is not None and condition(view):
            return view
        alarm.wait(0.01)
    raise AssertionError("no such view within a minute")


def test_a_run_plays_to_its_end_and_waits_there(thread):
    thread.start()
    last = until(thread, lambda view: not view.playing)
    assert (last.index, len(last.steps)) == (49, 50)
    assert last.steps_per_second > 0
    expected = EstimationRun(EstimationConfig(), 1).step()
    np.testing.assert_array_equal(last.steps[0].truth, expected.truth)
    assert last.steps[0].errors == pytest.approx(expected.errors)


def test_while_estimators_are_loaded_their_number_and_name_are_told(monkeypatch, thread):
    told = []
    monkeypatch.setattr(thread.views, "put", lambda view: told.append(view.preparing))
    thread._go_to(0)
    assert told == [(number, title) for number, title in enumerate(METHODS.values(), 1)]
    thread._go_to(1)
    assert len(told) == len(METHODS)  # once they are loaded, nothing more


def test_steps_go_forward_and_back_to_what_was_seen(thread):
    thread.ask(Step(1))
    thread.ask(Step(2))
    thread.start()
    there = until(thread, lambda view: view.index == 2)
    thread.ask(Step(-1))
    back = until(thread, lambda view: view.index == 1)
    assert back.steps[1] is there.steps[1]
    thread.ask(Restart())
    assert len(until(thread, lambda view: view.index == 0).steps) == 3


def test_another_run_begins_anew_and_plays(thread):
    thread.ask(Play(False))
    thread.ask(Watch(EstimationConfig(sparsity=0.05), 2))
    thread.start()
    view = until(thread, lambda view: view.index >= 2)
    assert view.watched.seed == 2
    assert view.watched.config.sparsity == 0.05


def test_an_error_is_kept_for_the_window_to_show(monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("dpcn_app.experiments.state_estimation.EstimationRun", fail)
    thread = EstimationThread(USUAL, 0.0)
    thread.start()
    thread.join(60)
    failure = thread.failures.take()
    assert failure is not None and "ZeroDivisionError" in failure


# --- the panel ------------------------------------------------------------------------------------


def test_nothing_is_started_before_it_is_shown(qtbot):
    panel = EstimationPanel(make_context())
    qtbot.addWidget(panel)
    assert panel.page is None
    assert threads() == []
    assert panel.data() == {}


def test_shown_it_plays_until_hidden_and_goes_on_when_shown_again(qtbot, panel):
    wait_for(qtbot, panel, lambda view: view.index >= 1)
    panel.hide()
    stood = shown(panel).index
    panel.show()
    wait_for(qtbot, panel, lambda view: view.playing and view.index > stood)


def test_its_thread_ends_with_the_window(qtbot, panel):
    wait_for(qtbot, panel, lambda view: view.index >= 0)
    panel.end()
    assert threads() == []


def test_keys_pause_step_and_go_back(qtbot, panel):
    wait_for(qtbot, panel, lambda view: view.index >= 2)
    qtbot.keyClick(panel, Qt.Key.Key_Space)
    wait_for(qtbot, panel, lambda view: not view.playing)
    at = shown(panel).index
    qtbot.keyClick(panel, Qt.Key.Key_Right)
    wait_for(qtbot, panel, lambda view: view.index == at + 1)
    qtbot.keyClick(panel, Qt.Key.Key_Left)
    wait_for(qtbot, panel, lambda view: view.index == at)
    qtbot.keyClick(panel, Qt.Key.Key_Home)
    wait_for(qtbot, panel, lambda view: view.index == 0)


def test_a_slider_begins_another_run_and_the_button_puts_all_back(qtbot, panel):
    page = panel.page
    page.form.observations.set_number(100)
    page.form.sparsity.set_number(0.02)
    wait_for(qtbot, panel, lambda view: view.watched.config.simulation.observations == 100)
    wait_for(qtbot, panel, lambda view: view.watched.config.sparsity == 0.02)
    page.form.usual.click()
    wait_for(qtbot, panel, lambda view: view.watched == USUAL)
    assert page.form.observations.reading.text() == "60"


def test_sliders_keep_the_arrow_keys_to_themselves(qtbot, panel):
    slider = panel.page.form.nonzeros
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert slider.number == 21
    assert slider.accessibleDescription().startswith("21.")


def test_controls_have_names_and_tips(panel):
    page = panel.page
    widgets = (
        *page.form.sliders,
        page.form.seed,
        page.transport.pace,
        page.transport.first,
        page.transport.back,
        page.transport.play,
        page.transport.forward,
    )
    assert all(widget.accessibleName() and widget.toolTip() for widget in widgets)


def test_pace_is_sent_to_the_thread(qtbot):
    page = EstimationPage(THEMES["dark"])
    qtbot.addWidget(page)
    asked: list[object] = []
    page.transport.commanded.connect(asked.append)
    page.transport.pace.setCurrentIndex(page.transport.pace.findData(0.0))
    assert asked == [Pace(0.0)]


# --- the picture ----------------------------------------------------------------------------------


@pytest.fixture
def page(qtbot, view):
    page = EstimationPage(THEMES["dark"])
    qtbot.addWidget(page)
    page.resize(1000, 560)
    page.show()
    page.show_view(view)
    assert not page.transport.progress.isVisible()
    return page


def test_what_is_loaded_is_told_on_the_page(qtbot):
    page = EstimationPage(THEMES["dark"])
    qtbot.addWidget(page)
    page.show()
    page.show_view(RunView(USUAL, (), -1, True, 0.0, (3, "Kalman filter")))
    assert page.transport.position.text() == "Loading 3 of 4: Kalman filter"
    assert page.transport.progress.isVisible() and page.transport.progress.value() == 2
    waiting = [bars.waiting for bars in page.picture.bars.values()]
    states = ("ready", "ready", "loading …", "waiting")
    assert waiting == [
        f"{title}: {state}" for title, state in zip(METHODS.values(), states, strict=True)
    ]


def test_bars_are_the_estimates_with_permutations_undone(page, view):
    step = view.steps[3]
    expected = np.empty(500)
    expected[step.origins] = step.estimates["dynamic"]
    np.testing.assert_allclose(page.picture.bars["dynamic"].values, expected)
    at = int(np.argmax(np.abs(in_first_order(step, step.truth))))
    true = in_first_order(step, step.truth)[at]
    bars = page.picture.bars["oracle"]
    words = text_at(bars, bars.rectangle(at).center())
    assert words.startswith(f"state {at + 1} · ")
    assert f"true {true:.3f}".replace("-", "−") in words


def test_the_chart_ends_with_the_errors_of_the_step_shown(page, view):
    found = page.picture.chart.values_at(-1)
    assert found == pytest.approx({METHODS[n]: view.steps[3].errors[n] for n in METHODS})


@pytest.mark.parametrize("size", [(1000, 560), (420, 700)])
def test_every_theme_draws_another_picture(page, size):
    page.resize(*size)
    pictures = []
    for theme in THEMES.values():
        page.use_theme(theme)
        pictures.append(picture(page.picture))
    assert pictures[0] != pictures[1]


def test_an_estimate_that_diverged_stays_within_its_row(page, view):
    step = view.steps[3]
    wild = type(step)(
        step.truth, step.estimates | {"dynamic": step.truth * 1e9}, step.errors, step.origins
    )
    page.show_view(RunView(USUAL, (wild,), 0, False, 0.0))
    reach = 1.15 * np.abs(step.truth).max()
    assert np.abs(page.picture.bars["dynamic"].values).max() == pytest.approx(reach)


def test_all_steps_can_be_exported(qtbot, panel, tmp_path):
    wait_for(qtbot, panel, lambda view: view.index >= 2)
    data = panel.data()
    assert data["true"].shape == data["kalman"].shape == (len(data["step"]), 500)
    norms = np.linalg.norm(data["oracle"] - data["true"], axis=1)
    np.testing.assert_allclose(data["rmse_oracle"], norms / np.linalg.norm(data["true"], axis=1))
    for suffix in ("png", "svg", "csv", "npz"):
        path = export_panel(panel, tmp_path / f"states.{suffix}")
        assert path.stat().st_size > 1000


def test_nothing_is_left_of_panels_that_are_gone(qtbot):
    context = make_context()

    def make() -> EstimationPanel:
        panel = EstimationPanel(context)
        panel.show()
        return panel

    assert widgets_left_by(make) == 0
    assert threads() == []
