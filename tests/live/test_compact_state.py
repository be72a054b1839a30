"""States in little memory, and states of parts put together."""

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live.compact_state import CompactState, joined
from dpcn_app.storage.bundled import open_model
from tests.helpers.synthetic import shapes_patches

NETWORK = open_model("shapes-easy").network


def units(state: NetworkState, some: slice) -> list[np.ndarray]:
    """Return the states and causes of some top units in all layers."""
    spec = NETWORK.spec
    found = []
    for number, layer in enumerate(state.layers, 1):
        per = spec.units_per_field(number)
        groups = slice(some.start * per, some.stop * per)
        found += [layer.states[groups], layer.causes[groups], layer.gamma[groups]]
    return found


@pytest.fixture
def frames() -> list[np.ndarray]:
    """Return the patches of two frames, each with three top units."""
    video = shapes_patches(6)
    return [np.concatenate(video[:3]), np.concatenate(video[3:])]


@pytest.mark.parametrize("mode", ["off", "both", "prior"])
def test_the_next_frame_is_inferred_from_a_compact_state_as_from_the_whole(frames, mode) -> None:
    top_down = TopDown.named(mode)
    first = infer_step(NETWORK, frames[0], None, top_down)
    compact = CompactState.of(first)
    whole = infer_step(NETWORK, frames[1], first, top_down)
    again = infer_step(NETWORK, frames[1], compact.restored(NETWORK), top_down)
    for one, other in zip(whole.layers, again.layers, strict=True):
        np.testing.assert_array_equal(one.states, other.states)
        np.testing.assert_array_equal(one.causes, other.causes)
    assert compact.nbytes < sum(layer.states.nbytes for layer in first.layers)


@pytest.mark.parametrize("mode", ["off", "both", "prior"])
def test_parts_put_together_are_the_whole(frames, mode) -> None:
    top_down = TopDown.named(mode)
    per = NETWORK.spec.units_per_field(0)
    first = infer_step(NETWORK, frames[0], None, top_down)
    whole = infer_step(NETWORK, frames[1], first, top_down)
    parts = []
    for unit in range(3):
        patches = slice(unit * per, (unit + 1) * per)
        before = infer_step(NETWORK, frames[0][patches], None, top_down)
        parts.append(infer_step(NETWORK, frames[1][patches], before, top_down))
    made = joined(parts)
    for one, other in zip(units(whole, slice(0, 3)), units(made, slice(0, 3)), strict=True):
        np.testing.assert_array_equal(one, other)
    assert (made.layers[0].added is None) == (mode != "prior")
    energies = [state.layers[0].energy.means() for state in (made, whole)]
    assert energies[0] == pytest.approx(energies[1], rel=1e-5)
