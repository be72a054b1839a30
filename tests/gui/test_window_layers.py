"""The window with a network of three layers: nothing in it counts on two."""

from typing import Any

import pytest

from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import HandDriven, show_window


@pytest.fixture
def window(qtbot) -> HandDriven:
    source = shapes_source("levels", frames=12)
    settings = Settings(source=source, model="shapes-levels", noise=0.0, modes=("off", "both"))
    window = show_window(qtbot, settings)
    window.ask(Jump(8))
    window.update_all()
    return window


def test_every_panel_shows_all_three_layers(window: HandDriven) -> None:
    assert window.snapshot is not None and len(window.snapshot.views[0].state.layers) == 3
    for dock in window.docks.values():
        dock.panel.refresh(window.snapshot)
        assert not dock.panel.grab().isNull()
    for name in ("layers", "why", "fields", "transitions"):
        panel: Any = window.docks[name].panel
        assert panel.layer.count() == 3, name
        panel.layer.setCurrentIndex(2)
        panel.layer.activated.emit(2)
        panel.refresh(window.snapshot)
        assert panel.layer.currentIndex() == 2, name
        assert panel.data(), name


def test_the_grid_of_patches_and_groups_goes_up_to_the_layer_below_the_top(window) -> None:
    window.context.overlays.change(grid=True)
    with_grid = window.stage.grab().toImage()
    window.context.overlays.change(grid=False)
    assert window.stage.grab().toImage() != with_grid


def test_layer_2_is_named_after_shapes_and_the_health_light_tells_of_the_top(window) -> None:
    panel: Any = window.docks["fields"].panel
    panel.layer.setCurrentIndex(1)
    told = window.snapshot.views[0].shapes_told
    assert told is not None and {"square", "x"} <= set(told.names)  # the scene of these frames
    window.context.selection.select_cause(1, told.names.index("square"))
    window.update_all()
    panel.refresh(window.snapshot)
    assert "square" in panel.stands_for.text()
    assert window.transport.light.health is not None and window.transport.light.health.good
