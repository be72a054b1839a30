"""States put together again without a solver: nothing differs but by rounding."""

from dataclasses import fields

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.restoring import recorded, restored_state
from dpcn_app.engine.state import LayerState, NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-easy").network
GRID = PatchGrid.of(NETWORK.spec, (32, 32))
FRAMES = 5
PATCHES = [
    GRID.cut(noisy_shapes(ShapesConfig.named("easy", seed=3), FRAMES, 1.5).frame(index).image)
    for index in range(FRAMES)
]


def assert_alike(found: LayerState, inferred: LayerState) -> None:
    apart = ("layer", "trace", "start")  # the last two are there where a trace was asked for
    names = [field.name for field in fields(LayerState) if field.name not in apart]
    for name in names:
        one, other = getattr(found, name), getattr(inferred, name)
        if name == "added":
            assert (one is None) == (other is None)
            for part in {} if other is None else other.parts:
                np.testing.assert_allclose(one.parts[part], other.parts[part], atol=1e-5)
                np.testing.assert_array_equal(one.confidence[part], other.confidence[part])
        elif other is None:
            assert one is None, name
        else:
            assert np.shape(one) == np.shape(other)
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5, err_msg=name)
    assert found.states.dtype == inferred.states.dtype
    for name, term in inferred.energy.by_name().items():
        np.testing.assert_allclose(
            found.energy.by_name()[name], term, rtol=1e-3, atol=1e-4, err_msg=name
        )


@pytest.mark.parametrize("mode", ["off", "both", "coherence", "prior", "prior:T+K", "placebo"])
def test_a_restored_state_is_the_one_that_was_inferred(mode: str) -> None:
    top_down = TopDown.named(mode)
    states: list[NetworkState] = []
    for patches in PATCHES:
        before = states[-1] if states else None
        states.append(infer_step(NETWORK, patches, before, top_down))
    run = recorded(states)
    for index in (0, 1, FRAMES - 1):
        restored = restored_state(NETWORK, PATCHES[index], run, index, top_down)
        for found, inferred in zip(restored.layers, states[index].layers, strict=True):
            assert_alike(found, inferred)
            np.testing.assert_array_equal(found.states, inferred.states)
            np.testing.assert_array_equal(found.causes, inferred.causes)
