"""The plain lasso: ½‖y − Cx‖² + γ‖x‖₁ over a batch, as each peer solves it.

Every solver is given C and the batch, and all its work with them is timed: Gram matrix, step size,
factorisation. Converting arrays to the layout that a library needs is not timed.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from dpcn_app.benchmarks.peers.contest import OURS, Contestant
from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.benchmarks.peers.problems import StateProblem
from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import Array
from dpcn_app.engine.working_set import minimise_states

TOLERANCES = tuple(float(f"{10 ** (2 - step / 8):.3g}") for step in range(57))
"""From 100 down to 1e-5, each a quarter less than the one before."""
ITERATIONS = tuple(float(count) for count in sorted({round(4 * 1.12**n) for n in range(60)}))
"""From 4 up to about 3,000, each an eighth more than the one before."""


def lasso_contestants(problem: StateProblem) -> list[Contestant]:
    """Return the engine, and all peers that are installed."""
    every = (_ours, _numpy, _spams_cd, _spams_lars, _scikit_learn, _sporco, _torch)
    found = (make(problem) for make in every)
    return [contestant for contestant in found if contestant is not None]


def dense_operations(problem: StateProblem, iterations: float) -> float:
    """Return the operations of a method that multiplies by the Gram matrix at every iteration."""
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


def our_contestant(problem: StateProblem) -> Contestant:
    """Return the engine's coordinate descent over working sets, for any E1."""

    def solve(_: float, tolerance: float, threads: int = 1) -> Array:
        return infer_states(
            problem.C,
            problem.inputs,
            problem.predicted,
            transition_weight=problem.transition_weight,
            sparsity=problem.sparsity,
            tolerance=tolerance,
            threads=threads,
        )

    def operations(_: float, tolerance: float) -> float:
        C, y, number = problem.C, problem.inputs, problem.C.dtype.type
        (P, K), n = C.shape, len(y)
        predicted = np.zeros((1, K), C.dtype) if problem.predicted is None else problem.predicted
        multiplications = minimise_states(
            y @ C,
            0.5 * (y**2).sum(axis=1),
            np.ascontiguousarray(predicted),
            number(problem.transition_weight),
            np.full((1, K), problem.sparsity, C.dtype),
            C.T @ C,
            1000,
            number(tolerance),
            np.empty((n, K), C.dtype),
        )
        return 2.0 * multiplications + 2 * P * K * n + P * K * K

    return Contestant(OURS, solve, TOLERANCES, operations=operations)


_ours = our_contestant


def _numpy(problem: StateProblem) -> Contestant:
    """FISTA in NumPy: all inputs step together, with one Gram matrix product per iteration."""
    C, y, number = problem.C, problem.inputs, problem.C.dtype.type

    def solve(_: float, iterations: float) -> Array:
        gram, b = C.T @ C, y @ C
        step = number(1 / largest_eigenvalue(gram))
        gram *= step
        b *= step
        bound = number(problem.sparsity) * step
        x, z = np.zeros_like(b), np.zeros_like(b)
        held, slope = np.empty_like(b), np.empty_like(b)
        tau = 1.0
        for _ in range(int(iterations)):
            np.matmul(z, gram, out=slope)
            slope -= b
            z -= slope
            np.clip(z, -bound, bound, out=held)
            z -= held  # soft thresholding
            tau, last = (1 + math.sqrt(1 + 4 * tau * tau)) / 2, tau
            np.subtract(z, x, out=slope)
            slope *= number((last - 1) / tau)
            x, z = z, x
            np.add(x, slope, out=z)
        return x

    return Contestant(
        "NumPy FISTA", solve, ITERATIONS, operations=lambda _, n: dense_operations(problem, n)
    )


