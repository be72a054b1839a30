"""Where things lie in the picture of a network, of any depth and in any room."""

import pytest
from PySide6.QtCore import QRectF, QSizeF

from dpcn_app.analysis.network_flow import FlowNode
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.gui.panels.network.diagram_plan import CellGrid, make_plan
from dpcn_app.training.presets import NATURAL_NETWORK, SHAPES_NETWORK
from tests.helpers.three_layers import THREE

SIZES = [(740, 190), (1200, 600), (420, 500), (330, 130)]


def nodes(spec: NetworkSpec) -> list[FlowNode]:
    found = []
    for layer, each in enumerate(spec.layers):
        found += [FlowNode("state", layer, 0, k) for k in range(each.states)]
        for group in range(spec.units_per_field(layer + 1)):
            found += [FlowNode("cause", layer, group, d) for d in range(each.causes)]
        found.append(FlowNode("top", layer, 0, 0))
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", [SHAPES_NETWORK, NATURAL_NETWORK, THREE])
def test_everything_has_a_place_of_its_own_within_the_picture(spec, size) -> None:
    plan = make_plan(spec, QSizeF(*size), 15.0, 1.0)
    room = QRectF(0, 0, *size)
    assert len(plan.columns) == 1 + 2 * spec.depth
    for left, right in zip(plan.columns, plan.columns[1:], strict=False):
        assert left.right() < right.left()
    for node in nodes(spec):
        box = plan.box_of(node)
        assert box is not None and room.contains(box), node
        if node.kind != "top" and box.width() > 2:
            assert plan.node_at(box.center()) == node
    assert room.contains(plan.frame)
    assert plan.reconstruction is None or room.contains(plan.reconstruction)


def test_groups_lie_as_they_do_in_the_frame() -> None:
    plan = make_plan(SHAPES_NETWORK, QSizeF(900, 400), 15.0, 1.0)
    first, right, below, _ = (each.bounds.center() for each in plan.causes[0])
    assert right.x() > first.x() and right.y() == pytest.approx(first.y())
    assert below.y() > first.y() and below.x() == pytest.approx(first.x())


def test_a_tall_room_shows_the_reconstruction_below_the_frame() -> None:
    tall = make_plan(SHAPES_NETWORK, QSizeF(900, 500), 15.0, 1.0)
    flat = make_plan(SHAPES_NETWORK, QSizeF(900, 160), 15.0, 1.0)
    assert tall.reconstruction is not None and tall.reconstruction.top() > tall.frame.bottom()
    assert flat.reconstruction is None


def test_cells_of_a_grid_are_found_again_where_they_are() -> None:
    grid = CellGrid.filling(QRectF(10, 20, 130, 80), 23)
    for number in range(23):
        assert grid.number_at(grid.rectangle(number).center()) == number
        assert grid.bounds.contains(grid.rectangle(number).adjusted(0.1, 0.1, -0.1, -0.1))
    assert grid.number_at(grid.bounds.topLeft() - grid.corner) is None
