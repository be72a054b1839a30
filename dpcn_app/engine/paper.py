"""The `paper` solver: Algorithm 1, smoothed FISTA on states and causes in turn.

An iteration takes one proximal step on each, with one momentum τ for both. The transition term is
smoothed after Nesterov: λ f_μ(e), e = x − A x_{t−1}, with gradient λα*, α* = clip(e/μ, −1, 1).
Step sizes are 1/L with the bounds L = ‖C‖² + λ/μ for x and L = max_d [Bᵀ(γ₀/2·s∘(B1))]_d + w for
u, which need no line search.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpcn_app.engine.coordinates import subtract_multiple
from dpcn_app.engine.exact import sparsity_of_states
from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel
from dpcn_app.engine.proximal import soft_threshold


@kernel
def _step_states(
    x: Any,
    x_old: Any,
    Gx: Any,
    Gx_old: Any,
    b: Any,
    predicted: Any,
    gamma: Any,
    lam: Any,
    mu: Any,
    step: Any,
    momentum: Any,
) -> Any:
    """Take one step on the states of one input from z = x + m(x − x_old); return the largest move.

    x ← soft(z − ∇h(z)/L, γ/L), ∇h(z) = Gz − Cᵀy + λ clip((z − A x_{t−1})/μ, −1, 1).
    """
    largest = lam - lam
    steepness = lam / mu
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


@kernel
def _multiply_gram(Gx: Any, x: Any, gram: Any) -> None:
    """Set Gx to the product of Gram matrix and states, skipping zeros."""
    Gx[:] = 0
    for j in range(x.shape[0]):
        if x[j] != 0:
            subtract_multiple(Gx, -x[j], gram[j])


@kernel
def _step_causes(
    u: Any,
    xi: Any,
    pooled: Any,
    B: Any,
    B_rows: Any,
    B_sums: Any,
    u_hat: Any,
    weight: Any,
    gamma0: Any,
    beta: Any,
    momentum: Any,
    Bxi: Any,
    gradient: Any,
    bound: Any,
) -> tuple[Any, Any]:
    """Take one step on the causes from ξ; return the largest move and the step size 1/L.

    u ← max(0, ξ − (∇h(ξ) + β)/L), ∇h(ξ) = −γ₀/2·Bᵀ(s∘e^{−Bξ}) + w(ξ − û).
    """
    D = u.shape[0]
    Bxi[:] = 0
    for d in range(D):
        if xi[d] != 0:
            subtract_multiple(Bxi, -xi[d], B_rows[d])
    gradient[:] = 0
    bound[:] = 0
    for k in range(pooled.shape[0]):
        if pooled[k] != 0:
            half = gamma0 * u.dtype.type(0.5) * pooled[k]
            subtract_multiple(gradient, half * exponential(-Bxi[k]), B[k])
            subtract_multiple(bound, -half * B_sums[k], B[k])
    curvature = bound.max() + weight
    zero = weight - weight
    if curvature <= 0:  # no state is active: nothing pulls a cause above zero
        u[:] = 0
        xi[:] = 0
        return zero, zero
    step = u.dtype.type(1) / curvature
    largest = zero
    for d in range(D):
        slope = gradient[d] + weight * (xi[d] - u_hat[d]) + beta
        new = max(xi[d] - slope * step, zero)
        largest = max(largest, abs(new - u[d]))
        xi[d] = max(new + momentum * (new - u[d]), zero)
        u[d] = new
    return largest, step


@kernel
def infer_paper(
    b: Any,
    predicted: Any,
    u_hat: Any,
    weight: Any,
    gram: Any,
    curvature: Any,
    B: Any,
    lam: Any,
    gamma0: Any,
    beta: Any,
    mu: Any,
    iterations: int,
    tolerance: Any,
    added: Any,
    x: Any,
    u: Any,
    gamma: Any,
    used: Any,
    trace_x: Any,
    trace_u: Any,
    trace_step: Any,
) -> None:
    """Infer states and causes of every group by Algorithm 1.

    Parameters are those of `infer_exact`, plus ‖C‖² (`curvature`) and μ (`mu`).
    """
    G, N, K = b.shape
    D = B.shape[1]
    step = b.dtype.type(1) / max(curvature + lam / mu, b.dtype.type(1e-12))
    B_rows = np.ascontiguousarray(B.T)
    B_sums = B_rows.sum(axis=0)
    x_old = np.empty((N, K), b.dtype)
    Gx, Gx_old = np.empty((N, K), b.dtype), np.empty((N, K), b.dtype)
    pooled, Bxi = np.empty(K, b.dtype), np.empty(K, b.dtype)
    xi, gradient, bound = np.empty(D, b.dtype), np.empty(D, b.dtype), np.empty(D, b.dtype)
    raised = np.empty(K, b.dtype)
    for g in range(G):
        x_old[:] = x[g]
        xi[:] = u[g]
        for n in range(N):
            _multiply_gram(Gx[n], x[g, n], gram)
        Gx_old[:] = Gx
        tau, momentum = 1.0, lam - lam
        used[g] = iterations
        for i in range(iterations):
            sparsity_of_states(gamma[g], u[g], B_rows, gamma0)
            largest = lam - lam
            pooled[:] = 0
            for n in range(N):
                own = gamma[g]
                if added.shape[0] > 0:
                    raised[:] = gamma[g] + added[g, n]
                    own = raised
                change = _step_states(
                    x[g, n],
                    x_old[n],
                    Gx[n],
                    Gx_old[n],
                    b[g, n],
                    predicted[g, n],
                    own,
                    lam,
                    mu,
                    step,
                    momentum,
                )
                largest = max(largest, change)
                _multiply_gram(Gx[n], x[g, n], gram)
                for k in range(K):
                    pooled[k] += abs(x[g, n, k])
            tau_next = (1 + math.sqrt(4 * tau * tau + 1)) / 2
            momentum = b.dtype.type((tau - 1) / tau_next)
            tau = tau_next
            change, cause_step = _step_causes(
                u[g],
                xi,
                pooled,
                B,
                B_rows,
                B_sums,
                u_hat[g],
                weight,
                gamma0,
                beta,
                momentum,
                Bxi,
                gradient,
                bound,
            )
            if i < trace_x.shape[0]:
                trace_x[i, g] = x[g]
                trace_u[i, g] = u[g]
                trace_step[i, g, 0] = step
                trace_step[i, g, 1] = cause_step
            if max(largest, change) < tolerance:
                used[g] = i + 1
                break
        sparsity_of_states(gamma[g], u[g], B_rows, gamma0)
