"""E1 with the temporal term: ½‖y − Cx‖² + λ‖x − c‖₁ + γ‖x‖₁, as other methods solve it.

No library has a solver for it, so the peers are the usual methods written in NumPy, including the
paper's, and a general convex solver.
"""

from __future__ import annotations

import numpy as np

from dpcn_app.benchmarks.peers.contest import Contestant
from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.benchmarks.peers.lasso import our_contestant
from dpcn_app.benchmarks.peers.numpy_methods import (
    ITERATIONS,
    admm,
    dense_operations,
    fista,
    largest_eigenvalue,
    momenta,
)
from dpcn_app.benchmarks.peers.problems import StateProblem
from dpcn_app.engine.network import Array

SMOOTHED = "smoothed FISTA (paper)"
CVXPY = "cvxpy (Clarabel)"

SMOOTHINGS = tuple(
    float(f"{0.006 * 10 ** (step / 16):.3g}") for step in sorted(range(-20, 21), key=abs)
)
"""μ, from 3e-4 to .1 in steps of a seventh, the likely ones first."""


def temporal_contestants(problem: StateProblem) -> list[Contestant]:
    """Return the engine and the methods in NumPy; `cvxpy_contestant` is too slow to join them."""
    numpy = [fista(problem), admm(problem), admm(problem, cholesky=True), _smoothed(problem)]
    return [our_contestant(problem), *numpy]


def _prediction(problem: StateProblem) -> Array:
    assert problem.predicted is not None
    return problem.predicted


def _smoothed(problem: StateProblem) -> Contestant:
    """The paper's method: FISTA with λ‖x − c‖₁ smoothed after Nesterov; kinds are values of μ.

    x ← soft(z − ∇h(z)/L, γ/L), ∇h(z) = Gz − Cᵀy + λ clip((z − c)/μ, −1, 1), L = ‖C‖² + λ/μ.
    """
    C, y, c = problem.C, problem.inputs, _prediction(problem)
    number = C.dtype.type

    def solve(mu: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        lam = problem.transition_weight
        step = 1 / (largest_eigenvalue(gram) + lam / mu)
        gram *= number(-step)
        gram.flat[:: len(gram) + 1] += 1  # I − G/L
        b *= number(step)
        steepness, most = number(step * lam / mu), number(step * lam)
        bound = number(step * problem.sparsity)
        x, z, bend = c.copy(), c.copy(), np.empty_like(c)
        v: Array = np.empty_like(c)
        for momentum in momenta(iterations, most=1.0):
            np.matmul(z, gram, out=v)
            v += b
            np.subtract(z, c, out=bend)
            bend *= steepness
            np.clip(bend, -most, most, out=bend)
            v -= bend
            np.clip(v, -bound, bound, out=z)
            np.subtract(v, z, out=z)
            np.subtract(z, x, out=v)
            v *= number(momentum)
            v += z
            x, z, v = z, v, x
        return x

    return Contestant(
        SMOOTHED, solve, ITERATIONS, SMOOTHINGS, lambda _, n: dense_operations(problem, n)
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
