"""The picture of the network: it lives with the video, and everything in it can be chosen."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from dpcn_app.analysis.network_flow import FlowNode
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.network.diagram import DiagramMoment
from dpcn_app.gui.panels.network.diagram_painting import is_upward
from dpcn_app.gui.panels.network.diagram_plan import DiagramPlan
from dpcn_app.gui.panels.network.network_panel import NetworkPanel
from dpcn_app.gui.theme import THEMES, apply
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.source import Frame
from tests.helpers.file_scene import write_film
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, make_context, picture, snapshots, widgets_left_by
from tests.helpers.three_layers import THREE


@pytest.fixture
def context(qapp) -> Context:
    apply(THEMES["dark"])
    return make_context()


def opened(qtbot, context: Context, snapshot: Snapshot, size=(1000, 460)) -> NetworkPanel:
    panel = NetworkPanel(context)
    qtbot.addWidget(panel)
    panel.resize(*size)
    panel.show()
    qtbot.waitExposed(panel)
    panel.refresh(snapshot)
    return panel


@pytest.fixture
def panel(qtbot, context: Context) -> NetworkPanel:
    return opened(qtbot, context, snapshots()[0])


def plan_of(panel: NetworkPanel) -> DiagramPlan:
    plan = panel.diagram.plan()
    assert plan is not None
    return plan


def moment_of(panel: NetworkPanel) -> DiagramMoment:
    assert panel.diagram.moment is not None
    return panel.diagram.moment


def place(panel: NetworkPanel, node: FlowNode) -> QPointF:
    """Return where something is."""
    box = plan_of(panel).box_of(node)
    assert box is not None
    return box.center()


def strongest(values) -> tuple[int, ...]:
    return tuple(int(each) for each in np.unravel_index(int(values.argmax()), values.shape))


def test_before_anything_is_inferred_it_waits(qtbot, context) -> None:
    panel = opened(qtbot, context, first_snapshot(Settings()))
    context.selection.select_atom(3)
    picture(panel)
    assert panel.data() == {}


def test_it_shows_the_mode_that_a_comparison_is_about(panel) -> None:
    view = snapshots()[0].views[0]
    assert view.mode == "both"
    for mine, theirs in zip(moment_of(panel).state.layers, view.state.layers, strict=True):
        assert np.array_equal(mine.states, theirs.states)
    assert moment_of(panel).reconstruction is view.reconstruction


def test_arrows_lead_up_and_down_and_all_have_their_places(panel) -> None:
    arrows = panel.diagram.drawing.arrows
    assert {each.flow for each in arrows} == {"evidence", "pull", "price", "prediction"}
    plan = plan_of(panel)
    for each in arrows:
        for node in (each.source, each.target):
            assert node.kind == "patch" or plan.box_of(node) is not None
    for each in arrows:
        if each.source.kind != "patch":
            start, end = place(panel, each.source), place(panel, each.target)
            assert (end.x() > start.x()) is is_upward(each)


def test_active_units_light_up_with_each_frame(panel) -> None:
    state = snapshots()[0].views[0].state.layers[1]
    top = int(state.causes[0].argmax())
    before = picture(panel.diagram)
    lit = colour(before, place(panel, FlowNode("cause", 1, 0, top)) - QPointF(12, -12))
    dark = colour(before, place(panel, FlowNode("cause", 1, 0, (top + 1) % 3)) - QPointF(12, -12))
    assert lit[1] > dark[1] + 40
    panel.refresh(snapshots()[1])
    assert picture(panel.diagram) != before


def colour(drawn: QImage, at: QPointF) -> tuple[int, int, int]:
    found = drawn.pixelColor(at.toPoint())
    return found.red(), found.green(), found.blue()


def test_a_click_selects_an_atom_a_state_a_cause_or_a_group_everywhere(
    qtbot, panel, context
) -> None:
    selection, diagram = context.selection, panel.diagram
    click(qtbot, diagram, place(panel, FlowNode("state", 0, 0, 41)))
    assert selection.atom == 41
    click(qtbot, diagram, place(panel, FlowNode("state", 1, 0, 7)))
    assert selection.state == (1, 7) and selection.atom == 41
    click(qtbot, diagram, place(panel, FlowNode("cause", 0, 2, 11)))
    assert selection.cause == (0, 11) and (selection.layer, selection.group) == (0, 2)
    click(qtbot, diagram, plan_of(panel).frame.bottomRight() - QPointF(4, 4))
    assert (selection.layer, selection.group) == (0, 3)
    click(qtbot, diagram, place(panel, FlowNode("cause", 1, 0, 2)))
    assert selection.cause == (1, 2) and selection.layer == 1


def test_what_is_selected_elsewhere_lights_up_here(panel, context) -> None:
    before = picture(panel.diagram)
    context.selection.select_atom(41)
    context.selection.select_cause(0, 11)
    chosen = panel._selected(moment_of(panel))
    assert FlowNode("state", 0, 0, 41) in chosen
    assert {FlowNode("cause", 0, group, 11) for group in range(4)} < chosen
    assert picture(panel.diagram) != before
    context.selection.clear()
    assert picture(panel.diagram) == before


def test_hovering_tells_what_something_is_in_a_sentence_with_numbers(panel) -> None:
    layers = snapshots()[0].views[0].state.layers
    group, number = strongest(layers[0].causes)
    at = place(panel, FlowNode("cause", 0, group, number))
    u = layers[0].causes[group, number]
    words = text_at(panel.diagram, at)
    assert words.startswith(f"Cause {number + 1} of layer 1, group {group + 1}: u = {u:.2f}")
    words = text_at(panel.diagram, plan_of(panel).frame.topLeft() + QPointF(5, 5))
    assert words.startswith("Patch 1 of group 1: ")
    assert text_at(panel.diagram, QPointF(1, 1)) == ""


def test_while_the_video_plays_it_is_drawn_now_and_then(panel) -> None:
    first, second = (replace(each, playing=True) for each in snapshots())
    panel.refresh(first)
    shown = moment_of(panel)
    panel.refresh(second)
    assert moment_of(panel) is shown
    panel.refresh(replace(second, playing=False))
    assert moment_of(panel) is not shown


def test_of_a_large_frame_one_top_unit_is_shown_and_another_can_be_chosen(
    qtbot, context, tmp_path
) -> None:
    film = write_film(tmp_path / "film.npy", frames=6)
    settings = Settings(source=str(film), model="natural", noise=0.0, modes=("both",))
    controller = Controller(settings, playing=False)
    try:
        controller.handle(Jump(4))
        snapshot = controller.snapshot()
        panel = opened(qtbot, context, snapshot)
        units = len(snapshot.views[0].state.top_causes)
        assert units > 1 and moment_of(panel).unit == 0
        corner = plan_of(panel).frame.bottomRight() - QPointF(3, 3)
        assert text_at(panel.diagram, corner) == f"Top unit {units} of {units}; click to see it."
        click(qtbot, panel.diagram, corner)
        assert moment_of(panel).unit == units - 1
        own = moment_of(panel).state.layers[-1].causes
        assert np.array_equal(own, snapshot.views[0].state.top_causes[-1:])
        click(qtbot, panel.diagram, place(panel, FlowNode("cause", 0, 1, 3)))
        groups = len(snapshot.views[0].state.layers[0].causes) // units
        assert context.selection.group == (units - 1) * groups + 1
        picture(panel)
    finally:
        controller.close()


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_a_network_of_three_layers_has_its_picture_in_every_theme(qtbot, context, theme) -> None:
    network = Network.initial(THREE, 2)
    rng, state = np.random.default_rng(1), None
    image = rng.random((20, 20)).astype(np.float32)
    for _ in range(2):
        state = infer_step(network, rng.random((16, 16)).astype(np.float32), state)
    assert state is not None
    first = snapshots()[0]
    view = replace(first.views[0], state=state, reconstruction=image)
    snapshot = replace(first, network=network, views=(view,), frame=Frame(0, image))
    context.themes.choose(theme)
    panel = opened(qtbot, context, snapshot)
    assert len(plan_of(panel).columns) == 7
    picture(panel)
    assert set(panel.data()) >= {"states_3", "causes_3", "price_lowered_3"}
    context.themes.choose("dark")


def test_nothing_is_left_of_it_when_it_is_gone(context) -> None:
    assert widgets_left_by(lambda: NetworkPanel(context)) <= 0
