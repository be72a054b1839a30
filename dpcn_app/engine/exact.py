"""The `exact` solver: block coordinate descent on the joint energy of states and causes (eq. 5).

Neither ℓ1 term is smoothed. An iteration sets γ from the causes, sweeps over the states of every
input of a group, pools them, and sweeps over the causes. Every move lowers the energy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcn_app.engine.coordinates import start_correlations, subtract_multiple, sweep_states
from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel

STATE_SWEEPS = 4
CAUSE_SWEEPS = 3
"""Most sweeps over each block in one iteration; chosen by measurements on both sets of shapes."""


@kernel
def sparsity_of_states(gamma: Any, u: Any, B_rows: Any, gamma0: Any) -> None:
    """Set γ = γ₀(1 + e^{−Bu})/2; `B_rows` is Bᵀ, one contiguous row per cause."""
    gamma[:] = 0
    for d in range(u.shape[0]):
        if u[d] != 0:
            subtract_multiple(gamma, u[d], B_rows[d])
    half = gamma0 * gamma.dtype.type(0.5)
    for k in range(gamma.shape[0]):
        gamma[k] = half + half * exponential(gamma[k])


@kernel
def sweep_causes(
    u: Any,
    pooled: Any,
    B: Any,
    u_hat: Any,
    weight: Any,
    gamma0: Any,
    beta: Any,
    longest: Any,
    tolerance: Any,
    block: Any,
    block_rows: Any,
    pull: Any,
    gradient: Any,
) -> Any:
    """Minimise E2 by Newton steps along the causes; return the largest move.

    E2(u) = Σ_k γ₀/2·(1 + e^{−[Bu]_k})·s_k + β Σ_d u_d + w/2 ‖u − û‖², u ≥ 0, s the pooled |x|.
    Along a cause the slope is concave, so that a Newton step to the right never passes the
    minimum. A step to the left may; it is limited to the length 1/max(1, max B) (`longest`), up to
    which e^t ≤ 1 + t + t² keeps the energy from rising. Only states in use (s_k > 0) pull:
    pull_k = γ₀/2·s_k·e^{−[Bu]_k}. Their rows of B are gathered once, in `block` and, transposed, in
    `block_rows`.
    """
    D = u.shape[0]
    zero = u[0] - u[0]
    half = gamma0 * u.dtype.type(0.5)
    used = 0
    for k in range(pooled.shape[0]):
        if pooled[k] != 0:
            Bu = zero
            for d in range(D):
                block[used, d] = B[k, d]
                Bu += B[k, d] * u[d]
            pull[used] = half * pooled[k] * exponential(-Bu)
            used += 1
    for d in range(D):
        for i in range(used):
            block_rows[d, i] = block[i, d]

    largest = zero
    for _ in range(CAUSE_SWEEPS):
        gradient[:] = 0
        for i in range(used):
            subtract_multiple(gradient, pull[i], block[i])
        change = zero
        for d in range(D):
            outer = beta + weight * (u[d] - u_hat[d])
            if u[d] == 0 and gradient[d] + outer >= 0:
                continue
            row = block_rows[d]
            slope, curvature = outer, weight + zero
            for i in range(used):
                part = row[i] * pull[i]
                slope -= part
                curvature += row[i] * part
            step = -u[d]
            if curvature > 0:
                step = max(step, max(-slope / curvature, -longest))
            if step != 0:
                u[d] += step
                change = max(change, abs(step))
                for i in range(used):
                    pull[i] *= exponential(-row[i] * step)
        largest = max(largest, change)
        if change < tolerance:
            break
    return largest


@kernel
def infer_exact(
    b: Any,
    predicted: Any,
    u_hat: Any,
    weight: Any,
    gram: Any,
    B: Any,
    lam: Any,
    gamma0: Any,
    beta: Any,
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
    """Infer states and causes of every group.

    Parameters
    ----------
    b, predicted
        Cᵀy and A x_{t−1}, shape (G, N, K).
    u_hat, weight
        û, shape (G, D), and the weight of ½‖u − û‖².
    gram, B
        CᵀC and B.
    lam, gamma0, beta
        λ, γ₀, β.
    iterations, tolerance
        Stop after this many iterations, or once nothing moves further than `tolerance`.
    added
        What a prior adds to γ, shape (G, N, K); empty without a prior.
    x, u
        Starting values, overwritten by the result: states (G, N, K) and causes (G, D).
    gamma, used
        Results: γ without `added` (G, K), and the number of iterations (G).
    trace_x, trace_u, trace_step
        Every iteration's states and causes, shapes (iterations, G, N, K) and (iterations, G, D),
        and the step sizes of x and u, (iterations, G, 2), NaN since coordinate descent has no
        common step size; empty for no trace.
    """
    G, N, K = b.shape
    D = B.shape[1]
    B_rows = np.ascontiguousarray(B.T)
    inverse_diagonal = np.empty(K, b.dtype)
    for k in range(K):
        inverse_diagonal[k] = 1 / max(gram[k, k], b.dtype.type(1e-12))
    one = b.dtype.type(1)
    longest = one / max(one, B.max())
    q = np.empty((N, K), b.dtype)
    moves, pooled, pull = np.empty(K, b.dtype), np.empty(K, b.dtype), np.empty(K, b.dtype)
    block, block_rows = np.empty((K, D), b.dtype), np.empty((D, K), b.dtype)
    gradient, raised = np.empty(D, b.dtype), np.empty(K, b.dtype)
    for g in range(G):
        for n in range(N):
            start_correlations(q[n], b[g, n], x[g, n], gram)
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
                for _ in range(STATE_SWEEPS):
                    change = sweep_states(
                        x[g, n], q[n], predicted[g, n], lam, own, gram, inverse_diagonal, moves
                    )
                    largest = max(largest, change)
                    if change < tolerance:
                        break
                for k in range(K):
                    pooled[k] += abs(x[g, n, k])
            change = sweep_causes(
                u[g],
                pooled,
                B,
                u_hat[g],
                weight,
                gamma0,
                beta,
                longest,
                tolerance,
                block,
                block_rows,
                pull,
                gradient,
            )
            if i < trace_x.shape[0]:
                trace_x[i, g] = x[g]
                trace_u[i, g] = u[g]
                trace_step[i, g] = np.nan
            if max(largest, change) < tolerance:
                used[g] = i + 1
                break
        sparsity_of_states(gamma[g], u[g], B_rows, gamma0)
