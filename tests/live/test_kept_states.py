"""Which states of a track stay in memory."""

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live import kept_states
from dpcn_app.live.kept_states import ANCHOR, LEAST, LEAST_LIVE, KeptStates

BOTH = TopDown.named("both")


@pytest.fixture(scope="module")
def network() -> Network:
    layers = (
        LayerSpec(4, 3, 2, square_offsets(2), iterations=2),
        LayerSpec(2, 3, 2, square_offsets(4), iterations=2),
    )
    return Network.initial(NetworkSpec((8, 8), 2, layers), seed=0)


@pytest.fixture(scope="module")
def state(network: Network) -> NetworkState:
    patches = np.random.default_rng(0).uniform(0, 1, (16, 4)).astype(np.float32)
    return infer_step(network, patches, None, BOTH)


def filled(network: Network, state: NetworkState, count: int, *, live: bool = False) -> KeptStates:
    states = KeptStates(network, live=live)
    for index in range(count):
        states.add(index, state, state if index else None)
    return states


def test_no_more_stay_than_there_is_memory_for_and_never_fewer_than_a_jump_needs(
    network, state, monkeypatch
):
    monkeypatch.setattr(kept_states, "SCORED_BYTES", 1)
    assert list(filled(network, state, 40)) == list(range(40 - LEAST, 40))
    one = kept_states.state_bytes(state)
    monkeypatch.setattr(kept_states, "SCORED_BYTES", 20 * one)
    states = filled(network, state, 40)
    assert len(states) == states.most == 20
    states.share(4)
    assert list(states) == list(range(35, 40))
    live = filled(network, state, 40, live=True)
    live.share(10**9)
    assert list(live) == list(range(40 - LEAST_LIVE, 40))


def test_those_that_were_asked_for_last_stay(
    network: Network, state: NetworkState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_states, "LIVE_BYTES", 1)
    states = filled(network, state, LEAST_LIVE, live=True)
    assert states.get(0) is state
    states.add(LEAST_LIVE, state, state)
    assert 0 in states and 1 not in states


def test_the_next_frame_can_be_inferred_to_the_bit_from_a_state_that_is_not_kept_whole(
    network, state
):
    states = filled(network, state, ANCHOR + 5)
    states.rest()
    assert len(states) == 0 and states.get(ANCHOR) is None
    assert [index for index in range(ANCHOR + 5) if states.reaches(index)] == [0, ANCHOR]
    patches = np.random.default_rng(1).uniform(0, 1, (16, 4)).astype(np.float32)
    before = states.to_go_on_from(ANCHOR)
    found, expected = (infer_step(network, patches, each, BOTH) for each in (before, state))
    for ours, theirs in zip(found.layers, expected.layers, strict=True):
        np.testing.assert_array_equal(ours.states, theirs.states)
        np.testing.assert_array_equal(ours.causes, theirs.causes)
    assert states.to_go_on_from(1) is None


def test_a_live_track_knows_what_each_state_came_from_and_replays_from_none(network, state):
    states = filled(network, state, ANCHOR + 5, live=True)
    assert states.before(0) is None and states.before(7) is state
    states.rest(2)
    assert list(states) == [ANCHOR + 3, ANCHOR + 4]
    assert not states.reaches(ANCHOR) and states.before(7) is None
