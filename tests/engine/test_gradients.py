"""Gradients of A, B and C, against central differences of the energy."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.gradients import dictionary_gradient, invariant_gradient, transition_gradient
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.state import LayerState
from tests.helpers.synthetic import random_layer, small_spec

GROUPS = 3


def random_state(rng: np.random.Generator, layer: Layer, previous: Array) -> LayerState:
    """Return states and causes at which the energy is not stationary, some of them zero."""
    spec = layer.spec
    shape = (GROUPS, spec.group, spec.states)
    states = rng.normal(size=shape) * (rng.random(shape) < 0.5)
    causes = rng.exponential(size=(GROUPS, spec.causes)) * (rng.random((GROUPS, spec.causes)) < 0.7)
    return LayerState(
        layer=layer,
        inputs=rng.normal(size=(GROUPS, spec.group, spec.inputs)),
        states=states,
        causes=causes,
        gamma=np.ones((GROUPS, spec.states)),
        predicted_states=previous @ layer.A.T,
        predicted_causes=np.zeros((GROUPS, spec.causes)),
        top_down_weight=0.0,
        iterations=np.ones(GROUPS, np.int64),
    )


def central_differences(function: Callable[[Array], float], at: Array) -> Array:
    """Return the gradient of a function, entry by entry."""
    gradient, h = np.empty_like(at), 1e-6
    for index in np.ndindex(*at.shape):
        shift = np.zeros_like(at)
        shift[index] = h
        gradient[index] = (function(at + shift) - function(at - shift)) / (2 * h)
    return gradient


@pytest.fixture
def previous() -> Array:
    return np.random.default_rng(1).normal(size=(GROUPS, 4, 24))


@pytest.fixture
def state(previous: Array) -> LayerState:
    rng = np.random.default_rng(2)
    return random_state(rng, random_layer(rng, small_spec()), previous)


def assert_close(gradient: Array, expected: Array) -> None:
    assert np.linalg.norm(expected) > 0.1
    assert gradient.shape == expected.shape
    assert np.linalg.norm(gradient - expected) < 1e-5 * np.linalg.norm(expected)


def test_the_dictionarys_gradient_is_that_of_the_reconstruction(state: LayerState) -> None:
    def reconstruction(C: Array) -> float:
        return sum(
            0.5 * float(np.sum((y - C @ x) ** 2))
            for ys, xs in zip(state.inputs, state.states, strict=True)
            for y, x in zip(ys, xs, strict=True)
        )

    assert_close(dictionary_gradient(state), central_differences(reconstruction, state.layer.C))


def test_the_invariant_matrixs_gradient_is_that_of_the_states_sparsity(state: LayerState) -> None:
    gamma0 = state.layer.spec.sparsity

    def sparsity(B: Array) -> float:
        total = 0.0
        for xs, u in zip(state.states, state.causes, strict=True):
            gamma = gamma0 * (1 + np.exp(-B @ u)) / 2
            total += sum(float(gamma @ np.abs(x)) for x in xs)
        return total

    assert_close(invariant_gradient(state), central_differences(sparsity, state.layer.B))


@pytest.mark.parametrize("smoothing", [0.05, 1.0, 100.0])
def test_the_transitions_gradient_is_that_of_the_smoothed_term(
    state: LayerState, previous: Array, smoothing: float
) -> None:
    spec = replace(state.layer.spec, smoothing=smoothing, transition_weight=0.7)
    state = replace(state, layer=replace(state.layer, spec=spec))

    def transition(A: Array) -> float:
        """Return λ Σ max_{|α| ≤ 1} (α e − μ α²/2), e = x − A x₋, term by term."""
        total = 0.0
        for xs, befores in zip(state.states, previous, strict=True):
            for x, before in zip(xs, befores, strict=True):
                for error in np.abs(x - A @ before):
                    inside = error <= smoothing
                    total += error**2 / (2 * smoothing) if inside else error - smoothing / 2
        return 0.7 * total

    gradient = transition_gradient(state, previous)
    assert_close(gradient, central_differences(transition, state.layer.A))
