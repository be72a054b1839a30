"""How a frame is decided at the top, against the energy itself."""

import numpy as np
import pytest

from dpcn_app.analysis.decision import MOST_FEEDING, decide
from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source_spec import open_source


@pytest.fixture(scope="module")
def inferred():
    network = open_model("shapes-easy").network
    video = open_source("shapes:set=easy,seed=7,frames=12")
    grid, state = PatchGrid.of(network.spec, video.frame_shape), None
    for index in range(12):
        state = infer_step(
            network, grid.cut(video.frame(index).image), state, TopDown.named("both")
        )
    return state


def test_the_strongest_cause_wins_and_the_next_one_is_told(inferred):
    decision, causes = decide(inferred), inferred.top_causes[0]
    assert decision is not None
    assert decision.winner == causes.argmax()
    assert decision.strength == pytest.approx(causes.max())
    assert decision.second_strength == pytest.approx(np.sort(causes)[-2])


def test_what_feeds_a_cause_is_what_the_energy_would_lose_with_it(inferred):
    """The share of a state is its part in the slope of the energy's γ term, by differences."""
    top, decision = inferred.layers[-1], decide(inferred)
    assert decision is not None

    def gamma_term(causes, states):
        return (
            energy(
                top.layer,
                top.inputs,
                states,
                causes,
                top.predicted_states,
                top.predicted_causes,
                0.0,
            )
            .by_name()["state_sparsity"]
            .sum(dtype=np.float64)
        )

    step = 1e-2
    more, less = (np.array(top.causes, dtype=np.float64) for _ in range(2))
    more[0, decision.winner] += step
    less[0, decision.winner] -= step
    slopes = []
    for k in range(top.states.shape[-1]):
        alone = np.zeros(top.states.shape)
        alone[..., k] = top.states[..., k]
        slopes.append((gamma_term(less, alone) - gamma_term(more, alone)) / (2 * step))
    shares = np.array(slopes) / np.sum(slopes)
    assert len(decision.feeding) <= MOST_FEEDING and decision.feeding
    for k, share in decision.feeding:
        assert share == pytest.approx(shares[k], abs=1e-3)
    assert decision.feeding[0][0] == shares.argmax()


def test_silence_decides_nothing(inferred):
    network = open_model("shapes-easy").network
    grid = PatchGrid.of(network.spec, (32, 32))
    assert decide(infer_step(network, grid.cut(np.zeros((32, 32), np.float32)))) is None
