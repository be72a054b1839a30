"""Top-down predictions, and which layer each of their parts reaches."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.prior import Prior
from dpcn_app.engine.spec import LayerSpec, NetworkSpec
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import OFF, TopDown, predict
from dpcn_app.errors import UserError
from tests.helpers.synthetic import SHAPES_SPEC, random_layer, shapes_network, shapes_patches

PAIR = ((0, 0), (0, 4))
DEEP_SPEC = NetworkSpec(
    frame_shape=(4, 16),
    patch=4,
    layers=(
        LayerSpec(16, 10, 5, PAIR, 0.2, 0.5, 0.01),
        LayerSpec(5, 8, 4, ((0, 0), (0, 8)), 0.2, 0.3, 0.005),
        LayerSpec(4, 6, 3, ((0, 0),), 0.2, 0.3, 0.001),
    ),
)


def deep_network() -> Network:
    rng = np.random.default_rng(0)
    layers = [random_layer(rng, spec) for spec in DEEP_SPEC.layers]
    scaled = [replace(layer, output_scale=s) for layer, s in zip(layers, (3, 0.5, 1), strict=True)]
    return Network(DEEP_SPEC, tuple(scaled))


def deep_states(network: Network) -> NetworkState:
    """Infer one frame of noise, then put strong states of both signs in."""
    rng = np.random.default_rng(1)
    state = infer_step(network, rng.normal(size=(4, 16)))
    layers = [
        replace(
            layer,
            states=rng.normal(size=layer.states.shape) * (rng.random(layer.states.shape) < 0.6),
            causes=rng.exponential(size=layer.causes.shape),
        )
        for layer in state.layers
    ]
    return NetworkState(tuple(layers))


def test_predictions_are_those_of_a_plain_loop_over_the_papers_formulas() -> None:
    network = deep_network()
    previous = deep_states(network)
    u_hat = [list(map(float, causes)) for causes in previous.top_causes]  # erratum 5
    opened = closed = 0
    for index in (2, 1, 0):
        layer, state = network.layers[index], previous.layers[index]
        spec = layer.spec
        found = predict(network, previous)[index]
        np.testing.assert_allclose(found.causes, u_hat, rtol=1e-10, atol=1e-12)
        handed: list[list[float]] = []
        for g, causes in enumerate(u_hat):
            for n in range(spec.group):
                x_hat = []
                for k in range(spec.states):
                    Bu = sum(layer.B[k, d] * causes[d] for d in range(spec.causes))
                    gamma = math.exp(-Bu) / 2  # erratum 4
                    moved = sum(layer.A[k, j] * state.states[g, n, j] for j in range(spec.states))
                    is_open = spec.sparsity * gamma < spec.transition_weight
                    opened, closed = opened + is_open, closed + (not is_open)
                    x_hat.append(moved if is_open else 0.0)
                np.testing.assert_allclose(found.states[g, n], x_hat, rtol=1e-10, atol=1e-12)
                scale = network.layers[index - 1].output_scale if index else 1
                below = [
                    sum(layer.C[p, k] * x_hat[k] for k in range(spec.states)) / scale
                    for p in range(spec.inputs)
                ]
                handed.append(below)
        u_hat = handed
    assert opened > 10 and closed > 10


def test_a_strongly_negative_expectation_closes_states_without_overflow() -> None:
    network = deep_network().astype(np.float32)
    previous = deep_states(network)
    pushed = replace(previous.layers[2], causes=np.full((1, 3), -1000, np.float32))
    predictions = predict(network, NetworkState((*previous.layers[:2], pushed)))
    unreached = network.layers[2].B.sum(axis=1) == 0
    assert not predictions[2].states[..., ~unreached].any()
    assert np.isfinite(predictions[0].causes).all()


def test_the_output_scale_enters_once_each_way() -> None:
    """Stretching the scale, with the dictionary above, changes units between layers and no more."""
    network = shapes_network(np.float64)
    below, above = network.layers
    state = previous = None
    for patches in shapes_patches(3):
        previous, state = state, infer_step(network, patches, state, TopDown.named("both"))
    assert state is not None and previous is not None
    doubled = Network(network.spec, (replace(below, output_scale=2 * below.output_scale), above))
    up = infer_step(doubled, shapes_patches(3)[2], previous)
    once = infer_step(network, shapes_patches(3)[2], previous)
    np.testing.assert_allclose(up.layers[1].inputs, 2 * once.layers[1].inputs, rtol=1e-12)
    down, plain = predict(doubled, previous)[0].causes, predict(network, previous)[0].causes
    assert plain.any()
    np.testing.assert_allclose(down, plain / 2, rtol=1e-12)


def last_states(modes: dict[str, TopDown]) -> dict[str, NetworkState]:
    """Infer a frame once per mode, all from the same previous state."""
    network = shapes_network()
    previous = None
    for patches in shapes_patches(6)[:5]:
        previous = infer_step(network, patches, previous)
    return {
        name: infer_step(network, shapes_patches(6)[5], previous, mode)
        for name, mode in modes.items()
    }


def same(one: NetworkState, other: NetworkState, layer: int) -> bool:
    a, b = one.layers[layer], other.layers[layer]
    return np.array_equal(a.causes, b.causes) and np.array_equal(a.states, b.states)


def test_a_weight_of_zero_is_the_same_as_off_to_the_bit() -> None:
    none = replace(TopDown.named("both"), weights=(0.0, 0.0))
    states = last_states({"off": OFF, "none": none})
    for layer in (0, 1):
        assert same(states["off"], states["none"], layer)
        assert states["off"].layers[layer].top_down_weight == 0
        assert not states["off"].layers[layer].energy.top_down.any()


def test_coherence_reaches_the_top_layer_alone_and_predictions_the_others() -> None:
    papers = ("off", "coherence", "predictions", "both")
    states = last_states({name: TopDown.named(name) for name in papers})
    assert same(states["off"], states["coherence"], 0)
    assert not same(states["off"], states["coherence"], 1)
    assert not same(states["off"], states["predictions"], 0)
    assert same(states["predictions"], states["both"], 0)
    weights = {
        name: [layer.top_down_weight for layer in state.layers] for name, state in states.items()
    }
    assert weights == {
        "off": [0, 0],
        "coherence": [0, 0.01],
        "predictions": [0.01, 0],
        "both": [0.01, 0.01],
    }


def test_coherence_draws_the_top_causes_towards_the_last_ones() -> None:
    strong = TopDown(coherence=True, weights=(0.0, 100.0))
    states = last_states({"off": OFF, "strong": strong})
    last = states["strong"].layers[1].predicted_causes
    assert last.any()
    far = np.abs(states["off"].top_causes - last).max()
    near = np.abs(states["strong"].top_causes - last).max()
    assert near < 0.01 * far


def test_the_first_frame_knows_no_top_down() -> None:
    network = shapes_network()
    first = shapes_patches(1)[0]
    assert same(
        infer_step(network, first, None, TopDown.named("both")), infer_step(network, first), 1
    )


def test_predicted_states_start_the_inference_of_the_next_frame() -> None:
    network = shapes_network()
    one, two = shapes_patches(2)
    previous = infer_step(network, one)
    state = infer_step(network, two, previous)
    expected = previous.layers[0].states @ network.layers[0].A.T
    assert expected.any()
    np.testing.assert_allclose(state.layers[0].predicted_states, expected, rtol=1e-6)


@pytest.mark.parametrize("weights", [(-0.1, 0.1), (float("nan"), 0.0), (float("inf"), 0.0)])
def test_senseless_weights_are_refused(weights: tuple[float, ...]) -> None:
    with pytest.raises(UserError, match="top-down weight must be zero or more"):
        TopDown(weights=weights)


@pytest.mark.parametrize("weights", [(), (0.1,), (0.1, 0.1, 0.1)])
def test_weights_for_another_number_of_layers_are_refused(weights: tuple[float, ...]) -> None:
    with pytest.raises(UserError, match=f"{len(weights)} top-down weights for 2 layers"):
        TopDown(weights=weights).layer_weights(Network.initial(SHAPES_SPEC, 0))


def test_modes_have_names() -> None:
    assert TopDown.named("both") == TopDown(coherence=True, predictions=True)
    with pytest.raises(UserError, match="no mode called 'sideways'; choose from off, coherence"):
        TopDown.named("sideways")


def test_parts_are_named_like_sums() -> None:
    assert TopDown.named("prior:T+K").prior == Prior("T+K")
    assert TopDown.named("placebo:D").prior == Prior("D", placebo=True)
    for wrong in ("prior:X", "prior:", "prior:T+T", "placebo:t"):
        with pytest.raises(UserError, match="name them like time\\+top or T\\+K"):
            TopDown.named(wrong)
    with pytest.raises(UserError, match="no mode called 'both:T'"):
        TopDown.named("both:T")
