"""The layers panel: bars and numbers of one group."""

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.layers import LayersPanel
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, make_context, picture, show, snapshots, widgets_left_by


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> LayersPanel:
    panel = LayersPanel(context)
    show(qtbot, panel)
    return panel


def choose(combo: QComboBox, index: int) -> None:
    """Do what a click of the user does: `activated` is emitted too."""
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def test_before_the_first_snapshot_it_waits(qtbot, context: Context) -> None:
    panel = LayersPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    context.selection.select_group(1, 0)
    picture(panel)
    assert panel.data() == {}


def test_bars_are_those_of_the_selected_group(panel: LayersPanel, context: Context) -> None:
    context.selection.select_group(0, 2)
    state = snapshots()[0].views[0].state.layers[0]
    np.testing.assert_allclose(panel.states.values, np.abs(state.states[2]).sum(axis=0))
    np.testing.assert_array_equal(panel.gamma.values, state.gamma[2])
    np.testing.assert_array_equal(panel.causes.values, state.causes[2])
    assert panel.group.currentText() == "Group 3 of 4"


def test_one_input_shows_its_states_with_their_signs(panel: LayersPanel) -> None:
    choose(panel.input, 2)
    state = snapshots()[0].views[0].state.layers[0]
    np.testing.assert_array_equal(panel.states.values, state.states[0, 1])


def test_choosing_layer_and_group_selects_them_for_all_panels(
    panel: LayersPanel, context: Context
) -> None:
    choose(panel.group, 3)
    assert (context.selection.layer, context.selection.group) == (0, 3)
    choose(panel.layer, 1)
    assert (context.selection.layer, context.selection.group) == (1, 0)
    assert panel.group.count() == 1
    assert len(panel.causes.values) == 3


def test_another_way_of_watching_shows_its_own_bars(panel: LayersPanel) -> None:
    choose(panel.layer, 1)
    assert "predicted û" in text_at(panel.causes, panel.causes.rectangle(0).center())
    choose(panel.mode, 1)
    state = snapshots()[0].views[1].state.layers[1]
    np.testing.assert_array_equal(panel.causes.values, state.causes[0])
    assert "predicted û" not in text_at(panel.causes, panel.causes.rectangle(0).center())


def test_energies_are_told_by_name_and_add_up(panel: LayersPanel) -> None:
    state = snapshots()[0].views[0].state.layers[0]
    for name, term in state.energy.by_name().items():
        assert panel.energies.text(name) == f"{term[0]:.3f}"
    assert float(panel.energies.text("total")) == pytest.approx(
        float(state.energy.total[0]), abs=1e-3
    )
    assert panel.energies.text("iterations") == str(state.iterations[0])


def test_hovering_names_the_unit(panel: LayersPanel) -> None:
    state = snapshots()[0].views[0].state.layers[0]
    x, u = np.abs(state.states[0]).sum(axis=0)[6], state.causes[0, 5]
    text = text_at(panel.states, panel.states.rectangle(6).center())
    assert text.startswith(f"atom 7 · Σ|x| {x:.3f}")
    assert text_at(panel.causes, panel.causes.rectangle(5).center()).startswith(
        f"cause 6 · u {u:.3f}"
    )
    text = text_at(panel.gamma, panel.gamma.rectangle(6).center())
    assert text.startswith(f"atom 7 · γ {state.gamma[0, 6]:.3f}")


def test_clicks_on_bars_select_atom_and_cause(qtbot, panel: LayersPanel, context: Context) -> None:
    click(qtbot, panel.states, panel.states.rectangle(6).center())
    assert context.selection.atom == 6
    assert panel.states.selected == 6
    click(qtbot, panel.causes, panel.causes.rectangle(5).center())
    assert context.selection.cause == (0, 5)
    assert panel.causes.selected == 5


def test_above_layer_1_bars_of_states_select_no_atom(
    qtbot, panel: LayersPanel, context: Context
) -> None:
    context.selection.select_atom(6)
    choose(panel.layer, 1)
    assert panel.states.selected is None
    click(qtbot, panel.states, panel.states.rectangle(9).center())
    assert context.selection.atom == 6
    assert text_at(panel.states, panel.states.rectangle(9).center()).startswith("state 10")


def test_another_moment_changes_every_row_of_bars(panel: LayersPanel) -> None:
    rows = (panel.states, panel.gamma, panel.causes)
    before = [picture(row) for row in rows]
    panel.refresh(snapshots()[1])
    assert all(picture(row) != old for row, old in zip(rows, before, strict=True))


def test_a_group_that_the_network_lacks_becomes_the_nearest(
    panel: LayersPanel, context: Context
) -> None:
    context.selection.select_group(9, 99)
    assert panel.layer.currentIndex() == 1
    assert panel.group.currentIndex() == 0


def test_everything_shown_can_be_exported(panel: LayersPanel) -> None:
    data = panel.data()
    state = snapshots()[0].views[0].state.layers[0]
    np.testing.assert_array_equal(data["states"], state.states[0])
    np.testing.assert_array_equal(data["causes"], state.causes[0])
    np.testing.assert_array_equal(data["energy_total"], state.energy.total[:1])
    assert {"gamma", "predicted_causes", "iterations", "energy_reconstruction"} <= data.keys()


def test_controls_have_names_for_screen_readers(panel: LayersPanel) -> None:
    assert all(combo.accessibleName() for combo in panel.findChildren(QComboBox))
    assert all(row.accessibleName() for row in (panel.states, panel.gamma, panel.causes))


def test_nothing_is_left_of_panels_that_are_gone(qtbot, context: Context) -> None:
    def make() -> LayersPanel:
        panel = LayersPanel(context)
        panel.refresh(snapshots()[0])
        return panel

    assert widgets_left_by(make) == 0


def test_the_table_says_of_each_number_what_it_is(panel) -> None:
    data, table = panel.data(), panel.table()
    assert len(table["value"]) == sum(array.size for array in data.values())
    rows = list(zip(*(table[name].tolist() for name in table), strict=True))
    assert ("states", "2", "7", float(data["states"][1, 6])) in rows
    assert ("causes", "", "3", float(data["causes"][2])) in rows
    assert ("energy_total", "", "", float(data["energy_total"][0])) in rows
