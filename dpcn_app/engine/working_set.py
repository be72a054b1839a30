"""Coordinate descent over working sets: the minimiser of E1 (paper, eq. 2) for many inputs.

E1(x) = ½‖y − Cx‖² + λ‖x − c‖₁ + Σ_k γ_k|x_k| with c = A x_{t−1}.

Few coordinates of an input ever move. A round finds those that would move far, copies their rows
of the Gram matrix into a small dense block, sweeps over that block alone, and only then brings the
correlations q = Cᵀ(y − Cx) of all coordinates up to date.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcn_app.engine.jit import kernel, part
from dpcn_app.engine.proximal import bend_points, bent_prox
from dpcn_app.engine.rows import subtract_rows
from dpcn_app.engine.stopping import GAP_SHARE, gap_of_state, resolution, scale_of_input

BLOCK_SWEEPS = 10
"""Most sweeps over a working set before all coordinates are looked at again."""
JOINING_SHARE = 0.4
"""A coordinate joins the working set if it would move at least this share of the largest move."""
SETTLING_SHARE = 0.1
"""A working set is settled once nothing in it moves further than this share of the largest."""


@part
def _largest_move(x: Any, q: Any, inverse: Any, bends: Any, moves: Any) -> Any:
    """Set moves to how far each coordinate would go on its own; return the farthest."""
    largest = x[0] - x[0]
    low, high, threshold, tilt = bends[0], bends[1], bends[2], bends[3]
    for k in range(x.shape[0]):
        v = x[k] + q[k] * inverse[k]
        moves[k] = abs(bent_prox(v, low[k], high[k], threshold[k], tilt[k]) - x[k])
        largest = max(largest, moves[k])
    return largest


@part
def _settle_block(
    x: Any, q: Any, block: Any, inverse: Any, bends: Any, count: int, tolerance: Any
) -> int:
    """Sweep over a working set, its `count` members side by side, until it has settled.

    Nearly all of them move: a test for those that do not would cost more than it saves. Returns the
    number of sweeps.
    """
    low, high, threshold, tilt = bends[0], bends[1], bends[2], bends[3]
    for sweep in range(BLOCK_SWEEPS):
        largest = tolerance - tolerance
        for i in range(count):
            v = x[i] + q[i] * inverse[i]
            new = bent_prox(v, low[i], high[i], threshold[i], tilt[i])
            move = new - x[i]
            x[i] = new
            largest = max(largest, abs(move))
            row = block[i]
            for j in range(count):
                q[j] -= move * row[j]
        if largest < tolerance:
            return sweep + 1
    return BLOCK_SWEEPS


@part
def _nearly_lowest(
    x: Any,
    q: Any,
    b: Any,
    n: int,
    silence: Any,
    c: Any,
    lam: Any,
    gamma: Any,
    scale: Any,
    share: Any,
) -> Any:
    """Return whether the gap of input n is at most a share of its energy, or not to be told from 0.

    ½‖y − Cx‖² = ½‖y‖² − ½(b + q)ᵀx, and `silence` is ½‖y‖².
    """
    zero = lam - lam
    gap, prior, fit = zero, zero, zero
    for k in range(x.shape[0]):
        part, cost = gap_of_state(x[k], q[k], c[k], lam, gamma[k], scale)
        gap += part
        prior += cost
        fit += (b[n, k] + q[k]) * x[k]
    energy = silence[n] - b.dtype.type(0.5) * fit + prior
    return gap <= max(share * energy, resolution(b) * silence[n])


@kernel
def minimise_states(
    b: Any,
    silence: Any,
    predicted: Any,
    lam: Any,
    gamma: Any,
    gram: Any,
    rounds: int,
    tolerance: Any,
    x: Any,
) -> int:
    """Minimise E1 for every input; return the number of multiplications.

    Parameters
    ----------
    b, silence
        Cᵀy, shape (n, K), and ½‖y‖², shape (n,).
    predicted, gamma
        c and γ, shape (n, K), or (1, K) where one row stands for all inputs.
    lam
        λ.
    gram
        CᵀC.
    rounds, tolerance
        Stop after this many rounds, or once no coordinate would move further than this share of
        the input's scale, and the gap is small (see `engine.stopping`).
    x
        Result: states, shape (n, K).
    """
    K = b.shape[1]
    number = b.dtype.type
    inverse = np.empty(K, b.dtype)
    for k in range(K):
        inverse[k] = 1 / max(gram[k, k], number(1e-12))
    q_row, moves, factors = np.empty((1, K), b.dtype), np.empty(K, b.dtype), np.empty(K, b.dtype)
    q = q_row[0]
    bends, block_bends = np.empty((4, K), b.dtype), np.empty((4, K), b.dtype)
    rows, members = np.empty(K, np.int64), np.empty(K, np.int64)
    block, block_inverse = np.empty((K, K), b.dtype), np.empty(K, b.dtype)
    block_x, block_q = np.empty(K, b.dtype), np.empty(K, b.dtype)
    multiplications, share = 0, number(GAP_SHARE) * tolerance
    for n in range(b.shape[0]):
        states = x[n]
        c = predicted[min(n, predicted.shape[0] - 1)]
        sparsity = gamma[min(n, gamma.shape[0] - 1)]
        changed = 0
        for k in range(K):
            low, high, threshold, tilt = bend_points(
                c[k], lam * inverse[k], sparsity[k] * inverse[k]
            )
            bends[0, k], bends[1, k], bends[2, k], bends[3, k] = low, high, threshold, tilt
            # Start from the minimum of the two prior terms alone, which is often close.
            states[k] = c[k] if lam >= sparsity[k] else 0
            q[k] = b[n, k]
        for k in range(K):
            if states[k] != 0:
                rows[changed], factors[changed] = k, states[k]
                changed += 1
        subtract_rows(q_row, 0, factors, rows, changed, gram)
        multiplications += changed * K
        scale = scale_of_input(b[None], predicted[None], inverse, 0, n)
        least, finest = tolerance * scale, min(resolution(b), tolerance) * scale
        for _ in range(rounds):
            largest = _largest_move(states, q, inverse, bends, moves)
            if largest <= tolerance * scale:
                if largest <= finest or _nearly_lowest(
                    states, q, b, n, silence, c, lam, sparsity, scale, share
                ):
                    break
                least = lam - lam  # smaller moves count from now on
            joining = max(number(JOINING_SHARE) * largest, number(0.3) * least)
            count = 0
            for k in range(K):
                # A coordinate that is not at a bend changes with every move of the others.
                free = (states[k] != bends[0, k]) & (states[k] != bends[1, k])
                members[count] = k  # kept only if it joins; a branch would be mispredicted
                count += free | (moves[k] >= joining)
            for i in range(count):
                k = members[i]
                row = gram[k]
                for j in range(count):
                    block[i, j] = row[members[j]]
                block_x[i], block_q[i], block_inverse[i] = states[k], q[k], inverse[k]
                for each in range(4):
                    block_bends[each, i] = bends[each, k]
            settled = max(number(SETTLING_SHARE) * largest, number(0.5) * least)
            sweeps = _settle_block(
                block_x, block_q, block, block_inverse, block_bends, count, settled
            )
            changed = 0
            for i in range(count):
                k = members[i]
                rows[changed], factors[changed] = k, block_x[i] - states[k]
                changed += block_x[i] != states[k]
                states[k] = block_x[i]
            multiplications += sweeps * count * count + (changed + 1) * K
            if changed == 0:  # only rounding errors are left
                break
            subtract_rows(q_row, 0, factors, rows, changed, gram)
    return multiplications
