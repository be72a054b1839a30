"""The `paper` solver: its gradients, and its result as the smoothing goes to zero."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine import paper
from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import infer_layer, infer_states
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.solver_parts import Weights
from tests.helpers.compiled_parts import callable_part
from tests.helpers.synthetic import random_layer, small_inputs, small_spec

_cause_workspace = callable_part(paper._cause_workspace)
_step_causes, _step_states = callable_part(paper._step_causes), callable_part(paper._step_states)


def slope(function: Callable[[Array], float], point: Array, width: float = 1e-6) -> Array:
    """Return the gradient of a function by central differences."""
    steps = width * np.eye(len(point))
    return np.array([(function(point + s) - function(point - s)) / (2 * width) for s in steps])


def huber(e: Array, mu: float) -> float:
    """f_μ(e) = max_{|α|≤1} αe − μα²/2, summed."""
    inside = np.abs(e) <= mu
    return float(np.where(inside, e**2 / (2 * mu), np.abs(e) - mu / 2).sum())


@pytest.mark.parametrize("weight", [0.0, 0.7])
def test_the_step_on_the_causes_follows_the_gradient_of_the_energy(weight: float) -> None:
    rng = np.random.default_rng(3)
    layer = random_layer(rng, small_spec(cause_sparsity=0.0))
    x = rng.normal(size=(1, 4, 24))
    u_hat, xi = rng.uniform(0, 2, 6), rng.uniform(0.5, 2, 6)

    def smooth_part(causes: Array) -> float:
        inputs, predicted = np.zeros((1, 4, 16)), np.zeros((1, 4, 24))
        terms = energy(layer, inputs, x, causes[None], predicted, u_hat[None], weight)
        return float((terms.state_sparsity + terms.top_down)[0])

    expected = slope(smooth_part, xi)
    # With β so negative that every cause stays above zero, u = ξ − (∇h(ξ) + β)/L.
    beta = -100.0
    u, start = np.zeros(6), xi.copy()
    pooled = np.abs(x[0]).sum(axis=0)
    weights = Weights(lam=0.0, gamma0=layer.spec.sparsity, beta=beta, top_down=weight, mu=0.0)
    space = _cause_workspace(layer.B, np.ascontiguousarray(layer.B.T))
    _, step = _step_causes(u, start, pooled, u_hat, weights, 0.0, space)
    assert (u > 0).all()
    np.testing.assert_allclose((xi - u) / step - beta, expected, rtol=1e-5, atol=1e-7)


def test_the_step_bound_of_the_causes_holds_everywhere_above_zero() -> None:
    rng = np.random.default_rng(4)
    layer = random_layer(rng, small_spec())
    pooled = rng.exponential(size=24)
    half = layer.spec.sparsity / 2
    bound = (layer.B.T @ (half * pooled * layer.B.sum(axis=1))).max()
    for _ in range(20):
        causes = rng.exponential(size=6)
        curvature = (layer.B.T * (half * pooled * np.exp(-layer.B @ causes))) @ layer.B
        assert np.linalg.eigvalsh(curvature)[-1] <= bound


def test_the_step_on_the_states_follows_the_gradient_of_the_smoothed_energy() -> None:
    rng = np.random.default_rng(5)
    layer = random_layer(rng, small_spec())
    lam, mu = 0.3, 0.2
    y, predicted = rng.normal(size=16), rng.normal(size=24)
    z = predicted + rng.uniform(-2 * mu, 2 * mu, 24)  # on both sides of the kinks of α*

    def smooth_part(x: Array) -> float:
        return 0.5 * float(((y - layer.C @ x) ** 2).sum()) + lam * huber(x - predicted, mu)

    x = z.copy()
    product = layer.gram @ z
    b = layer.C.T @ y
    step = 0.01
    weights = Weights(lam=lam, gamma0=0.0, beta=0.0, top_down=0.0, mu=mu)
    none = np.zeros(24)
    _step_states(x, z.copy(), product, product.copy(), b, predicted, none, weights, step, 0.0)
    np.testing.assert_allclose((z - x) / step, slope(smooth_part, z), rtol=1e-5, atol=1e-7)


def test_with_vanishing_smoothing_the_energy_falls_to_the_exact_minimum() -> None:
    rng = np.random.default_rng(6)
    # β so large that no cause appears: what remains is E1 with γ = γ₀.
    spec = small_spec(cause_sparsity=1e6, transition_weight=0.2, iterations=60_000)
    layer = random_layer(rng, spec)
    inputs = small_inputs(rng, layer, 2)
    previous = rng.normal(size=(2, 4, 24)) * (rng.random((2, 4, 24)) < 0.5)
    exact = infer_layer(layer, inputs, previous, tolerance=1e-12).energy.total.sum()
    gaps = []
    for mu in (1.0, 0.1, 0.01, 1e-3, 1e-4):
        smoothed = Layer(replace(spec, smoothing=mu), layer.A, layer.B, layer.C)
        state = infer_layer(smoothed, inputs, previous, solver="paper", tolerance=1e-12)
        assert not state.causes.any()
        gaps.append(state.energy.total.sum() / exact - 1)
    assert gaps[0] > 1e-3
    assert (np.diff(gaps) < 0).all()
    assert 0 <= gaps[-1] < 1e-5


def test_it_and_the_exact_solver_agree_on_the_states_where_nothing_needs_smoothing() -> None:
    rng = np.random.default_rng(7)
    spec = small_spec(cause_sparsity=1e6, transition_weight=0.0, iterations=20_000)
    layer = random_layer(rng, spec)
    inputs = small_inputs(rng, layer, 1)
    state = infer_layer(layer, inputs, solver="paper", tolerance=1e-12)
    alone = infer_states(
        layer.C, inputs[0], transition_weight=0.0, sparsity=spec.sparsity, tolerance=1e-12
    )
    assert alone.any()
    np.testing.assert_allclose(state.states[0], alone, atol=1e-8)


def test_causes_stay_at_zero_where_no_state_is_active() -> None:
    layer = random_layer(np.random.default_rng(8), small_spec())
    state = infer_layer(layer, np.zeros((2, 4, 16)), solver="paper")
    assert not state.causes.any()
    assert not state.states.any()


def test_a_dictionary_of_zeros_leaves_the_states_at_the_prediction() -> None:
    spec = small_spec(transition_weight=0.0, sparsity=0.0)
    layer = Layer(spec, np.eye(24), np.ones((24, 6)), np.zeros((16, 24)))
    previous = np.random.default_rng(9).normal(size=(1, 4, 24))
    state = infer_layer(layer, np.ones((1, 4, 16)), previous, solver="paper")
    np.testing.assert_array_equal(state.states, previous)


def test_the_next_point_of_the_causes_lies_beyond_the_step_by_the_momentum() -> None:
    rng = np.random.default_rng(10)
    layer = random_layer(rng, small_spec())
    u, xi, pooled = rng.uniform(0, 2, 6), rng.uniform(0, 2, 6), rng.exponential(size=24)
    weights = Weights(lam=0.0, gamma0=0.3, beta=0.05, top_down=0.1, mu=0.0)
    space = _cause_workspace(layer.B, np.ascontiguousarray(layer.B.T))
    before = u.copy()
    _step_causes(u, xi, pooled, np.ones(6), weights, 0.7, space)
    np.testing.assert_allclose(xi, np.maximum(u + 0.7 * (u - before), 0), rtol=1e-12)
    assert np.abs(xi - u).max() > 0.1
