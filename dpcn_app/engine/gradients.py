"""Gradients of the energy with respect to a layer's parameters, states and causes held fixed."""

from __future__ import annotations

import numpy as np

from dpcn_app.engine.network import Array
from dpcn_app.engine.state import LayerState


def dictionary_gradient(state: LayerState) -> Array:
    """Return ∂E/∂C = −Σ (y − Cx) xᵀ, shape (P, K), summed over all inputs."""
    residual = flat(state.inputs - state.reconstruction)
    gradient: Array = -residual.T @ flat(state.states)
    return gradient


def invariant_gradient(state: LayerState) -> Array:
    """Return ∂E/∂B, shape (K, D), summed over all groups.

    ∂E/∂B_kd = −γ₀/2 Σ_groups s_k e^{−[Bu]_k} u_d, with s = Σ_n |x⁽ⁿ⁾| the pooled states.
    """
    layer = state.layer
    pooled = np.abs(state.states).sum(axis=1)
    pull = layer.spec.sparsity / 2 * pooled * np.exp(-state.causes @ layer.B.T)
    gradient: Array = -pull.T @ state.causes
    return gradient


def transition_gradient(state: LayerState, previous_states: Array) -> Array:
    """Return the gradient of λ Σ f_μ(x_t − A x_{t−1}) in A, shape (K, K), summed over all inputs.

    −λ Σ α* x_{t−1}ᵀ, with α* = clip((x_t − A x_{t−1})/μ, −1, 1).
    """
    spec = state.layer.spec
    error = flat(state.states - state.predicted_states)
    alpha = np.clip(error / spec.smoothing, -1, 1)
    gradient: Array = -spec.transition_weight * (alpha.T @ flat(previous_states))
    return gradient


def flat(array: Array) -> Array:
    """Return an array of shape (G, N, …) as one row per input."""
    return array.reshape(-1, array.shape[-1])
