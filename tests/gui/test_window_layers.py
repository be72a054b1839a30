"""The window with a network of three layers: nothing in it counts on two."""

from dataclasses import replace
from typing import Any

import pytest

from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.live.engine_commands import AddModel, Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from tests.helpers.hand_driven import HandDriven, show_window

TALL = LayerSpec(
    inputs=3,
    states=8,
    causes=2,
    offsets=((0, 0),),
    transition_weight=0.03,
    sparsity=0.1,
    cause_sparsity=0.01,
    iterations=20,
    top_down_weight=0.01,
)


@pytest.fixture
def window(qtbot) -> HandDriven:
    window = show_window(qtbot, Settings(source=shapes_source(frames=12), modes=("off", "both")))
    model = open_model("shapes-easy")
    spec = replace(model.network.spec, layers=(*model.network.spec.layers, TALL), prior=None)
    top = Network.initial(spec, 1).layers[-1]
    below = tuple(replace(layer, M=None) for layer in model.network.layers)
    tall = replace(model, network=Network(spec, (*below, top)))
    window.ask(AddModel("tall", tall))
    window.settings.change(model="tall")
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
