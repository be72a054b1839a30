"""Sums of rows of a matrix: the loops in which kernels spend their time.

States are sparse, so that a product with a matrix is a sum of few of its rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcn_app.engine.jit import kernel, part


@part
def subtract_multiple(target: Any, factor: Any, row: Any) -> None:
    """Subtract factor·row from target, in place."""
    for j in range(target.shape[0]):
        target[j] -= factor * row[j]


@part
def subtract_row(target: Any, factor: Any, rows: Any, k: int) -> None:
    """Subtract factor·rows[k] from target, in place.

    `subtract_multiple` of rows[k] does the same, but Numba counts references to every row that it
    takes out of a matrix, which costs a solver a tenth to a fifth of its time.
    """
    for j in range(target.shape[0]):
        target[j] -= factor * rows[k, j]


@part
def subtract_rows(target: Any, n: int, factors: Any, chosen: Any, count: int, matrix: Any) -> None:
    """Subtract Σ_i factors_i·matrix[chosen_i] from target[n], for `count` rows.

    Four rows at a time, so that the target is stored less often.
    """
    for i in range(0, count - 3, 4):
        a, b, c, d = factors[i], factors[i + 1], factors[i + 2], factors[i + 3]
        k, m, o, p = chosen[i], chosen[i + 1], chosen[i + 2], chosen[i + 3]
        for j in range(matrix.shape[1]):
            first = a * matrix[k, j] + b * matrix[m, j]
            target[n, j] -= first + (c * matrix[o, j] + d * matrix[p, j])
    for i in range(count - count % 4, count):
        factor, k = factors[i], chosen[i]
        for j in range(matrix.shape[1]):
            target[n, j] -= factor * matrix[k, j]


@kernel
def multiply_sparse(x: Any, matrix: Any, product: Any) -> None:
    """Set product[n] = x[n]·matrix for all n, skipping the zeros of x."""
    factors, chosen = np.empty(x.shape[1], x.dtype), np.empty(x.shape[1], np.int64)
    for n in range(x.shape[0]):
        count: Any = np.int64(0)  # not 0, for which Numba would compile a kernel once more
        for k in range(x.shape[1]):
            factors[count], chosen[count] = -x[n, k], k  # kept only if it is not zero
            count += x[n, k] != 0
        for j in range(matrix.shape[1]):
            product[n, j] = 0
        subtract_rows(product, n, factors, chosen, count, matrix)


@part
def copy_row(target: Any, row: Any) -> None:
    """Copy a row; `target[:] = row` would have Numba compile its error messages for seconds."""
    for j in range(target.shape[0]):
        target[j] = row[j]


@part
def clear_row(target: Any) -> None:
    """Set a row to 0; `target[:] = 0` would have Numba compile its broadcasting."""
    for j in range(target.shape[0]):
        target[j] = 0
