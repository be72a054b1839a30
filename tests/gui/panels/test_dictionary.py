"""The dictionary panel: order, words, activity, and the selected atom."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.dictionary import DictionaryPanel
from dpcn_app.gui.theme import THEMES
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import (
    click,
    make_context,
    picture,
    show,
    snapshots,
    while_learning,
    widgets_left_by,
)


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> DictionaryPanel:
    panel = DictionaryPanel(context)
    show(qtbot, panel)
    return panel


def test_before_the_first_snapshot_it_waits(qtbot, context: Context) -> None:
    panel = DictionaryPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    picture(panel)
    panel.order.setCurrentIndex(1)
    context.selection.select_atom(3)
    assert panel.data() == {}


def test_every_column_of_c_is_shown(panel: DictionaryPanel) -> None:
    C = snapshots()[0].network.layers[0].C
    np.testing.assert_array_equal(panel.data()["atoms"].reshape(C.shape[1], -1), C.T)


def test_hovering_tells_activity_and_use(panel: DictionaryPanel) -> None:
    states = snapshots()[0].views[0].state.layers[0].states
    use = np.abs(states).sum(axis=(0, 1))
    atom = int(use.argmax())
    count = int((states[..., atom] != 0).sum())
    patches = "1 patch" if count == 1 else f"{count} patches"
    text = text_at(panel.mosaic, panel.mosaic.rectangle(atom).center())
    assert text == f"atom {atom + 1} · active in {patches} now · mean strength {use[atom]:.2f}"


def test_a_click_selects_the_atom_and_a_second_lets_it_go(
    qtbot, panel: DictionaryPanel, context: Context
) -> None:
    before = picture(panel.mosaic)
    click(qtbot, panel.mosaic, panel.mosaic.rectangle(9).center())
    assert context.selection.atom == 9
    assert panel.mosaic.selected == 9
    assert picture(panel.mosaic) != before
    assert panel.note.text().startswith("atom 10 · active in")
    click(qtbot, panel.mosaic, panel.mosaic.rectangle(9).center())
    assert context.selection.atom is None
    assert panel.note.text() == ""


def test_atoms_can_be_put_in_order_of_use(panel: DictionaryPanel) -> None:
    panel.order.setCurrentIndex(1)
    use = panel.data()["use_now"]
    assert (np.diff(use[panel.data()["order"]]) <= 0).all()
    panel.refresh(snapshots()[1])
    panel.order.setCurrentIndex(2)
    mean = panel.data()["use_so_far"]
    assert (np.diff(mean[panel.data()["order"]]) <= 0).all()
    states = [each.views[0].state.layers[0].states for each in snapshots()]
    np.testing.assert_allclose(mean, np.mean([np.abs(x).sum((0, 1)) for x in states], 0), 1e-4)
    panel.order.setCurrentIndex(0)
    np.testing.assert_array_equal(panel.data()["order"], np.arange(len(mean)))


def test_another_moment_changes_the_underlines(panel: DictionaryPanel) -> None:
    before = picture(panel.mosaic)
    panel.refresh(snapshots()[1])
    assert picture(panel.mosaic) != before


def test_a_selected_cause_lights_up_the_atoms_that_it_expects(
    panel: DictionaryPanel, context: Context
) -> None:
    before = picture(panel.mosaic)
    context.selection.select_cause(0, 3)
    assert picture(panel.mosaic) != before
    context.selection.select_cause(1, 1)
    assert picture(panel.mosaic) == before


def test_while_a_network_learns_its_atoms_are_shown_but_not_at_every_step(
    panel: DictionaryPanel,
) -> None:
    first, second = (while_learning(snapshots()[0], seed) for seed in (1, 2))
    panel.refresh(first)
    assert panel.note.text() == "learning…"
    assert first.training is not None
    atoms = first.training.network.layers[0].C.T
    np.testing.assert_array_equal(panel.mosaic.pictures.reshape(atoms.shape), atoms)
    panel.refresh(second)
    panel.refresh(second)
    np.testing.assert_array_equal(panel.mosaic.pictures.reshape(atoms.shape), atoms)
    assert "use_now" not in panel.data()
    panel.refresh(snapshots()[0])
    assert panel.note.text() == ""
    assert "use_now" in panel.data()


def test_an_atom_that_another_network_lacks_does_no_harm(
    panel: DictionaryPanel, context: Context
) -> None:
    context.selection.select_atom(5000)
    context.selection.select_cause(0, 5000)
    panel.refresh(replace(snapshots()[1], playing=True))
    assert not picture(panel).isNull()
    assert panel.note.text() == ""


def test_themes_change_the_colours(panel: DictionaryPanel, context: Context) -> None:
    seen = []
    for name in THEMES:
        context.themes.choose(name)
        seen.append(picture(panel.mosaic))
    assert seen[0] != seen[1]


def test_controls_have_names_for_screen_readers(panel: DictionaryPanel) -> None:
    assert all(combo.accessibleName() for combo in panel.findChildren(QComboBox))
    assert panel.mosaic.accessibleName()


def test_nothing_is_left_of_panels_that_are_gone(qtbot, context: Context) -> None:
    def make() -> DictionaryPanel:
        panel = DictionaryPanel(context)
        panel.refresh(snapshots()[0])
        return panel

    assert widgets_left_by(make) == 0
    context.selection.select_atom(1)
