"""What a layer hands up, against plain NumPy: after one pass, and after two."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dpcn_app.engine.handed_up import handed_up
from dpcn_app.engine.inference import TOLERANCE, infer_layer, infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.prior import Prior
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.state import LayerState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from tests.helpers.synthetic import random_layer, shapes_patches, small_spec

EVERY_NOISE = (0.0, 1.5, 4.5)


@cache
def trained() -> Network:
    return open_model("shapes-easy").network


def passes(seed: int) -> tuple[LayerState, LayerState]:
    """Return two passes over the four groups of two fields, with made-up causes."""
    rng = np.random.default_rng(seed)
    state = infer_layer(random_layer(rng, small_spec()), np.zeros((4, 4, 16)))
    shape = state.causes.shape
    one, two = (rng.exponential(size=shape) * (rng.random(shape) < 0.7) for _ in range(2))
    return replace(state, causes=one), replace(state, causes=two)


def by_hand(one: np.ndarray, two: np.ndarray, w: float, theta: float) -> np.ndarray:
    """Return what is heard of the causes of one field."""
    both, mean = one**w * two ** (1 - w), w * one + (1 - w) * two
    both *= np.sqrt(np.sqrt((mean**2).sum() / (both**2).sum()))
    return np.maximum(both - theta * np.mean(np.abs(one - two)), 0)


def test_one_pass_hands_up_its_causes_in_the_scale_of_the_layer_above() -> None:
    first, state = passes(1)
    scaled = replace(state, layer=replace(state.layer, output_scale=0.25))
    strengths = PriorSpec(first_pass=0.5, noise_floor=1)
    np.testing.assert_array_equal(handed_up(scaled, None, strengths, 2), 0.25 * state.causes)
    np.testing.assert_array_equal(handed_up(scaled, first, None, 2), 0.25 * state.causes)


@pytest.mark.parametrize("w", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("theta", [0.0, 0.6])
def test_every_field_is_judged_by_its_own_passes(w: float, theta: float) -> None:
    first, state = passes(2)
    found = handed_up(state, first, PriorSpec(first_pass=w, noise_floor=theta), 2)
    for field in (slice(0, 2), slice(2, 4)):
        expected = by_hand(first.causes[field], state.causes[field], w, theta)
        np.testing.assert_allclose(found[field], expected, rtol=1e-12)


def test_without_its_strengths_the_second_pass_is_handed_up_to_the_bit() -> None:
    first, state = passes(3)
    assert handed_up(state, first, PriorSpec(), 2).tobytes() == state.causes.tobytes()


def test_the_layer_above_hears_of_causes_that_both_passes_found() -> None:
    network, state = trained(), None
    for patches in shapes_patches(6):
        previous, state = state, infer_step(network, patches, state, TopDown.named("prior"))
    assert previous is not None
    layer = network.layers[0]
    first = infer_layer(layer, patches, previous.layers[0].states, tolerance=10 * TOLERANCE)
    for w, theta in ((0.0, 0.0), (0.3, 0.0), (1.0, 0.0), (0.5, 0.7)):
        mode = TopDown(prior=Prior("T", PriorSpec(first_pass=w, noise_floor=theta)))
        state = infer_step(network, patches, previous, mode)
        expected = by_hand(first.causes.astype(float), state.layers[0].causes, w, theta)
        found = state.layers[1].inputs.reshape(expected.shape)
        np.testing.assert_allclose(found, layer.output_scale * expected, rtol=1e-4, atol=1e-6)


def test_the_more_noise_there_is_the_less_is_heard() -> None:
    network = trained()
    own = network.spec.prior
    assert own is not None
    silenced = []
    for noise in EVERY_NOISE:
        heard = {0.0: 0.0, 0.7: 0.0}
        for theta in heard:
            mode = TopDown(True, prior=Prior(strengths=replace(own, noise_floor=theta)))
            state = None
            for patches in shapes_patches(30, noise):
                state = infer_step(network, patches, state, mode)
                heard[theta] += float(state.layers[1].inputs.sum())
        silenced.append(1 - heard[0.7] / heard[0.0])
    clean, some, much = silenced
    assert 2 * clean < some < much / 1.5


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_fainter_causes_are_handed_up_as_much_fainter(scale: float) -> None:
    first, state = passes(2)
    strengths = PriorSpec(first_pass=0.4, noise_floor=0.2)
    usual = handed_up(state, first, strengths, 2)
    first, state = (replace(each, causes=scale * each.causes) for each in (first, state))
    np.testing.assert_allclose(handed_up(state, first, strengths, 2), scale * usual, rtol=1e-9)
