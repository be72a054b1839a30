"""The panel of Gabor fits: made in the background, linked to what is selected."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from dpcn_app.analysis.gabors import fit_gabors
from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.gabors.gabors_panel import GaborsPanel
from dpcn_app.gui.theme import THEMES
from dpcn_app.storage.bundled import open_model
from tests.helpers.real_scene import click, make_context, picture, show, snapshots, while_learning


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> GaborsPanel:
    panel = GaborsPanel(context)
    show(qtbot, panel)
    wait_for_fit(qtbot, panel)
    return panel


def wait_for_fit(qtbot, panel: GaborsPanel) -> None:
    """Wait for fits, without another snapshot."""
    qtbot.waitUntil(lambda: panel._pending is None, timeout=30_000)


def test_it_says_so_while_atoms_are_being_fitted(qtbot, context: Context) -> None:
    panel = GaborsPanel(context)
    show(qtbot, panel)
    assert panel.data() == {} or panel.data()["r2"].size
    assert "fitt" in panel.note.text()
    wait_for_fit(qtbot, panel)
    assert "atoms fitted" in panel.note.text()


def test_fits_of_another_network_are_not_shown_for_this_one(qtbot, panel: GaborsPanel) -> None:
    other = open_model("shapes-hard").network
    panel.refresh(replace(snapshots()[0], network=other))
    assert panel.note.text() == "fitting …" and panel.data() == {}
    wait_for_fit(qtbot, panel)
    expected = fit_gabors(state_pictures(other, 0))
    np.testing.assert_array_equal(panel.data()["r2"], expected.r2)


def test_the_fits_are_those_of_the_dictionary(panel: GaborsPanel) -> None:
    expected = fit_gabors(state_pictures(snapshots()[0].network, 0))
    for name in ("centre", "orientation", "frequency", "r2"):
        np.testing.assert_array_equal(panel.data()[name], getattr(expected, name))


def test_a_click_on_an_atom_selects_it_everywhere(
    qtbot, panel: GaborsPanel, context: Context
) -> None:
    for plot in (panel.centres, panel.frequencies):
        place = QPointF(*plot.places()[np.flatnonzero(panel.data()["r2"] >= 0.6)[0]])
        atom = plot.atom_at(place)
        assert atom is not None
        click(qtbot, plot, place)
        assert context.selection.atom == atom
        context.selection.clear()


def test_a_selected_cause_colours_the_atoms_that_it_ties(
    panel: GaborsPanel, context: Context
) -> None:
    plain = picture(panel.centres)
    context.selection.select_cause(0, 3)
    assert "cause 4" in panel.note.text()
    assert picture(panel.centres) != plain
    context.selection.select_cause(1, 0)  # of another layer: it stands for no atoms
    assert "cause" not in panel.note.text()


def test_atoms_are_fitted_anew_while_a_network_learns(qtbot, panel: GaborsPanel) -> None:
    panel._redraws._next = 0.0
    learning = while_learning(snapshots()[0])
    panel.refresh(learning)
    wait_for_fit(qtbot, panel)
    assert learning.training is not None
    assert panel._network is learning.training.network
    assert "learning" in panel.note.text()


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_can_be_drawn(panel: GaborsPanel, theme: str) -> None:
    panel.use_theme(THEMES[theme])
    assert not picture(panel).isNull()


def test_far_from_every_atom_nothing_is_selected(panel: GaborsPanel) -> None:
    assert panel.centres.atom_at(QPointF(-500, -500)) is None
