"""E1 with the temporal term: ½‖y − Cx‖² + λ‖x − c‖₁ + γ‖x‖₁, as other methods solve it.

No library has a solver for it, so the peers are the usual methods written in NumPy, including the
paper's, and a general convex solver.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from dpcn_app.benchmarks.peers.contest import Contestant
from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.benchmarks.peers.lasso import (
    ITERATIONS,
    dense_operations,
    largest_eigenvalue,
    our_contestant,
)
from dpcn_app.benchmarks.peers.problems import StateProblem
from dpcn_app.engine.network import Array

SMOOTHED = "smoothed FISTA (paper)"
ADMM = "NumPy ADMM"
EXACT_FISTA = "NumPy exact-prox FISTA"
CVXPY = "cvxpy (Clarabel)"

_SMOOTHINGS = (0.1, 0.03, 0.01, 0.003, 0.001)
_PENALTIES = (0.1, 0.3, 1.0, 3.0)


def temporal_contestants(problem: StateProblem) -> list[Contestant]:
    """Return the engine and the methods in NumPy; `cvxpy_contestant` is too slow to join them."""
    return [our_contestant(problem), _exact_fista(problem), _admm(problem), _smoothed(problem)]


def _prediction(problem: StateProblem) -> Array:
    assert problem.predicted is not None
    return problem.predicted


def _joint_prox(c: Array, lam: float, gamma: float) -> Callable[[Array, Array], None]:
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


def _exact_fista(problem: StateProblem) -> Contestant:
    """FISTA with the closed-form prox of both ℓ1 terms."""
    C, y, c = problem.C, problem.inputs, _prediction(problem)
    number = C.dtype.type

    def solve(_: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        step = 1 / largest_eigenvalue(gram)
        gram *= number(step)
        b *= number(step)
        prox = _joint_prox(c, step * problem.transition_weight, step * problem.sparsity)
        x, z = c.copy(), c.copy()
        slope = np.empty_like(b)
        tau = 1.0
        for _ in range(int(iterations)):
            np.matmul(z, gram, out=slope)
            slope -= b
            z -= slope
            prox(z, slope)
            tau, last = (1 + math.sqrt(1 + 4 * tau * tau)) / 2, tau
            np.subtract(slope, x, out=z)
            z *= number((last - 1) / tau)
            z += slope
            x, slope = slope, x
        return x

    return Contestant(
        EXACT_FISTA, solve, ITERATIONS, operations=lambda _, n: dense_operations(problem, n)
    )


def _admm(problem: StateProblem) -> Contestant:
    """ADMM, over-relaxed: (G + ρI)x = Cᵀy + ρ(z − w), z = prox(x + w), w += x − z.

    The kinds are values of ρ. The inverse of G + ρI is computed once.
    """
    C, y, c = problem.C, problem.inputs, _prediction(problem)
    number = C.dtype.type
    relaxation = number(1.7)

    def solve(rho: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        inverse = np.linalg.inv(gram + number(rho) * np.eye(len(gram), dtype=gram.dtype))
        start = b @ inverse
        inverse *= number(rho)
        prox = _joint_prox(c, problem.transition_weight / rho, problem.sparsity / rho)
        z, w = c.copy(), np.zeros_like(c)
        x, v = np.empty_like(c), np.empty_like(c)
        for _ in range(int(iterations)):
            np.subtract(z, w, out=v)
            np.matmul(v, inverse, out=x)
            x += start
            x *= relaxation
            z *= 1 - relaxation
            x += z
            w += x
            prox(w, z)
            w -= z
        return z

    return Contestant(
        ADMM, solve, ITERATIONS, _PENALTIES, lambda _, n: dense_operations(problem, n)
    )


def _smoothed(problem: StateProblem) -> Contestant:
    """The paper's method: FISTA with λ‖x − c‖₁ smoothed after Nesterov; kinds are values of μ.

    x ← soft(z − ∇h(z)/L, γ/L), ∇h(z) = Gz − Cᵀy + λ clip((z − c)/μ, −1, 1), L = ‖C‖² + λ/μ.
    """
    C, y, c = problem.C, problem.inputs, _prediction(problem)
    number = C.dtype.type

    def solve(mu: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        lam = problem.transition_weight
        step = number(1 / (largest_eigenvalue(gram) + lam / mu))
        bound, steepness, most = number(problem.sparsity) * step, number(lam / mu), number(lam)
        x, z = c.copy(), c.copy()
        slope, bend = np.empty_like(b), np.empty_like(b)
        tau = 1.0
        for _ in range(int(iterations)):
            np.matmul(z, gram, out=slope)
            slope -= b
            np.subtract(z, c, out=bend)
            bend *= steepness
            np.clip(bend, -most, most, out=bend)
            slope += bend
            slope *= step
            z -= slope
            np.clip(z, -bound, bound, out=slope)
            z -= slope
            tau, last = (1 + math.sqrt(1 + 4 * tau * tau)) / 2, tau
            np.subtract(z, x, out=slope)
            slope *= number((last - 1) / tau)
            x, z = z, x
            np.add(x, slope, out=z)
        return x

    return Contestant(
        SMOOTHED, solve, ITERATIONS, _SMOOTHINGS, lambda _, n: dense_operations(problem, n)
    )


def cvxpy_contestant(problem: StateProblem) -> Contestant | None:
    """Return cvxpy, which solves the batch as one problem; it is slow, so give it few inputs."""
    cvxpy = peer("cvxpy")
    if cvxpy is None or "CLARABEL" not in cvxpy.installed_solvers():
        return None
    C, y = problem.C.astype(np.float64), problem.inputs.astype(np.float64)
    c = _prediction(problem).astype(np.float64)

    def solve(_: float, tolerance: float) -> Array:
        x = cvxpy.Variable(c.shape)
        cost = 0.5 * cvxpy.sum_squares(y - x @ C.T)
        cost += problem.transition_weight * cvxpy.sum(cvxpy.abs(x - c))
        cost += problem.sparsity * cvxpy.sum(cvxpy.abs(x))
        options = {f"tol_{name}": tolerance for name in ("gap_abs", "gap_rel", "feas")}
        cvxpy.Problem(cvxpy.Minimize(cost)).solve(solver=cvxpy.CLARABEL, **options)
        found: Array = x.value
        return found

    return Contestant(CVXPY, solve, (1e-2, 1e-3, 1e-4, 1e-5, 1e-6))
