"""Which states of a track stay in memory."""

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live import kept_states
from dpcn_app.live.kept_states import ANCHOR, LEAST, LEAST_COMPACT, KeptStates

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


def reached(states: KeptStates, count: int) -> list[int]:
    return [index for index in range(count) if states.reaches(index)]


@pytest.mark.parametrize("live", [False, True])
def test_no_more_stay_whole_than_there_is_memory_for_and_never_fewer_than_a_frame_needs(
    network, state, monkeypatch, live
):
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 1)
    assert list(filled(network, state, 40, live=live)) == list(range(40 - LEAST, 40))
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 20 * kept_states.state_bytes(state))
    states = filled(network, state, 40, live=live)
    assert len(states) == states.most == 20
    states.share(4)
    assert list(states) == list(range(35, 40))


def test_more_stay_in_compact_form_and_never_fewer_than_a_jump_needs(network, state, monkeypatch):
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 1)
    live = filled(network, state, 40, live=True)
    assert reached(live, 40) == list(range(40))
    live.share(10**9)
    assert reached(live, 40) == list(range(40 - LEAST_COMPACT, 40))
    one = kept_states.CompactState.of(state).nbytes
    monkeypatch.setattr(kept_states, "COMPACT_BYTES", 20 * one)
    assert reached(filled(network, state, 40, live=True), 40) == list(range(20, 40))


def test_what_a_whole_state_came_from_stays_as_long_as_itself(network, state, monkeypatch):
    monkeypatch.setattr(kept_states, "COMPACT_BYTES", 1)
    states = filled(network, state, 40, live=True)
    assert len(states) == 40 and all(states.before(index) is not None for index in range(1, 40))


def test_those_that_were_asked_for_last_stay(
    network: Network, state: NetworkState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 1)
    states = filled(network, state, LEAST, live=True)
    assert states.get(0) is state
    states.add(LEAST, state, state)
    assert 0 in states and 1 not in states


def test_a_frame_can_be_inferred_again_to_the_bit_from_a_state_that_is_not_kept_whole(
    network, state
):
    states = filled(network, state, ANCHOR + 5)
    states.rest()
    assert len(states) == 0 and states.get(ANCHOR) is None
    assert reached(states, ANCHOR + 5) == [0, ANCHOR]
    patches = np.random.default_rng(1).uniform(0, 1, (16, 4)).astype(np.float32)
    for before in (states.to_go_on_from(ANCHOR), states.before(ANCHOR)):
        found, expected = (infer_step(network, patches, each, BOTH) for each in (before, state))
        for ours, theirs in zip(found.layers, expected.layers, strict=True):
            np.testing.assert_array_equal(ours.states, theirs.states)
            np.testing.assert_array_equal(ours.causes, theirs.causes)
    assert states.to_go_on_from(1) is None and states.before(0) is None


def test_causes_of_a_compact_state_are_those_of_the_whole(network, state):
    states = filled(network, state, 3)
    compact = states.compact(1)
    assert compact is not None
    for layer, whole in enumerate(state.layers):
        np.testing.assert_array_equal(compact.causes(layer), whole.causes)
    assert states.compact(3) is None


def test_a_state_that_is_kept_stays_as_it_was_first_inferred(network, state):
    states = KeptStates(network, live=True)
    states.add(0, state)
    first = states.compact(0)
    states.add(0, state, state)
    assert states.compact(0) is first and states.before(0) is None


def test_a_live_track_keeps_none_for_good(network, state):
    states = filled(network, state, ANCHOR + 5, live=True)
    assert states.before(0) is None and states.before(7) is state
    states.rest(2)
    assert list(states) == [ANCHOR + 3, ANCHOR + 4]
    assert not states.reaches(ANCHOR) and states.before(7) is None
