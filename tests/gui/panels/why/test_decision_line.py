"""How a frame was decided, at the head of the why panel."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from dpcn_app.analysis.decision import Decision, decide
from dpcn_app.gui.panels.why.decision_line import DecisionLine, unit_of
from dpcn_app.gui.panels.why.why_panel import WhyPanel
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import THEMES
from tests.helpers.real_scene import make_context, show, snapshots


def misread_as_x():
    snapshot = snapshots()[0]
    read = np.full(len(snapshot.labels), snapshot.classes.index("x"))
    views = tuple(replace(view, read=read) for view in snapshot.views)
    return replace(snapshot, views=views)


def decided() -> Decision:
    found = decide(snapshots()[0].views[0].state)
    assert found is not None
    return found


@pytest.fixture
def line(qtbot) -> DecisionLine:
    line = DecisionLine()
    qtbot.addWidget(line)
    line.show()
    snapshot = misread_as_x()
    line.show_decision(snapshot, snapshot.views[0], Selection(), THEMES["dark"])
    return line


def test_it_begins_with_what_the_frame_is_read_as_and_who_won(line: DecisionLine) -> None:
    found = decided()
    assert line.words.text().startswith(
        f"Square, read as x: top cause {found.winner + 1} won with {found.strength:.2f} to "
    )
    assert f"states {found.feeding[0][0] + 1} (" in line.words.text()


def test_the_states_that_fed_it_are_pictures_to_click(qtbot, line: DecisionLine) -> None:
    feeding = decided().feeding
    shown = [button for button in line.buttons if button.isVisible()]
    assert len(shown) == len(feeding) > 0
    assert not shown[0].icon().isNull()
    assert f"State {feeding[0][0] + 1}" in shown[0].toolTip()
    with qtbot.waitSignal(line.state_chosen) as chosen:
        qtbot.mouseClick(shown[-1], Qt.MouseButton.LeftButton)
    assert chosen.args == [0, feeding[-1][0]]


def test_a_silent_top_layer_says_so_and_offers_nothing(line: DecisionLine) -> None:
    snapshot = misread_as_x()
    view = snapshot.views[0]
    *below, top = view.state.layers
    silent = replace(top, causes=np.zeros_like(top.causes))
    state = replace(view.state, layers=(*below, silent))
    line.show_decision(snapshot, replace(view, state=state), Selection(), THEMES["dark"])
    assert "no top cause is on" in line.words.text()
    assert not any(button.isVisible() for button in line.buttons)


def test_of_several_units_the_selected_one_is_told_or_the_strongest() -> None:
    view = snapshots()[0].views[0]
    *below, top = view.state.layers
    causes = np.array([[0.1, 0.2, 0.0], [3.0, 0.0, 0.0], [0.0, 1.0, 0.0]], np.float32)
    three = replace(view, state=replace(view.state, layers=(*below, replace(top, causes=causes))))
    selection = Selection()
    assert unit_of(three, selection) == 1
    selection.select_group(1, 2)
    assert unit_of(three, selection) == 2
    selection.select_group(1, 9)
    assert unit_of(three, selection) == 1


def test_in_the_panel_a_click_looks_at_the_state(qtbot) -> None:
    panel = WhyPanel(make_context())
    show(qtbot, panel, (800, 400))
    column = panel.columns[0]
    state = decided().feeding[0][0]
    column.decision.buttons[0].click()
    assert panel.context.selection.layer == 1
    assert panel.heading.text().startswith(f"state {state + 1} · ")