def _torch(problem: StateProblem) -> Contestant | None:
    """FISTA in PyTorch, with fused operations where possible."""
    torch = peer("torch")
    if torch is None:
        return None
    C, y = torch.from_numpy(np.array(problem.C)), torch.from_numpy(np.array(problem.inputs))

    def solve(_: float, iterations: float) -> Any:
        with torch.inference_mode():
            gram, b = C.T @ C, y @ C
            step = 1 / largest_eigenvalue(gram.numpy())
            gram *= step
            b *= step
            bound = problem.sparsity * step
            x = torch.zeros_like(b)
            z, tau = x, 1.0
            for _ in range(int(iterations)):
                v = torch.addmm(b, z, gram, alpha=-1).add_(z)
                new = torch.nn.functional.softshrink(v, bound)
                tau, last = (1 + math.sqrt(1 + 4 * tau * tau)) / 2, tau
                z = torch.lerp(x, new, 1 + (last - 1) / tau)
                x = new
            return x

    return Contestant(
        "PyTorch FISTA", solve, ITERATIONS, operations=lambda _, n: dense_operations(problem, n)
    )


def _spams_cd(problem: StateProblem) -> Contestant | None:
    """Coordinate descent of SPAMS."""
    spams = peer("spams")
    if spams is None:
        return None
    from scipy.sparse import csc_matrix

    y, C = np.asfortranarray(problem.inputs.T), np.asfortranarray(problem.C)
    start = csc_matrix((C.shape[1], y.shape[1]), dtype=C.dtype)

    def solve(_: float, tolerance: float) -> Any:
        return spams.cd(
            y, C, start, lambda1=problem.sparsity, mode=2, itermax=1000, tol=tolerance, numThreads=1
        )

    return Contestant("SPAMS cd", solve, TOLERANCES)


def _spams_lars(problem: StateProblem) -> Contestant | None:
    """Homotopy (LARS) of SPAMS, which ends at the exact solution and has nothing to tune."""
    spams = peer("spams")
    if spams is None:
        return None
    y, C = np.asfortranarray(problem.inputs.T), np.asfortranarray(problem.C)

    def solve(_: float, __: float) -> Any:
        return spams.lasso(y, C, lambda1=problem.sparsity, mode=2, numThreads=1)

    return Contestant("SPAMS lasso", solve, (0.0,))


def _scikit_learn(problem: StateProblem) -> Contestant | None:
    """Coordinate descent of scikit-learn with the Gram matrix, as its `sparse_encode` calls it."""
    if peer("sklearn") is None:
        return None
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import Lasso

    y, C = np.asfortranarray(problem.inputs.T), np.asfortranarray(problem.C)

    def solve(_: float, tolerance: float) -> Any:
        model = Lasso(
            alpha=problem.sparsity / len(C),
            fit_intercept=False,
            precompute=C.T @ C,
            tol=tolerance,
            max_iter=1000,
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return model.fit(C, y, check_input=False).coef_

    return Contestant("scikit-learn cd", solve, TOLERANCES)


def _sporco(problem: StateProblem) -> Contestant | None:
    """ADMM of SPORCO, which adapts its penalty by itself."""
    if peer("sporco") is None:
        return None
    from sporco.admm.bpdn import BPDN

    y, C = np.ascontiguousarray(problem.inputs.T), problem.C

    def solve(_: float, iterations: float) -> Array:
        options = BPDN.Options(
            {
                "Verbose": False,
                "MaxMainIter": int(iterations),
                "RelStopTol": 0.0,
                "DataType": np.float32,
                "AutoRho": {"Enabled": True},
            }
        )
        result: Array = BPDN(C, y, problem.sparsity, options).solve()
        return result.T

    return Contestant("SPORCO ADMM", solve, ITERATIONS)


def dense(states: Any, problem: StateProblem) -> Array:
    """Return the states of any peer as an array of shape (n, K)."""
    array = states.toarray() if hasattr(states, "toarray") else np.asarray(states)
    shape = (len(problem.inputs), problem.C.shape[1])
    return array if array.shape == shape else array.T
