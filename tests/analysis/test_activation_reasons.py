"""Why a state is on or off, compared with the result of inference."""

from functools import cache

import numpy as np
import pytest

from dpcn_app.analysis.activation_reasons import (
    most_disputed,
    reasons,
    strongest_place,
    strongest_state,
)
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig
from tests.helpers.optimality import lowest_states, tolerated


@cache
def watched(mode: str) -> NetworkState:
    """Return the bundled network's state at the twentieth frame of a noisy video."""
    network = open_model("shapes-easy").network
    video = noisy_shapes(ShapesConfig.named("easy", seed=3), 20, 1.5)
    grid = PatchGrid.of(network.spec, video.frame_shape)
    state = None
    for index in range(20):
        patches = grid.cut(video.frame(index).image)
        state = infer_step(network, patches, state, TopDown.named(mode))
    assert state is not None
    return state


@pytest.mark.parametrize("mode", ["off", "both", "prior", "prior:T"])
@pytest.mark.parametrize("layer", [0, 1])
def test_a_state_is_on_exactly_where_what_is_left_beats_the_price(mode, layer):
    state = watched(mode).layers[layer]
    lowest = lowest_states(state)
    assert (np.abs(state.states - lowest) <= tolerated(state)).all()
    for place in np.ndindex(state.states.shape):
        found = reasons(state, *place)
        assert found.on == (state.states[place] != 0)
        at_the_price = abs(found.left - found.price) < 1e-5  # rounding decides
        assert at_the_price or (found.left > found.price) == (lowest[place] != 0)


def test_the_parts_of_the_price_are_those_that_inference_used():
    state = watched("prior").layers[0]
    found = reasons(state, 2, 1, 40)
    assert state.added is not None
    assert set(found.added) == {"T", "D"}
    assert found.paper == pytest.approx(state.gamma[2, 40])
    total = state.gamma[2, 40] + state.added.total(4)[2, 1, 40]
    assert found.gamma == pytest.approx(total, rel=1e-5)
    assert found.price - found.gamma == pytest.approx(found.transition)
    assert abs(found.transition) == pytest.approx(state.layer.spec.transition_weight)
    assert set(reasons(watched("prior").layers[1], 0, 0, 3).added) == {"K"}
    assert reasons(watched("both").layers[0], 0, 0, 3).added == {}


def test_evidence_is_the_product_with_the_atom():
    state = watched("off").layers[0]
    for index in range(0, 100, 7):
        expected = abs(state.layer.C[:, index] @ state.inputs[1, 2])
        assert abs(reasons(state, 1, 2, index).evidence) == pytest.approx(expected, rel=1e-4)


def test_of_a_state_alone_all_evidence_is_left():
    state = watched("off").layers[0]
    active = np.count_nonzero(state.states, axis=-1)
    for group, number, index in np.argwhere(state.states):
        found = reasons(state, group, number, index)
        if active[group, number] == 1:
            assert found.left == pytest.approx(found.evidence, rel=1e-4)
        assert found.left > 0


def test_the_prior_switches_states_off_that_the_paper_would_leave_on():
    state = watched("prior").layers[0]
    found = [reasons(state, *place) for place in np.ndindex(state.states.shape)]
    assert any(not each.on and each.on_without_prior for each in found)


def test_the_strongest_place_is_where_the_state_is_largest():
    state = watched("off").layers[0]
    index = int(np.abs(state.states).sum(axis=(0, 1)).argmax())
    group, number = strongest_place(state, index)
    assert abs(state.states[group, number, index]) == np.abs(state.states[..., index]).max()


def test_a_state_that_is_nowhere_on_is_looked_at_where_it_has_most_evidence():
    state = watched("off").layers[0]
    index = int(np.flatnonzero(~state.states.any(axis=(0, 1)))[0])
    evidence = np.abs(state.inputs @ state.layer.C[:, index])
    assert evidence[strongest_place(state, index)] == evidence.max()


def test_the_strongest_state_has_most_evidence():
    state = watched("off").layers[0]
    evidence = np.abs(state.inputs[3, 0] @ state.layer.C)
    assert evidence[strongest_state(state, 3, 0)] == evidence.max()


def test_what_is_most_disputed_is_the_largest_state_that_is_not_on_in_all():
    off, prior = (watched(mode).layers[0] for mode in ("off", "prior"))
    place = most_disputed([off, prior])
    assert place is not None
    values = [abs(each.states[place]) for each in (off, prior)]
    assert min(values) == 0 < max(values)
    others = (off.states == 0) != (prior.states == 0)
    assert max(values) == max(np.abs(each.states[others]).max() for each in (off, prior))
    assert most_disputed([off, off]) is None
