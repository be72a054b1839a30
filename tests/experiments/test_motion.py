"""How well A foretells, on a small layer and photographs that move or stand still."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.network import Layer
from dpcn_app.experiments import motion
from dpcn_app.experiments.motion import learn_transition, score_motion, state_pairs, without_causes
from dpcn_app.training.fields_of_view import FieldsOfView, photographs_stream
from dpcn_app.video.preprocess import NATURAL
from tests.helpers.small_natural import SMALL_NETWORK


def small_layer() -> Layer:
    return Layer.initial(SMALL_NETWORK.layers[0], np.random.default_rng(0))


def windows(seed: int, speed: float) -> FieldsOfView:
    moving = {"speed": (speed, speed), "direction": 0.0, "zoom": 0.0, "turn": 0.0}
    return photographs_stream(SMALL_NETWORK, NATURAL, 64, seed, **moving)


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "_STEPS_OF_A", 60)


def test_where_nothing_moves_A_foretells_that_all_stays_as_it_is() -> None:
    layer = learn_transition(small_layer(), windows(1, 0.0), 1)
    np.testing.assert_allclose(layer.A, np.eye(24), atol=0.02)
    scores, energies = score_motion(layer, SMALL_NETWORK.patch, windows(1, 0.0), windows(2, 0.0))
    assert scores.learnt.r2 >= scores.identity.r2 - 1e-3
    assert scores.learnt.r2 > 0.99
    assert energies["learnt"] <= energies["identity"] * 1.001


def test_where_all_moves_one_way_A_foretells_more_than_the_identity() -> None:
    layer = learn_transition(small_layer(), windows(1, 2.0), 1)
    scores, _ = score_motion(layer, SMALL_NETWORK.patch, windows(1, 2.0), windows(2, 2.0))
    assert scores.learnt.r2 > scores.identity.r2 + 0.1
    assert scores.free_learnt.r2 > scores.free_identity.r2 + 0.1


def test_pairs_of_states_do_not_reach_from_one_clip_into_the_next() -> None:
    """Where nothing moves, what is inferred without λ is the same before and after."""
    layer = without_causes(replace(small_layer(), A=np.zeros((24, 24), np.float32)))
    before, after, _ = state_pairs(layer, windows(1, 0.0), motion.FREE)
    np.testing.assert_array_equal(before, after)
    assert before.any()
