"""Algorithm 1 in plain NumPy, with which the compiled solvers are compared.

The same smoothed FISTA as the engine's `paper` solver, written with arrays: all groups step
together, and every product is one matrix product over all of them. It is used to check the engine's
results, and as its peer in the benchmark.

There is one difference: the engine stops each group on its own, and this version stops when no
group moves, since a product over all groups costs the same whether some have finished or not.
"""

from __future__ import annotations

import math

import numpy as np

from dpcn_app.engine.inference import TOLERANCE
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.state import LayerState, NetworkState
from dpcn_app.engine.top_down import OFF, TopDown, predict


def reference_layer(
    layer: Layer,
    inputs: Array,
    previous_states: Array | None = None,
    predicted_causes: Array | None = None,
    top_down_weight: float = 0.0,
    *,
    tolerance: float = TOLERANCE,
) -> LayerState:
    """Infer states and causes of all groups of one layer by Algorithm 1; see `infer_layer`.

    γ = γ₀(1 + e^{−Bu})/2
    x ← soft(z − ∇h(z)/L, γ/L), ∇h(z) = Gz − Cᵀy + λα*, α* = clip((z − A x_{t−1})/μ, −1, 1)
    u ← max(0, ξ − (∇h(ξ) + β)/L_u), ∇h(ξ) = −γ₀/2·Bᵀ(s∘e^{−Bξ}) + w(ξ − û), s the pooled |x|
    z, ξ ← x, u plus (τ_i − 1)/τ_{i+1} of their last moves; ξ ≥ 0

    Parameters
    ----------
    layer
        The parameters.
    inputs
        y, any shape that holds whole groups of N inputs of P values.
    previous_states
        x_{t−1}, shape (G, N, K); None at the start.
    predicted_causes, top_down_weight
        û, shape (G, D), and the weight of ½‖u − û‖²; without û the term is dropped.
    tolerance
        Stop once no state and no cause of any group moves further.
    """
    spec = layer.spec
    N, P, K, D = spec.group, spec.inputs, spec.states, spec.causes
    number = layer.C.dtype.type  # a float64 factor would turn all arrays into float64
    lam, beta = number(spec.transition_weight), number(spec.cause_sparsity)
    steepness = number(spec.transition_weight / spec.smoothing)
    half, floor = number(spec.sparsity / 2), number(1e-12)
    step = number(1 / (layer.curvature + spec.transition_weight / spec.smoothing))

    y = np.ascontiguousarray(inputs, layer.C.dtype).reshape(-1, P)
    G = len(y) // N
    b = y @ layer.C
    predicted = np.zeros_like(b)
    if previous_states is not None:
        np.matmul(previous_states.reshape(-1, K), layer.A.T, out=predicted)
    u_hat = np.zeros((G, D), b.dtype) if predicted_causes is None else predicted_causes
    weight = number(0 if predicted_causes is None else top_down_weight)
    half_B, minus_B_rows = half * layer.B, np.ascontiguousarray(-layer.B.T)
    bound = half_B * layer.B.sum(axis=1, keepdims=True)

    alone = np.abs(b) / np.maximum(np.diag(layer.gram), number(1e-12))
    scale = np.maximum(alone, np.abs(predicted)).reshape(G, -1).max(axis=1)
    unit = np.repeat(1 / np.maximum(scale, floor), N)[:, None]  # of moves, for each input

    x, z = predicted.copy(), predicted.copy()
    u, xi = np.zeros_like(u_hat), np.zeros_like(u_hat)
    gamma = np.empty((G, K), b.dtype)
    slope, bend = np.empty_like(b), np.empty_like(b)  # reused: a fresh array costs page faults
    tau, used = 1.0, 0
    while used < spec.iterations:
        _sparsity(gamma, u, layer.B, half)

        np.matmul(z, layer.gram, out=slope)
        slope -= b
        np.subtract(z, predicted, out=bend)
        bend *= steepness
        np.clip(bend, -lam, lam, out=bend)  # λα*
        slope += bend
        slope *= step
        z -= slope
        _clip_by_group(z, gamma * step, slope)
        z -= slope  # soft thresholding
        move = np.subtract(z, x, out=slope)
        x, z = z, x
        pooled = np.abs(x, out=bend).reshape(G, N, K).sum(axis=1)

        curvature = (pooled @ bound).max(axis=1, keepdims=True) + weight
        pull = np.matmul(xi, minus_B_rows)
        np.exp(pull, out=pull)
        pull *= pooled
        new = pull @ half_B  # becomes −∇h(ξ) − β
        new -= beta
        if weight:
            new -= weight * (xi - u_hat)
        new /= np.maximum(curvature, floor)
        new += xi
        np.maximum(new, 0, out=new)
        new *= curvature > 0  # without an active state, nothing pulls a cause above zero
        cause_move = new - u
        u = new

        tau, last = (1 + math.sqrt(4 * tau * tau + 1)) / 2, tau
        momentum = number((last - 1) / tau)
        # With a tolerance of 0 all iterations are done, and no time goes into watching the moves.
        settled = tolerance > 0 and (max(_largest(move * unit), _largest(cause_move)) <= tolerance)
        np.multiply(move, momentum, out=z)
        z += x
        xi = np.maximum(u + momentum * cause_move, 0)
        used += 1
        if settled:
            break
    _sparsity(gamma, u, layer.B, half)
    return LayerState(
        layer=layer,
        inputs=y.reshape(G, N, P),
        states=x.reshape(G, N, K),
        causes=u,
        gamma=gamma,
        predicted_states=predicted.reshape(G, N, K),
        predicted_causes=u_hat,
        top_down_weight=float(weight),
        iterations=np.full(G, used),
    )


def reference_step(
    network: Network,
    frame_patches: Array,
    previous: NetworkState | None = None,
    top_down: TopDown = OFF,
    *,
    tolerance: float = TOLERANCE,
) -> NetworkState:
    """Infer states and causes of all layers for one frame by Algorithm 1; see `infer_step`."""
    weights = top_down.layer_weights(network)
    predictions = predict(network, previous) if previous is not None and any(weights) else None
    inputs = frame_patches
    states: list[LayerState] = []
    for index, layer in enumerate(network.layers):
        state = reference_layer(
            layer,
            inputs,
            previous.layers[index].states if previous is not None else None,
            predictions[index].causes if predictions is not None and weights[index] else None,
            weights[index],
            tolerance=tolerance,
        )
        states.append(state)
        inputs = state.causes * layer.B.dtype.type(layer.output_scale)
    return NetworkState(tuple(states))


def _sparsity(gamma: Array, u: Array, B: Array, half: np.floating) -> None:
    """Set γ = γ₀(1 + e^{−Bu})/2 in place."""
    np.matmul(u, B.T, out=gamma)
    np.negative(gamma, out=gamma)
    np.exp(gamma, out=gamma)
    gamma += 1
    gamma *= half


def _clip_by_group(z: Array, threshold: Array, out: Array) -> None:
    """Set out to z, clipped to ±threshold, with one row of thresholds per group.

    By two comparisons, since `np.clip` is half as fast with arrays for bounds.
    """
    grouped = (len(threshold), -1, threshold.shape[1])
    held, bound = out.reshape(grouped), threshold[:, None, :]
    np.minimum(z.reshape(grouped), bound, out=held)
    np.maximum(held, -bound, out=held)


def _largest(move: Array) -> float:
    """Return the largest absolute value without making an array of absolute values."""
    return max(float(move.max()), -float(move.min()))
