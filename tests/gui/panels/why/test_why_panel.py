"""The why panel: evidence and price of one state."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox

from dpcn_app.analysis.activation_reasons import reasons, strongest_place
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.why.why_panel import WhyPanel
from dpcn_app.gui.theme import THEMES
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot
from tests.helpers.real_scene import make_context, picture, widgets_left_by


@cache
def snapshots() -> tuple[Snapshot, ...]:
    """Return two moments of one video, inferred bottom-up and with the extended prior."""
    controller = Controller(
        Settings(source=shapes_source(frames=32), modes=("off", "prior")), playing=False
    )
    while controller.work(0.1) is not None:
        pass
    found = []
    for index in (20, 30):
        controller.handle(Jump(index))
        found.append(controller.snapshot())
    return tuple(found)


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> WhyPanel:
    panel = WhyPanel(context)
    qtbot.addWidget(panel)
    panel.resize(800, 400)
    panel.show()
    qtbot.waitExposed(panel)
    panel.refresh(snapshots()[0])
    return panel


def choose(combo: QComboBox, index: int) -> None:
    """Do what a click of the user does: `activated` is emitted too."""
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def numbers(panel: WhyPanel, column: int) -> dict[str, float | None]:
    return {row.key: row.number for row in panel.columns[column].balance.rows}


def an_active_atom() -> int:
    states = snapshots()[0].views[0].state.layers[0].states
    return int(np.abs(states).sum(axis=(0, 1)).argmax())


def test_before_the_first_snapshot_it_waits(qtbot, context: Context) -> None:
    panel = WhyPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    context.selection.select_atom(3)
    panel.state.setValue(5)
    choose(panel.place, 0)
    picture(panel)
    assert panel.data() == {}


def test_a_selected_atom_is_looked_at_in_its_strongest_patch(
    panel: WhyPanel, context: Context
) -> None:
    atom = an_active_atom()
    context.selection.select_atom(atom)
    for column, view in zip(panel.columns, snapshots()[0].views, strict=True):
        place = strongest_place(snapshots()[0].views[0].state.layers[0], atom)
        expected = reasons(view.state.layers[0], *place, atom)
        shown = {row.key: row.number for row in column.balance.rows}
        assert shown["evidence"] == expected.evidence
        assert shown["price"] == expected.price
        assert column.words.text().startswith(f"Evidence {expected.evidence:.2f}")
    assert panel.heading.text().startswith(f"atom {atom + 1} · group {place[0] + 1}")
    assert panel.state.value() == atom + 1


def test_parts_that_a_mode_lacks_are_shown_as_off(panel: WhyPanel) -> None:
    assert numbers(panel, 0)["T"] is None and numbers(panel, 0)["D"] is None
    assert numbers(panel, 1)["T"] is not None
    assert list(numbers(panel, 0)) == list(numbers(panel, 1))  # so that they can be compared


def test_bars_of_the_parts_add_up_to_the_price(panel: WhyPanel) -> None:
    shown = numbers(panel, 1)
    parts = [shown[key] for key in ("paper", "T", "D", "transition")]
    assert sum(part or 0.0 for part in parts) == pytest.approx(shown["price"])
    rows = panel.columns[1].balance.rows
    assert [row.key for row in rows[:2]] == ["evidence", "left"]
    assert all(one.end == other.start for one, other in pairwise(rows[2:-1]))
    assert rows[-1].end == pytest.approx(rows[-2].end)


def test_the_longest_bar_of_all_modes_is_as_long_as_there_is_room(
    panel: WhyPanel, context: Context
) -> None:
    """Also after a longer one was shown; while a video plays, at least half as long."""
    context.selection.select_atom(an_active_atom())
    for playing, least in ((False, 1.0), (True, 0.5)):
        panel._reach = (-100.0, 100.0)  # as after a much longer bar
        panel.refresh(replace(snapshots()[0], playing=playing))
        low, high = panel._reach
        ends = [row.end for column in panel.columns for row in column.balance.rows]
        assert least * (high - low) <= max(0.0, *ends) - min(0.0, *ends) <= high - low


def test_a_patch_can_be_chosen_and_selects_its_group(panel: WhyPanel, context: Context) -> None:
    choose(panel.place, 1 + 2 * 4 + 3)
    assert (context.selection.layer, context.selection.group) == (0, 2)
    assert "group 3, patch 4" in panel.heading.text()
    context.selection.select_group(0, 1)  # in another panel
    assert "group 2, patch 4" in panel.heading.text()


def test_a_state_can_be_chosen_by_number_for_all_panels(panel: WhyPanel, context: Context) -> None:
    panel.state.setValue(41)
    assert context.selection.atom == 40
    panel.state.setValue(0)
    assert context.selection.atom is None


def test_the_top_layer_has_its_own_part(panel: WhyPanel, context: Context) -> None:
    choose(panel.layer, 1)
    assert "K" in numbers(panel, 1) and "T" not in numbers(panel, 1)
    panel.state.setValue(8)
    assert panel.heading.text().startswith("state 8")
    assert context.selection.atom is None


def test_an_atom_selected_meanwhile_leads_back_to_layer_1(
    panel: WhyPanel, context: Context
) -> None:
    choose(panel.layer, 1)
    context.selection.select_atom(7)
    assert panel.layer.currentIndex() == 0
    assert panel.heading.text().startswith("atom 8")


def test_another_moment_changes_bars_and_words(panel: WhyPanel, context: Context) -> None:
    context.selection.select_atom(an_active_atom())
    before = picture(panel.columns[0].balance), panel.columns[0].words.text()
    panel.refresh(snapshots()[1])
    assert picture(panel.columns[0].balance) != before[0]
    assert panel.columns[0].words.text() != before[1]


def test_every_theme_has_its_own_look(panel: WhyPanel, context: Context) -> None:
    seen = []
    for name in THEMES:
        context.themes.choose(name)
        seen.append(picture(panel))
    assert seen[0] != seen[1] != seen[2]


def test_everything_shown_can_be_exported(panel: WhyPanel) -> None:
    data = panel.data()
    assert {"layer", "group", "input", "state", "evidence", "T", "D"} <= data.keys()
    assert data["mode"].tolist() == ["off", "prior"] and data["T"][0] == 0
    assert data["price"][1] == numbers(panel, 1)["price"]


def test_controls_and_bars_have_names_for_screen_readers(panel: WhyPanel) -> None:
    for kind in (QComboBox, QAbstractSpinBox):
        assert all(control.accessibleName() for control in panel.findChildren(kind))
    assert all(column.balance.accessibleName() for column in panel.columns)


def test_every_bar_has_an_equation(panel: WhyPanel) -> None:
    balance = panel.columns[1].balance
    step = balance._row_height()
    quantities = [balance._quantity_at(int((row + 0.5) * step)) for row in range(6)]
    assert quantities[:4] == ["evidence", "evidence", "gamma", "prior_time"]
    assert balance._quantity_at(balance.height() + 100) is None


def test_nothing_is_left_of_panels_that_are_gone(qtbot, context: Context) -> None:
    def make() -> WhyPanel:
        panel = WhyPanel(context)
        panel.refresh(snapshots()[0])
        return panel

    assert widgets_left_by(make) == 0


def test_comparing_it_looks_where_the_ways_differ_until_something_is_chosen(
    panel: WhyPanel, context: Context
) -> None:
    values = panel.data()["x"]
    assert any(values) and not all(values)
    assert "differ" in panel.heading.text()
    context.selection.select_atom(an_active_atom())
    assert "differ" not in panel.heading.text()
    assert set(panel.data()["state"]) == {an_active_atom() + 1}
    context.selection.clear()
    assert "differ" in panel.heading.text()
    choose(panel.place, 3)
    assert "differ" not in panel.heading.text()
