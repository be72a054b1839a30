"""Kernels of the extended prior: what is expected, how unexpected a state is, what γ gains by it.

They stand apart from the formulas around them, so that those can be used without Numba.
"""

from __future__ import annotations

from typing import Any

from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel, part
from dpcn_app.engine.rows import subtract_multiple


@kernel
def expect_states(states: Any, neighbours: Any, M_rows: Any, m: Any) -> None:
    """Set m, which is 0 before, to [M|x|]₊, skipping the many states that are zero."""
    fields, inputs, K = m.shape
    for field in range(fields):
        for n in range(inputs):
            for place in range(neighbours.shape[1]):
                other = neighbours[n, place]
                if other < inputs:
                    for k in range(K):
                        size = abs(states[field, other, k])
                        if size != 0:
                            subtract_multiple(m[field, n], -size, M_rows[place * K + k])
            for k in range(K):
                m[field, n, k] = max(m[field, n, k], m.dtype.type(0))


@kernel
def compare_sizes(expected: Any, found: Any, c: Any) -> None:
    """Set c = min(1, ⟨m, |found|⟩/⟨m, m⟩) of every row; 0 where nothing was expected."""
    for field in range(expected.shape[0]):
        common, squares = c[field] - c[field], c[field] - c[field]
        for k in range(expected.shape[1]):
            common += expected[field, k] * abs(found[field, k])
            squares += expected[field, k] * expected[field, k]
        c[field] = min(c.dtype.type(1), common / squares) if squares > 0 else squares


@kernel
def raise_sparsity(
    m: Any, raised: Any, c: Any, gamma0: Any, kappa: Any, eta: Any, rho: Any
) -> None:
    """Set raised = γ₀(κ c e − ρ(1 − e)), e = e^{−η S(m)} over a row of m."""
    for field in range(m.shape[0]):
        set_unexpectedness(m[field], eta, raised[field])
        most = gamma0 * (kappa * c[field] + rho)
        for k in range(m.shape[1]):
            raised[field, k] = most * raised[field, k] - gamma0 * rho


@kernel
def set_all_unexpectedness(m: Any, eta: Any, e: Any) -> None:
    """Set e = e^{−η S(m)} of every field, a row each."""
    for field in range(m.shape[0]):
        set_unexpectedness(m[field], eta, e[field])


@part
def set_unexpectedness(m: Any, eta: Any, e: Any) -> None:
    """Set e = e^{−η S(m)} of one field, whose states lie in a row."""
    total, squares = eta - eta, eta - eta
    for k in range(m.shape[0]):
        total += m[k]
        squares += m[k] * m[k]
    slope = -eta * total / squares if squares > 0 else squares
    for k in range(m.shape[0]):
        e[k] = exponential(slope * m[k])
