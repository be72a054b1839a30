"""Coordinate descent on the states of one input: the exact minimiser of E1 (paper, eq. 2).

E1(x) = ½‖y − Cx‖² + λ‖x − c‖₁ + Σ_k γ_k|x_k| with c = A x_{t−1}.

Along one coordinate the minimum is `joint_prox`. The residual correlations q = Cᵀ(y − Cx) are kept
up to date, so a coordinate that does not move costs only its test, and a sweep tests all
coordinates at once.
"""

from __future__ import annotations

from typing import Any

from dpcn_app.engine.jit import kernel
from dpcn_app.engine.proximal import joint_prox


@kernel
def subtract_multiple(target: Any, factor: Any, row: Any) -> None:
    """Subtract factor·row from target, in place."""
    for j in range(target.shape[0]):
        target[j] -= factor * row[j]


@kernel
def subtract_row(target: Any, factor: Any, rows: Any, k: int) -> None:
    """Subtract factor·rows[k] from target, in place.

    `subtract_multiple` of rows[k] does the same, but Numba counts references to every row that it
    takes out of a matrix, which costs a solver a tenth to a fifth of its time.
    """
    for j in range(target.shape[0]):
        target[j] -= factor * rows[k, j]


@kernel
def copy_row(target: Any, row: Any) -> None:
    """Copy a row; `target[:] = row` would have Numba compile its error messages for seconds."""
    for j in range(target.shape[0]):
        target[j] = row[j]


@kernel
def start_correlations(q: Any, b: Any, x: Any, gram: Any) -> None:
    """Set q = b − Gx, with b = Cᵀy and G = CᵀC, skipping the zeros of x."""
    copy_row(q, b)
    for j in range(x.shape[0]):
        if x[j] != 0:
            subtract_row(q, x[j], gram, j)


@kernel
def _mark_movers(
    x: Any, q: Any, c: Any, lam: Any, gamma: Any, inverse_diagonal: Any, moves: Any
) -> None:
    """Set moves to how far each coordinate would go on its own; this loop runs in SIMD."""
    for k in range(x.shape[0]):
        inverse = inverse_diagonal[k]
        v = x[k] + q[k] * inverse
        moves[k] = joint_prox(v, c[k], lam * inverse, gamma[k] * inverse) - x[k]


@kernel
def sweep_states(
    x: Any, q: Any, c: Any, lam: Any, gamma: Any, gram: Any, inverse_diagonal: Any, moves: Any
) -> Any:
    """Minimise E1 once along every coordinate that would move; return the largest move."""
    _mark_movers(x, q, c, lam, gamma, inverse_diagonal, moves)
    largest = x[0] - x[0]
    for k in range(x.shape[0]):
        if moves[k] != 0:
            inverse = inverse_diagonal[k]
            v = x[k] + q[k] * inverse
            move = joint_prox(v, c[k], lam * inverse, gamma[k] * inverse) - x[k]
            if move != 0:
                x[k] += move
                largest = max(largest, abs(move))
                subtract_row(q, move, gram, k)
    return largest
