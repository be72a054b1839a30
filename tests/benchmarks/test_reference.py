"""Algorithm 1 in NumPy, compared with the engine's `paper` solver."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.benchmarks.reference import reference_layer, reference_step
from dpcn_app.engine.inference import infer_layer, infer_step
from dpcn_app.engine.network import Array, Layer, Network, normalise_columns
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.top_down import TopDown

SPEC = LayerSpec(16, 24, 6, square_offsets(4), 0.1, 0.3, 0.05, 0.05, 60, 0.05)
GROUPS = 5


def made_layer(rng: np.random.Generator, spec: LayerSpec = SPEC) -> Layer:
    """Return a layer in float64 whose causes explain a few states each."""
    K, D = spec.states, spec.causes
    A = 0.8 * np.eye(K) + 0.05 * rng.normal(size=(K, K))
    B = normalise_columns(rng.uniform(0.2, 1, (K, D)) * (rng.random((K, D)) < 0.4) + 1e-3)
    return Layer(spec, A, B, normalise_columns(rng.normal(size=(spec.inputs, K))))


def made_video(rng: np.random.Generator, layer: Layer) -> tuple[Array, Array]:
    """Return inputs of some groups, and the states before them."""
    shape = (GROUPS, layer.spec.group, layer.spec.states)
    before = rng.normal(size=shape) * (rng.random(shape) < 0.2)
    inputs = before @ layer.A.T @ layer.C.T + 0.1 * rng.normal(size=(*shape[:2], layer.spec.inputs))
    return inputs, before


@pytest.mark.parametrize("weight", [0.0, 0.3])
def test_states_causes_and_energy_are_those_of_the_paper_solver(weight: float) -> None:
    rng = np.random.default_rng(1)
    layer = made_layer(rng)
    inputs, before = made_video(rng, layer)
    u_hat = rng.uniform(-0.5, 2, (GROUPS, 6)) if weight else None
    ours = reference_layer(layer, inputs, before, u_hat, weight, tolerance=0)
    engine = infer_layer(layer, inputs, before, u_hat, weight, solver="paper", tolerance=0)
    assert (engine.causes > 0).any(axis=1).all()
    assert (engine.states != 0).any() and (engine.states == 0).any()
    np.testing.assert_allclose(ours.states, engine.states, atol=1e-9)
    np.testing.assert_allclose(ours.causes, engine.causes, atol=1e-9)
    np.testing.assert_allclose(ours.gamma, engine.gamma, rtol=1e-9)
    for name, term in engine.energy.by_name().items():
        np.testing.assert_allclose(ours.energy.by_name()[name], term, rtol=1e-7, atol=1e-9)


def test_it_stays_in_single_precision_and_agrees_there_too() -> None:
    rng = np.random.default_rng(2)
    layer = made_layer(rng)
    inputs, before = made_video(rng, layer)
    single = layer.astype(np.float32)
    ours = reference_layer(single, inputs.astype(np.float32), before.astype(np.float32))
    assert {ours.states.dtype, ours.causes.dtype, ours.gamma.dtype} == {np.dtype(np.float32)}
    double = reference_layer(layer, inputs, before)
    np.testing.assert_allclose(ours.states, double.states, atol=1e-4)
    np.testing.assert_allclose(ours.causes, double.causes, atol=1e-4)


def test_a_group_alone_stops_where_the_paper_solver_stops() -> None:
    rng = np.random.default_rng(3)
    layer = made_layer(rng, replace(SPEC, iterations=500))
    inputs, before = made_video(rng, layer)
    for group in range(GROUPS):
        alone = (layer, inputs[group : group + 1], before[group : group + 1])
        ours, engine = reference_layer(*alone), infer_layer(*alone, solver="paper")
        assert engine.iterations < 500
        assert ours.iterations == engine.iterations
        np.testing.assert_allclose(ours.states, engine.states, atol=1e-9)
        np.testing.assert_allclose(ours.causes, engine.causes, atol=1e-9)


def test_groups_together_go_on_until_the_last_has_settled() -> None:
    rng = np.random.default_rng(4)
    layer = made_layer(rng, replace(SPEC, iterations=500))
    inputs, before = made_video(rng, layer)
    ours = reference_layer(layer, inputs, before)
    engine = infer_layer(layer, inputs, before, solver="paper")
    assert engine.iterations.min() < engine.iterations.max() <= ours.iterations[0] < 500
    # The paper solver does the same where every group takes the same number of iterations.
    as_long = Layer(
        replace(layer.spec, iterations=int(ours.iterations[0])), layer.A, layer.B, layer.C
    )
    engine = infer_layer(as_long, inputs, before, solver="paper", tolerance=0)
    np.testing.assert_allclose(ours.states, engine.states, atol=1e-9)
    np.testing.assert_allclose(ours.causes, engine.causes, atol=1e-9)


def test_causes_stay_at_zero_where_no_state_is_active() -> None:
    rng = np.random.default_rng(5)
    layer = made_layer(rng, replace(SPEC, cause_sparsity=0.0))
    inputs, before = made_video(rng, layer)
    inputs[2], before[2] = 0, 0
    ours = reference_layer(layer, inputs, before, tolerance=0)
    assert not ours.causes[2].any()
    assert ours.causes[[0, 1, 3, 4]].any(axis=1).all()
    engine = infer_layer(layer, inputs, before, solver="paper", tolerance=0)
    np.testing.assert_allclose(ours.causes, engine.causes, atol=1e-9)


def test_what_it_is_given_is_left_as_it_was() -> None:
    rng = np.random.default_rng(6)
    layer = made_layer(rng)
    inputs, before = made_video(rng, layer)
    u_hat = rng.uniform(0, 1, (GROUPS, 6))
    given = (inputs.copy(), before.copy(), u_hat.copy())
    reference_layer(layer, inputs, before, u_hat, 0.2)
    for array, copy in zip((inputs, before, u_hat), given, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize("mode", ["off", "coherence", "predictions", "both"])
def test_all_layers_follow_the_paper_solver_from_frame_to_frame(mode: str) -> None:
    rng = np.random.default_rng(7)
    top = LayerSpec(6, 10, 3, square_offsets(8), 0.1, 0.05, 0.01, 0.05, 60, 0.05)
    # λ so large that predictions open: γ₀/2·e^{−Bû} < λ.
    first = made_layer(rng, replace(SPEC, transition_weight=0.2))
    layers = (replace(first, output_scale=0.7), made_layer(rng, top))
    network = Network(NetworkSpec((16, 16), 4, (layers[0].spec, top)), layers)
    ours = engine = None
    for _ in range(3):
        frame = rng.normal(size=(16, 16))
        ours = reference_step(network, frame, ours, TopDown.named(mode), tolerance=0)
        engine = infer_step(
            network, frame, engine, TopDown.named(mode), solver="paper", tolerance=0
        )
    assert ours is not None and engine is not None
    assert engine.top_causes.any()
    for mine, its in zip(ours.layers, engine.layers, strict=True):
        np.testing.assert_allclose(mine.states, its.states, atol=1e-8)
        np.testing.assert_allclose(mine.causes, its.causes, atol=1e-8)
        np.testing.assert_allclose(mine.predicted_causes, its.predicted_causes, atol=1e-8)
        assert mine.top_down_weight == its.top_down_weight
