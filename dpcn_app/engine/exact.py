"""The `exact` solver: block coordinate descent on the joint energy of states and causes (eq. 5).

Neither ℓ1 term is smoothed. An iteration sets γ from the causes, sweeps over the states of every
input of a group, pools them, and sweeps over the causes. Every move lowers the energy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dpcn_app.engine.coordinates import start_correlations, subtract_row, sweep_states
from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel
from dpcn_app.engine.network import Array
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

STATE_SWEEPS = 4
CAUSE_SWEEPS = 3
"""Most sweeps over each block in one iteration; chosen by measurements on both sets of shapes."""


class CauseWorkspace(NamedTuple):
    """What `sweep_causes` works with: B, the longest step to the left, and room for its numbers.

    Parameters
    ----------
    B, longest
        B, shape (K, D), and 1/max(1, max B).
    block, block_rows
        The rows of B whose states are in use, shape (K, D), and the same transposed, (D, K).
    pull, gradient
        How strongly each of these states pulls, shape (K,), and −Bᵀ pull, shape (D,).
    """

    B: Array
    longest: Any
    block: Array
    block_rows: Array
    pull: Array
    gradient: Array


@kernel
def cause_workspace(B: Any) -> CauseWorkspace:
    """Return the workspace for B."""
    K, D = B.shape
    steepest = np.ones(D, B.dtype)
    for k in range(K):  # not B.max(), which takes Numba longer to compile than this whole kernel
        for d in range(D):
            steepest[d] = max(steepest[d], B[k, d])
    one = B.dtype.type(1)
    longest = one
    for d in range(D):
        longest = min(longest, one / steepest[d])
    return CauseWorkspace(
        B,
        longest,
        np.empty((K, D), B.dtype),
        np.empty((D, K), B.dtype),
        np.empty(K, B.dtype),
        np.empty(D, B.dtype),
    )


@kernel
def sweep_causes(
    u: Any, pooled: Any, u_hat: Any, weights: Weights, tolerance: Any, space: CauseWorkspace
) -> Any:
    """Minimise E2 by Newton steps along the causes; return the largest move.

    E2(u) = Σ_k γ₀/2·(1 + e^{−[Bu]_k})·s_k + β Σ_d u_d + w/2 ‖u − û‖², u ≥ 0, s the pooled |x|.
    Along a cause the slope is concave, so that a Newton step to the right never passes the
    minimum. A step to the left may; it is limited to the length 1/max(1, max B), up to which
    e^t ≤ 1 + t + t² keeps the energy from rising. Only states in use (s_k > 0) pull:
    pull_k = γ₀/2·s_k·e^{−[Bu]_k}. Their rows of B are gathered once.
    """
    D = u.shape[0]
    B, block, block_rows, pull = space.B, space.block, space.block_rows, space.pull
    gradient, weight = space.gradient, weights.top_down
    zero = u[0] - u[0]
    half = weights.gamma0 * u.dtype.type(0.5)
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
            subtract_row(gradient, pull[i], block, i)
        change = zero
        for d in range(D):
            outer = weights.beta + weight * (u[d] - u_hat[d])
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
                step = max(step, max(-slope / curvature, -space.longest))
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
    evidence: Evidence,
    parameters: Parameters,
    weights: Weights,
    stop: Stop,
    result: Result,
    trace: TraceBuffers,
) -> None:
    """Infer states and causes of every group; coordinate descent has no step sizes to trace."""
    b, gram, lam = evidence.b, parameters.gram, weights.lam
    G, N, K = b.shape
    B_rows = np.ascontiguousarray(parameters.B.T)
    inverse_diagonal = np.empty(K, b.dtype)
    for k in range(K):
        inverse_diagonal[k] = 1 / max(gram[k, k], b.dtype.type(1e-12))
    q, raised = np.empty((N, K), b.dtype), np.empty((N, K), b.dtype)
    moves, pooled = np.empty(K, b.dtype), np.empty(K, b.dtype)
    space, no_step = cause_workspace(parameters.B), b.dtype.type(np.nan)
    prior, traced = evidence.added.shape[0] > 0, trace.states.shape[0] > 0
    for g in range(G):  # a row is taken out before the loop that uses it, see `subtract_row`
        x, u, gamma, used = result.x[g], result.u[g], result.gamma[g], stop.iterations
        predicted, u_hat = evidence.predicted[g], evidence.u_hat[g]
        for n in range(N):
            start_correlations(q[n], b[g, n], x[n], gram)
        for i in range(stop.iterations):
            sparsity_of_states(gamma, u, B_rows, weights.gamma0)
            if prior:
                sparsity_of_inputs(raised, gamma, evidence.added, g)
            largest = lam - lam
            for n in range(N):
                x_n, q_n, c, own = x[n], q[n], predicted[n], raised[n] if prior else gamma
                for _ in range(STATE_SWEEPS):
                    change = sweep_states(x_n, q_n, c, lam, own, gram, inverse_diagonal, moves)
                    largest = max(largest, change)
                    if change < stop.tolerance:
                        break
            pool(pooled, x)
            change = sweep_causes(u, pooled, u_hat, weights, stop.tolerance, space)
            if traced:
                keep_iteration(trace, i, g, x, u, no_step, no_step)
            if max(largest, change) < stop.tolerance:
                used = i + 1
                break
        result.used[g] = used
        sparsity_of_states(gamma, u, B_rows, weights.gamma0)
