"""FISTA and ADMM in NumPy for E1, with and without the transition term.

Both are written as their best user would: single precision, all inputs together, few passes over
few arrays, and a closed-form prox of the ℓ1 terms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from scipy.linalg.lapack import spotrf, spotrs

from dpcn_app.benchmarks.peers.contest import Contestant
from dpcn_app.benchmarks.peers.problems import StateProblem
from dpcn_app.engine.network import Array

FISTA = "NumPy FISTA"
ADMM = "NumPy ADMM"
ADMM_CHOLESKY = "NumPy ADMM, Cholesky"

ITERATIONS = tuple(
    float(count) for count in sorted({*range(1, 26), *(round(25 * 1.04**n) for n in range(125))})
)
"""From 1 up to about 3,000, each one more than the one before, or 4 % more."""
MOMENTA = (1.0, 0.97, 0.95, 0.92, 0.9, 0.87, 0.85, 0.8, 0.75, 0.7)
"""The largest momentum of FISTA: 1 leaves Nesterov's as it is."""
PENALTIES = tuple(float(f"{10 ** (step / 8):.2g}") for step in sorted(range(-12, 9), key=abs))
"""ρ of ADMM, from .03 to 10 in steps of a third, the likely ones first."""

Step = Callable[[Array, Array], None]
"""Sets its second array to a function of its first."""


def dense_operations(problem: StateProblem, iterations: float) -> float:
    """Return the operations of a method that multiplies by a K × K matrix at every iteration."""
    n, (P, K) = len(problem.inputs), problem.C.shape
    return 2 * P * K * n + P * K * K + iterations * (2 * K * K + 8 * K) * n


def largest_eigenvalue(gram: Array) -> float:
    """Return a little more than the largest eigenvalue, by power iteration, which is fast."""
    vector = np.ones(len(gram), gram.dtype)
    length = 1.0
    for _ in range(30):
        vector = gram @ vector
        length = float(np.linalg.norm(vector))
        vector /= length
    return 1.02 * length


def momenta(iterations: float, most: float) -> Iterator[float]:
    """Yield FISTA's (τ_i − 1)/τ_{i+1} for every iteration, but no more than `most`."""
    tau = 1.0
    for _ in range(int(iterations)):
        tau, last = (1 + math.sqrt(1 + 4 * tau * tau)) / 2, tau
        yield min((last - 1) / tau, most)


def fista(problem: StateProblem) -> Contestant:
    """Return FISTA: x ← prox(zW + Cᵀy/L), W = I − G/L; its kinds are the largest momentum."""
    C, y, number = problem.C, problem.inputs, problem.C.dtype.type

    def solve(most: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        step = 1 / largest_eigenvalue(gram)
        gram *= number(-step)
        gram.flat[:: len(gram) + 1] += 1
        b *= number(step)
        prox = _prox(problem, step)
        x = np.zeros_like(b) if problem.predicted is None else problem.predicted.copy()
        z = x.copy()
        v: Array = np.empty_like(b)
        for momentum in momenta(iterations, most):
            np.matmul(z, gram, out=v)
            v += b
            prox(v, z)
            np.subtract(z, x, out=v)
            v *= number(momentum)
            v += z
            x, z, v = z, v, x
        return x

    return Contestant(FISTA, solve, ITERATIONS, MOMENTA, lambda _, n: dense_operations(problem, n))


def admm(problem: StateProblem, cholesky: bool = False) -> Contestant:
    """Return ADMM, over-relaxed: (G + ρI)x = Cᵀy + ρ(z − w), z = prox(x + w), w += x − z.

    Its kinds are values of ρ. G + ρI is factorised once; an iteration then solves two triangular
    systems (`cholesky`), or multiplies by the inverse, which is as many operations in one product.
    """
    C, y, number = problem.C, problem.inputs, problem.C.dtype.type
    relaxation = number(1.7)

    def solve(rho: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        gram.flat[:: len(gram) + 1] += number(rho)
        step = _solve_by_factor(gram, b, rho) if cholesky else _solve_by_inverse(gram, b, rho)
        prox = _prox(problem, 1 / rho)
        z = np.zeros_like(b) if problem.predicted is None else problem.predicted.copy()
        w, x, v = np.zeros_like(b), np.empty_like(b), np.empty_like(b)
        for _ in range(int(iterations)):
            np.subtract(z, w, out=v)
            step(v, x)
            x *= relaxation
            z *= 1 - relaxation
            x += z
            w += x
            prox(w, z)
            w -= z
        return z

    name = ADMM_CHOLESKY if cholesky else ADMM
    return Contestant(name, solve, ITERATIONS, PENALTIES, lambda _, n: dense_operations(problem, n))


def _solve_by_inverse(matrix: Array, b: Array, rho: float) -> Step:
    """Return a function that sets x to (b + ρv) times the inverse of a symmetric matrix."""
    inverse = np.linalg.inv(matrix)
    start = b @ inverse
    inverse *= b.dtype.type(rho)

    def solve(v: Array, x: Array) -> None:
        np.matmul(v, inverse, out=x)
        x += start

    return solve


def _solve_by_factor(matrix: Array, b: Array, rho: float) -> Step:
    """Return a function that sets x likewise, by the Cholesky factor of the matrix."""
    factor, _ = spotrf(matrix)
    rho_typed = b.dtype.type(rho)

    def solve(v: Array, x: Array) -> None:
        np.multiply(v, rho_typed, out=x)
        x += b
        # Rows of x are the columns that LAPACK solves for, in place.
        spotrs(factor, x.T, overwrite_b=True)

    return solve


def _prox(problem: StateProblem, step: float) -> Step:
    """Return the prox of step · (λ‖x − c‖₁ + γ‖x‖₁)."""
    number = problem.C.dtype.type
    if problem.predicted is None:
        bound = number(step * problem.sparsity)

        def soft(v: Array, out: Array) -> None:
            np.clip(v, -bound, bound, out=out)
            np.subtract(v, out, out=out)

        return soft
    return _joint_prox(problem.predicted, step * problem.transition_weight, step * problem.sparsity)


def _joint_prox(c: Array, lam: float, gamma: float) -> Step:
    """Return a function that sets out to the prox of λ|x−c| + γ|x| at v; see `bent_prox`."""
    number = c.dtype.type
    low, high = np.minimum(c, 0), np.maximum(c, 0)
    threshold, tilt = number(lam + gamma), np.where(c < 0, number(lam - gamma), number(gamma - lam))
    other = np.empty_like(c)

    def prox(v: Array, out: Array) -> None:
        np.add(v, threshold, out=out)
        np.minimum(out, low, out=out)
        np.subtract(v, tilt, out=other)
        np.maximum(out, other, out=out)
        np.minimum(out, high, out=out)
        np.subtract(v, threshold, out=other)
        np.maximum(out, other, out=out)

    return prox
