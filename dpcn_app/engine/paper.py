"""The `paper` solver: Algorithm 1, smoothed FISTA on states and causes in turn.

An iteration takes one proximal step on each, with one momentum τ for both. The transition term is
smoothed after Nesterov: λ f_μ(e), e = x − A x_{t−1}, with gradient λα*, α* = clip(e/μ, −1, 1).
Step sizes are 1/L with the bounds L = ‖C‖² + λ/μ for x and L = max_d [Bᵀ(γ₀/2·s∘(B1))]_d + w for
u, which need no line search.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel, part
from dpcn_app.engine.network import Array
from dpcn_app.engine.proximal import soft_threshold
from dpcn_app.engine.rows import clear_row, copy_row, subtract_row
from dpcn_app.engine.solver_parts import (
    Evidence,
    Parameters,
    Result,
    Stop,
    TraceBuffers,
    Weights,
    keep_iteration,
    pool,
    sparsity_of_inputs,
    sparsity_of_states,
)
from dpcn_app.engine.stopping import scale_of_group


class _CauseWorkspace(NamedTuple):
    """What `_step_causes` works with: B, Bᵀ, B1, and room for Bξ, the gradient and the bound L."""

    B: Array
    B_rows: Array
    B_sums: Array
    Bxi: Array
    gradient: Array
    bound: Array


@part
def _cause_workspace(B: Any, B_rows: Any) -> _CauseWorkspace:
    """Return the workspace for B."""
    K, D = B.shape
    B_sums = np.zeros(K, B.dtype)
    for d in range(D):  # not B.sum(axis=1), which takes Numba seconds to compile
        subtract_row(B_sums, B.dtype.type(-1), B_rows, d)
    return _CauseWorkspace(
        B,
        B_rows,
        B_sums,
        np.empty(K, B.dtype),
        np.empty(D, B.dtype),
        np.empty(D, B.dtype),
    )


@part
def _step_states(
    x: Any,
    x_old: Any,
    Gx: Any,
    Gx_old: Any,
    b: Any,
    predicted: Any,
    gamma: Any,
    weights: Weights,
    step: Any,
    momentum: Any,
) -> Any:
    """Take one step on the states of one input from z = x + m(x − x_old); return the largest move.

    x ← soft(z − ∇h(z)/L, γ/L), ∇h(z) = Gz − Cᵀy + λ clip((z − A x_{t−1})/μ, −1, 1).
    """
    lam = weights.lam
    largest = lam - lam
    steepness = lam / weights.mu
    for k in range(x.shape[0]):
        z = x[k] + momentum * (x[k] - x_old[k])
        slope = Gx[k] + momentum * (Gx[k] - Gx_old[k]) - b[k]
        slope += min(max((z - predicted[k]) * steepness, -lam), lam)  # λα*
        new = soft_threshold(z - slope * step, gamma[k] * step)
        largest = max(largest, abs(new - x[k]))
        x_old[k] = x[k]
        x[k] = new
        Gx_old[k] = Gx[k]
    return largest


@part
def _multiply_gram(Gx: Any, x: Any, gram: Any) -> None:
    """Set Gx to the product of Gram matrix and states, skipping zeros."""
    clear_row(Gx)
    for j in range(x.shape[0]):
        if x[j] != 0:
            subtract_row(Gx, -x[j], gram, j)


@part
def _step_causes(
    u: Any,
    xi: Any,
    pooled: Any,
    u_hat: Any,
    weights: Weights,
    momentum: Any,
    space: _CauseWorkspace,
) -> tuple[Any, Any]:
    """Take one step on the causes from ξ; return the largest move and the step size 1/L.

    u ← max(0, ξ − (∇h(ξ) + β)/L), ∇h(ξ) = −γ₀/2·Bᵀ(s∘e^{−Bξ}) + w(ξ − û).
    """
    D = u.shape[0]
    B, B_rows, B_sums, Bxi, gradient, bound = space
    weight = weights.top_down
    clear_row(Bxi)
    for d in range(D):
        if xi[d] != 0:
            subtract_row(Bxi, -xi[d], B_rows, d)
    clear_row(gradient)
    clear_row(bound)
    for k in range(pooled.shape[0]):
        if pooled[k] != 0:
            half = weights.gamma0 * u.dtype.type(0.5) * pooled[k]
            subtract_row(gradient, half * exponential(-Bxi[k]), B, k)
            subtract_row(bound, -half * B_sums[k], B, k)
    zero = weight - weight
    curvature = zero
    for d in range(D):
        curvature = max(curvature, bound[d])
    curvature += weight
    if curvature <= 0:  # no state is active: nothing pulls a cause above zero
        clear_row(u)
        clear_row(xi)
        return zero, zero
    step = u.dtype.type(1) / curvature
    largest = zero
    for d in range(D):
        slope = gradient[d] + weight * (xi[d] - u_hat[d]) + weights.beta
        new = max(xi[d] - slope * step, zero)
        largest = max(largest, abs(new - u[d]))
        xi[d] = max(new + momentum * (new - u[d]), zero)
        u[d] = new
    return largest, step


@kernel
def infer_paper(
    evidence: Evidence,
    parameters: Parameters,
    weights: Weights,
    stop: Stop,
    result: Result,
    trace: TraceBuffers,
) -> None:
    """Infer states and causes of every group by Algorithm 1."""
    b, gram, B, lam = evidence.b, parameters.gram, parameters.B, weights.lam
    G, N, K = b.shape
    D = B.shape[1]
    number = b.dtype.type
    step = number(1) / max(parameters.curvature + lam / weights.mu, number(1e-12))
    B_rows = parameters.B_rows
    x_old, raised = np.empty((N, K), b.dtype), np.empty((N, K), b.dtype)
    Gx, Gx_old = np.empty((N, K), b.dtype), np.empty((N, K), b.dtype)
    pooled, xi = np.empty(K, b.dtype), np.empty(D, b.dtype)
    space, inverse = _cause_workspace(B, B_rows), np.empty(K, b.dtype)
    for k in range(K):
        inverse[k] = number(1) / max(gram[k, k], number(1e-12))
    prior, traced = evidence.added.shape[0] > 0, trace.states.shape[0] > 0
    for g in range(G):
        x, u, gamma, used = result.x[g], result.u[g], result.gamma[g], stop.iterations
        predicted, u_hat = evidence.predicted[g], evidence.u_hat[g]
        copy_row(xi, u)
        for n in range(N):
            copy_row(x_old[n], x[n])
            _multiply_gram(Gx[n], x[n], gram)
            copy_row(Gx_old[n], Gx[n])
        tau, momentum = 1.0, lam - lam
        small = stop.tolerance * scale_of_group(b, evidence.predicted, inverse, g)
        for i in range(stop.iterations):
            sparsity_of_states(gamma, u, B_rows, weights.gamma0)
            if prior:
                sparsity_of_inputs(raised, gamma, evidence.added, g)
            largest = lam - lam
            for n in range(N):
                change = _step_states(
                    x[n],
                    x_old[n],
                    Gx[n],
                    Gx_old[n],
                    b[g, n],
                    predicted[n],
                    raised[n] if prior else gamma,
                    weights,
                    step,
                    momentum,
                )
                largest = max(largest, change)
                _multiply_gram(Gx[n], x[n], gram)
            pool(pooled, x)
            tau_next = (1 + math.sqrt(4 * tau * tau + 1)) / 2
            momentum = number((tau - 1) / tau_next)
            tau = tau_next
            change, cause_step = _step_causes(u, xi, pooled, u_hat, weights, momentum, space)
            if traced:
                keep_iteration(trace, i, g, x, u, step, cause_step)
            if largest <= small and change <= stop.tolerance:
                used = i + 1
                break
        result.used[g] = used
        sparsity_of_states(gamma, u, B_rows, weights.gamma0)
