"""The transitions panel: the matrix A, and what follows what."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QComboBox

from dpcn_app.analysis.transition_weights import own_weight, steps_ahead, successors
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.transitions import TransitionsPanel
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
def panel(qtbot, context: Context) -> TransitionsPanel:
    panel = TransitionsPanel(context)
    show(qtbot, panel)
    return panel


def entry(panel: TransitionsPanel, row: int, column: int) -> QPointF:
    area, (rows, columns) = panel.matrix.area(), panel.matrix.matrix.shape
    across, down = (column + 0.5) / columns * area.width(), (row + 0.5) / rows * area.height()
    return QPointF(area.left() + across, area.top() + down)


def test_before_the_first_snapshot_it_waits(qtbot, context: Context) -> None:
    panel = TransitionsPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    context.selection.select_atom(2)
    picture(panel)
    assert panel.data() == {}


def test_without_a_selection_the_most_used_atoms_are_shown(panel: TransitionsPanel) -> None:
    states = snapshots()[0].views[0].state.layers[0].states
    use = np.abs(states).sum(axis=(0, 1))
    shown = panel.data()["shown"]
    assert shown[0] == use.argmax()
    assert (np.diff(use[shown]) <= 0).all()


def test_a_selected_atom_comes_first_with_its_five_strongest_successors(
    panel: TransitionsPanel, context: Context
) -> None:
    context.selection.select_atom(24)
    A = snapshots()[0].network.layers[0].A
    row = panel.strip.rows[0]
    expected = successors(snapshots()[0].network.layers[0], 24)
    assert [item.index for item in row] == [24, *[index for index, _ in expected]]
    assert row[1].captions == (f"{expected[0][1]:+.3f}".replace("-", "−"),)
    assert 24 not in dict(expected)
    assert row[0].captions == (f"itself {A[24, 24]:+.2f}",)
    assert "atom 25 at t−1 → atom" in row[1].description
    assert panel.note.text().startswith(f"atom 25 expects itself with weight {A[24, 24]:.2f};")
    np.testing.assert_array_equal(panel.data()["successors"][0], [i for i, _ in expected])
    np.testing.assert_array_equal(panel.data()["A"], A)


def test_hovering_the_matrix_tells_from_to_and_weight(panel: TransitionsPanel) -> None:
    A = snapshots()[0].network.layers[0].A
    weight = f"{A[4, 4]:+.3f}".replace("-", "−")
    text = text_at(panel.matrix, entry(panel, 4, 4))
    assert text == f"atom 5 at t−1 → atom 5 at t · weight {weight}"
    assert text_at(panel.matrix, QPointF(-3, -3)) == ""


def test_clicks_on_matrix_and_pictures_select_atoms(
    qtbot, panel: TransitionsPanel, context: Context
) -> None:
    before = picture(panel.matrix)
    click(qtbot, panel.matrix, entry(panel, 3, 50))
    assert context.selection.atom == 50
    assert picture(panel.matrix) != before
    item, rectangle, _ = panel.strip.places()[-1]
    click(qtbot, panel.strip, rectangle.center())
    assert context.selection.atom == item.index


def test_states_above_layer_1_are_selected_here_only(
    qtbot, panel: TransitionsPanel, context: Context
) -> None:
    panel.layer.setCurrentIndex(1)
    A = snapshots()[0].network.layers[1].A
    np.testing.assert_array_equal(panel.data()["A"], A)
    click(qtbot, panel.matrix, entry(panel, 3, 11))
    assert context.selection.atom is None
    assert panel.data()["shown"][0] == 11
    assert panel.note.text().startswith(f"state 12 expects itself with weight {A[11, 11]:.2f};")


def test_an_atom_selected_elsewhere_turns_to_layer_1(
    panel: TransitionsPanel, context: Context
) -> None:
    panel.layer.setCurrentIndex(1)
    context.selection.select_atom(7)
    assert panel.layer.currentIndex() == 0
    assert panel.data()["shown"][0] == 7


def test_while_a_network_learns_its_matrix_is_shown(panel: TransitionsPanel) -> None:
    before = picture(panel.matrix)
    panel.refresh(while_learning(snapshots()[0]))
    assert panel.note.text() == "Learning … C comes first: each state still expects exactly itself."
    np.testing.assert_array_equal(panel.data()["A"], np.eye(100))
    assert picture(panel.matrix) != before


def test_an_atom_that_the_network_lacks_does_no_harm(
    panel: TransitionsPanel, context: Context
) -> None:
    context.selection.select_atom(5000)
    picture(panel)
    assert panel.note.text().startswith("Each atom expects")


def test_why_atoms_expect_themselves_is_told_with_the_numbers_of_this_network(panel) -> None:
    mean, others = own_weight(snapshots()[0].network.layers[0].A)
    words = panel.note.text()
    assert f"mean weight {mean:.2f} on itself, {100 * others:.0f} % of all weight" in words
    assert "move every way" in words


def test_matrix_and_pictures_stand_above_each_other_where_it_is_narrow(
    qtbot, panel: TransitionsPanel
) -> None:
    assert panel.matrix.geometry().right() < panel.strip.geometry().left()
    panel.resize(280, 600)
    qtbot.waitUntil(lambda: panel.matrix.geometry().bottom() < panel.strip.geometry().top())


def test_controls_have_names_for_screen_readers(panel: TransitionsPanel) -> None:
    assert all(combo.accessibleName() for combo in panel.findChildren(QComboBox))
    assert panel.matrix.accessibleName() and panel.strip.accessibleName()


def test_nothing_is_left_of_panels_that_are_gone(qtbot, context: Context) -> None:
    def make() -> TransitionsPanel:
        panel = TransitionsPanel(context)
        panel.refresh(snapshots()[0])
        return panel

    assert widgets_left_by(make) == 0


def test_a_film_shows_what_follows_from_the_selected_atom_step_by_step(panel, context) -> None:
    assert panel.film.rows == []
    context.selection.select_atom(4)
    (frames,) = panel.film.rows
    expected = steps_ahead(snapshots()[0].network, 0, 4, len(frames) - 1)
    for frame, ahead in zip(frames, expected, strict=True):
        np.testing.assert_array_equal(frame.picture, ahead.picture)
        assert frame.captions[1] == f"itself {ahead.own:.2f}"
    assert [frame.captions[0] for frame in frames][:3] == ["t", "t+1", "t+2"]
    np.testing.assert_array_equal(panel.data()["film"], [each.picture for each in expected])


def test_what_is_added_does_not_look_like_the_atom_itself(panel, context) -> None:
    context.selection.select_atom(4)
    (frames,) = panel.film.rows
    first = frames[0].picture
    for frame in frames[1:]:
        likeness = (first * frame.picture).sum() / np.linalg.norm(first)
        assert abs(likeness) < 0.9 * np.linalg.norm(frame.picture)


def test_the_film_runs_round_and_round(panel, context) -> None:
    context.selection.select_atom(4)
    shown = []
    for _ in range(9):
        panel._run_film()
        shown.append(panel.film._selected)
    assert shown == [1, 2, 3, 4, 5, 6, 7, 0, 1]
