"""The microscope's panel: every iteration of both solvers, and what is followed through them."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.microscope.microscope_panel import MicroscopePanel
from dpcn_app.gui.panels.microscope.solver_looks import PREPARING
from dpcn_app.gui.theme import THEMES, apply
from dpcn_app.live.engine_commands import Command, Examine, Play
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from tests.helpers.hand_driven import show_window
from tests.helpers.hovering import text_at
from tests.helpers.microscope_scene import SHORT, examined, finished, trace_of
from tests.helpers.real_scene import click, make_context, picture, widgets_left_by


@pytest.fixture
def asked() -> list[Command]:
    return []


@pytest.fixture
def context(qapp, asked: list[Command]) -> Context:
    apply(THEMES["dark"])  # whatever type another test has left
    return make_context(asked)


def opened(qtbot, context: Context, snapshot: Snapshot, size=(900, 560)) -> MicroscopePanel:
    """Return the panel as it shows a frame."""
    panel = MicroscopePanel(context)
    qtbot.addWidget(panel)
    panel.resize(*size)
    panel.show()
    qtbot.waitExposed(panel)
    panel.refresh(snapshot)
    return panel


@pytest.fixture
def panel(qtbot, context: Context) -> MicroscopePanel:
    return opened(qtbot, context, examined("prior", "off"))


def bars(panel: MicroscopePanel, section: int = 0) -> dict[int, tuple[float, ...]]:
    """Return the bars of the states: index to one value for each solver."""
    values = panel.states.sections[section].values
    return {each.index: tuple(values[:, at]) for at, each in enumerate(panel.states.columns)}


def test_it_asks_for_a_trace_only_while_it_can_be_seen(panel, asked) -> None:
    assert asked == [Examine(True)]
    panel.hide()
    assert asked[-1] == Examine(False)
    panel.show()
    assert asked[-1] == Examine(True)


def test_it_waits_until_there_is_a_trace(qtbot, context) -> None:
    panel = opened(qtbot, context, first_snapshot(Settings(source=SHORT)))
    panel.refresh(replace(examined("off"), microscope=None))
    panel.player.step(1)
    panel.player.play(1)
    assert panel.player.direction == 0
    picture(panel)
    assert panel.data() == {}


def test_it_begins_with_the_last_iteration_which_is_what_the_window_shows(panel) -> None:
    snapshot = examined("prior", "off")
    assert panel.controls.passes.currentText() == "Layer 1, first pass"
    panel.player.go(10**6, 1)
    state = snapshot.views[0].state.layers[0]
    group, number = panel._drawing.place
    for index, (exact, _) in bars(panel).items():
        assert exact == state.states[group, number, index]
    made = next(each for each in panel.pictures.pictures if each.title == "Exact")
    assert np.array_equal(made.values, snapshot.views[0].reconstruction)


def test_all_passes_are_listed_in_order_and_can_be_chosen(panel) -> None:
    passes = [panel.controls.passes.itemText(at) for at in range(panel.controls.passes.count())]
    assert passes == ["Layer 1, first pass", "Layer 1, second pass", "Layer 2"]
    panel.controls.passes.activated.emit(2)
    assert panel.player.number == 2 and panel.player.at_end
    assert panel.pictures.pictures[0].title == "Input: causes of layer 1"
    assert {each.label for each in panel.states.columns} <= {str(k + 1) for k in range(60)}


@pytest.mark.parametrize("iteration", [0, 1, 3, 10**6])
def test_bars_are_those_of_the_iteration(panel, iteration) -> None:
    panel.player.go(iteration, 1)
    trace = trace_of(examined("prior", "off"))
    group, number = panel._drawing.place
    for at, each in enumerate(trace.solvers(1)):
        now = each.at(iteration)
        for index, values in bars(panel).items():
            assert values[at] == each.states[now, group, number, index]
        evidence, price = each.evidence(group, number)[now], each.price(group, number)[now]
        section = panel.states.sections[1]
        for place, column in enumerate(panel.states.columns):
            assert section.values[at, place] == abs(evidence[column.index])
            assert section.lines[at, place] == price[column.index]
        causes = panel.causes.sections[0].values[at]
        shown = [column.index for column in panel.causes.columns]
        assert np.array_equal(causes, each.causes[now, group, shown])


def test_the_slider_and_the_ledger_move_through_the_iterations(panel) -> None:
    panel.controls.slider.setValue(4)
    assert panel.player.iteration == 4
    assert panel.controls.reading.text().strip() == f"4 of {panel.player.length}"
    left, right = panel.ledger.curve_span()
    middle = QPointF((left + right) / 2, panel.ledger.height() / 2)
    click_on(panel.ledger, middle)
    assert panel.player.iteration == round(panel.player.length / 2)
    assert panel.controls.slider.value() == panel.player.iteration


def click_on(widget, position: QPointF) -> None:
    from PySide6.QtTest import QTest

    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=position.toPoint())


def test_every_term_of_the_energy_is_in_the_ledger_with_both_solvers(panel) -> None:
    panel.player.go(2, 1)
    rows = {row.name: row for row in panel.ledger.rows}
    trace = trace_of(examined("prior", "off"))
    assert {"Total energy", "Reconstruction", "State sparsity", "Extended prior"} <= set(rows)
    total = sum(rows[name].value(1, 2) for name in rows if name != "Total energy")
    assert total == pytest.approx(rows["Total energy"].value(1, 2), rel=1e-4)
    assert rows["Reconstruction"].value(0, 10**6) == pytest.approx(
        float(trace.exact[1].result.energy.reconstruction.sum()), rel=1e-5
    )


def test_a_click_on_a_state_follows_it_here_and_selects_it_everywhere(
    qtbot, panel, context
) -> None:
    box = panel.states.column_box(2)
    index = panel.states.columns[2].index
    click(qtbot, panel.states, box.center())
    assert context.selection.atom == index
    rows = panel.ledger.rows
    assert rows[0].name == f"x of atom {index + 1}" and rows[0].marked
    group, number = panel._drawing.place
    exact = trace_of(examined("prior", "off")).exact[0]
    assert np.array_equal(rows[0].curves[0], exact.states[:, group, number, index])
    assert np.array_equal(rows[1].lines[0], exact.price(group, number)[:, index])
    assert f"atom {index + 1}" in panel.words.text()
    assert panel.pictures.pictures[-1].title == f"Atom {index + 1}"
    at = next(n for n, each in enumerate(panel.states.columns) if each.index == index)
    click(qtbot, panel.states, panel.states.column_box(at).center())
    assert context.selection.atom is None
    assert panel.ledger.rows[0].name == "Total energy"


def test_states_above_layer_1_can_be_followed_too(qtbot, panel, context) -> None:
    panel.player.go(10**6, 2)
    index = panel.states.columns[0].index
    click(qtbot, panel.states, panel.states.column_box(0).center())
    assert context.selection.state == (1, index) and context.selection.atom is None
    assert panel.ledger.rows[0].name == f"x of state {index + 1}"


def test_an_atom_selected_elsewhere_is_followed_though_it_is_off(panel, context) -> None:
    shown = set(bars(panel))
    other = next(k for k in range(100) if k not in shown)
    context.selection.select_atom(other)
    assert other in bars(panel)
    assert "the state is off" in panel.words.text() or "x =" in panel.words.text()


def test_a_click_on_the_picture_chooses_the_patch(qtbot, panel, context) -> None:
    where = panel.pictures.place_box(15).center() + QPointF(2, 2)
    click(qtbot, panel.pictures, where)
    assert panel._drawing.place == (3, 3)
    assert (context.selection.layer, context.selection.group) == (0, 3)
    assert panel.controls.places.currentText() == "Group 4, patch 4"
    assert "Group 4, patch 4" in text_at(panel.pictures, where)
    panel.controls.places.activated.emit(0)
    assert panel.controls.places.currentText() == "Liveliest"


def test_layer_and_group_chosen_elsewhere_are_looked_at(panel, context) -> None:
    context.selection.select_group(0, 2)
    assert panel._drawing.place[0] == 2 and panel._drawing.layer == 0
    context.selection.select_group(1, 0)
    assert panel._drawing.layer == 1 and panel.player.number == 2


def test_what_was_chosen_while_it_was_behind_another_tab_is_looked_at_later(panel, context) -> None:
    panel.come_into_view(False)
    context.selection.select_group(0, 3)
    panel.come_into_view(True)
    assert panel._drawing.place[0] == 3 and panel._drawing.layer == 0


def test_a_mode_is_chosen_from_those_shown(panel, asked) -> None:
    assert panel.controls.modes.currentText() == "Prior"
    panel.controls.modes.activated.emit(1)
    assert asked[-1] == Examine(True, "off")


def test_playing_the_iterations_lets_the_video_stand_still(panel, asked) -> None:
    panel.refresh(replace(examined("prior", "off"), playing=True))
    panel.controls.play.click()
    assert panel.player.direction == 1 and asked[-1] == Play(False)
    assert (panel.player.number, panel.player.iteration) != (2, panel.player.length)
    panel.controls.play.click()
    assert panel.player.direction == 0


def test_until_algorithm_1_is_ready_a_sentence_stands_in_its_place(qtbot, context) -> None:
    snapshot = examined("off")
    alone = replace(trace_of(snapshot), paper=None)
    panel = opened(qtbot, context, replace(snapshot, microscope=alone))
    waiting = [each for each in panel.pictures.pictures if each.title == "Algorithm 1"]
    assert [each.waiting for each in waiting] == ["preparing …"]
    assert panel.words.text().endswith(PREPARING)
    assert panel.states.sections[0].values.shape[0] == 1
    picture(panel)
    panel.refresh(snapshot)
    assert panel.states.sections[0].values.shape[0] == 2


PLANS = {
    "two": ((900, 560), [True, True, True]),
    "three": ((1000, 300), [True, True, True]),
    "stack": ((420, 560), [True, True, True]),
    "pair": ((560, 260), [True, True, False]),
    "alone": ((360, 270), [True, False, False]),
}


@pytest.mark.parametrize(("plan", "size", "shown"), [(name, *plan) for name, plan in PLANS.items()])
def test_its_parts_are_arranged_as_the_room_allows(qtbot, context, plan, size, shown) -> None:
    panel = opened(qtbot, context, examined("off"), size)
    QApplication.processEvents()
    seen = [part.isVisible() for part in (panel.states, panel.causes, panel.ledger)]
    assert panel._plan[0] == plan
    assert seen == shown
    assert panel.controls.parts.isVisible() is not all(shown)
    if not all(shown):
        panel.controls.parts.setCurrentIndex(2)
        panel.controls.parts.activated.emit(2)
        assert panel.ledger.isVisible() and not panel.causes.isVisible()
        assert panel.states.isVisible() is (plan == "pair")
    picture(panel)


def test_its_numbers_can_be_exported(panel) -> None:
    panel.player.go(0, 1)
    data, trace = panel.data(), trace_of(examined("prior", "off"))
    group, number = panel._drawing.place
    assert np.array_equal(data["states_paper"], trace.solvers(1)[1].states[:, group, number])
    assert len(data["energy_prior_exact"]) == len(trace.exact[1]) + 1


def test_keys_step_through_the_iterations_and_none_of_the_windows_keys_is_taken(qtbot) -> None:
    window = show_window(qtbot, Settings(source=SHORT))
    window.update_all()
    dock = window.docks["microscope"]
    dock.show()
    dock.raise_()
    qtbot.waitUntil(dock.panel.isVisible)
    window.show_snapshot(finished(window.controller))
    panel = dock.panel
    assert isinstance(panel, MicroscopePanel) and window.snapshot is not None
    frame = window.snapshot.frame.index
    panel.player.go(0, 0)
    qtbot.keyClick(window, Qt.Key.Key_Period)
    assert panel.player.iteration == 1
    qtbot.keyClick(window, Qt.Key.Key_Comma)
    assert panel.player.iteration == 0
    qtbot.keyClick(window, Qt.Key.Key_Semicolon)
    assert panel.player.direction == 1
    qtbot.keyClick(window, Qt.Key.Key_Semicolon)
    assert panel.player.direction == 0
    qtbot.keyClick(window, Qt.Key.Key_Right)
    window.update_all()
    assert window.snapshot.frame.index == frame + 1
    assert trace_of(window.snapshot).frame == frame + 1
    window.close()
    window.controller.close()


def test_nothing_is_left_of_it_when_it_is_gone(qapp, context) -> None:
    assert widgets_left_by(lambda: MicroscopePanel(context)) <= 0
