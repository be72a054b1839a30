"""What both solvers share: their arguments in named groups, and the steps that both take.

The energy of a layer (paper, eq. 9), for every group of N inputs, is

E(x, u) = Σ_n [½‖y − Cx‖² + λ‖x − A x_{t−1}‖₁ + Σ_k γ_k|x_k|] + β Σ_d u_d + w/2 ‖u − û‖²

with γ = γ₀(1 + e^{−Bu})/2 and u ≥ 0. A kernel reads the fields of a named tuple as Python does. The
tuples are in a file with kernels on purpose: the cache of compiled kernels goes by such files, and
a kernel compiled for other fields must not be found (see `engine.jit`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import part
from dpcn_app.engine.network import Array
from dpcn_app.engine.rows import clear_row, copy_row, subtract_row


class Evidence(NamedTuple):
    """What the states and causes of G groups are inferred from.

    Parameters
    ----------
    b, predicted
        Cᵀy and A x_{t−1}, shape (G, N, K).
    silence
        ½‖y‖², shape (G, N).
    u_hat
        û, shape (G, D).
    added
        What a prior adds to γ, shape (G, N, K); empty without a prior.
    """

    b: Array
    predicted: Array
    silence: Array
    u_hat: Array
    added: Array


class Parameters(NamedTuple):
    """The matrices of a layer: CᵀC, B, Bᵀ, and ‖C‖² (`curvature`), which `exact` does not read."""

    gram: Array
    B: Array
    B_rows: Array
    curvature: Any


class Weights(NamedTuple):
    """The weights of the energy's terms: λ, γ₀, β, w, and μ, by which `paper` smooths λ's term."""

    lam: Any
    gamma0: Any
    beta: Any
    top_down: Any
    mu: Any


class Stop(NamedTuple):
    """When a group ends: after so many iterations, or once little can change.

    Parameters
    ----------
    iterations
        The most iterations.
    tolerance
        How far nothing may want to move any more: a share of the group's scale for states (see
        `engine.stopping`), a number for causes, which have no unit.
    gap
        The states' duality gap may be at most this share of their energy; `paper` does not ask.
    """

    iterations: int
    tolerance: Any
    gap: Any


class Result(NamedTuple):
    """What a solver fills, for G groups.

    Parameters
    ----------
    x, u
        Starting values, overwritten by the result: states (G, N, K) and causes (G, D).
    gamma
        γ without what a prior adds, shape (G, K).
    used
        The number of iterations, shape (G,).
    """

    x: Array
    u: Array
    gamma: Array
    used: NDArray[np.int64]


class TraceBuffers(NamedTuple):
    """Every iteration of a solver, which fills them; empty for no trace.

    Parameters
    ----------
    states, causes
        x and u, shapes (iterations, G, N, K) and (iterations, G, D).
    steps
        The step sizes of x and u, shape (iterations, G, 2); NaN where there is no common one.
    """

    states: Array
    causes: Array
    steps: Array


@part
def sparsity_of_states(gamma: Any, u: Any, B_rows: Any, gamma0: Any) -> None:
    """Set γ = γ₀(1 + e^{−Bu})/2; `B_rows` is Bᵀ, one contiguous row per cause."""
    clear_row(gamma)
    for d in range(u.shape[0]):
        if u[d] != 0:
            subtract_row(gamma, u[d], B_rows, d)
    half = gamma0 * gamma.dtype.type(0.5)
    for k in range(gamma.shape[0]):
        gamma[k] = half + half * exponential(gamma[k])


@part
def sparsity_of_inputs(raised: Any, gamma: Any, added: Any, g: int) -> None:
    """Set γ of every input of group g, shape (N, K), with what a prior adds to it."""
    for n in range(raised.shape[0]):
        for k in range(gamma.shape[0]):
            raised[n, k] = gamma[k] + added[g, n, k]


@part
def pool(pooled: Any, x: Any) -> None:
    """Set s = Σ_n |x_n|, for the states of one group, shape (N, K)."""
    clear_row(pooled)
    for n in range(x.shape[0]):
        for k in range(x.shape[1]):
            pooled[k] += abs(x[n, k])


@part
def keep_iteration(
    trace: TraceBuffers, i: int, g: int, x: Any, u: Any, state_step: Any, cause_step: Any
) -> None:
    """Write down iteration i of group g."""
    for n in range(x.shape[0]):
        copy_row(trace.states[i, g, n], x[n])
    copy_row(trace.causes[i, g], u)
    trace.steps[i, g, 0] = state_step
    trace.steps[i, g, 1] = cause_step
