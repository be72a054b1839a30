"""The plain lasso: ½‖y − Cx‖² + γ‖x‖₁ over a batch, as each peer solves it.

Every solver is given C and the batch, and all its work with them is timed: Gram matrix, step size,
factorisation. Converting arrays to the layout that a library needs is not timed.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from dpcn_app.benchmarks.peers.contest import OURS, Contestant
from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.benchmarks.peers.numpy_methods import (
    ITERATIONS,
    MOMENTA,
    PENALTIES,
    admm,
    dense_operations,
    fista,
    largest_eigenvalue,
    momenta,
)
from dpcn_app.benchmarks.peers.problems import StateProblem
from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import Array
from dpcn_app.engine.working_set import minimise_states

TOLERANCES = tuple(float(f"{10 ** (2 - step / 16):.3g}") for step in range(113))
"""From 100 down to 1e-5, each an eighth less than the one before."""


def lasso_contestants(problem: StateProblem) -> list[Contestant]:
    """Return the engine, and all peers that are installed."""
    numpy = [fista(problem), admm(problem), admm(problem, cholesky=True)]
    libraries = (_spams_cd, _spams_lars, _scikit_learn, _sporco, _torch)
    found = (make(problem) for make in libraries)
    return [our_contestant(problem), *numpy, *(each for each in found if each is not None)]


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


def _torch(problem: StateProblem) -> Contestant | None:
    """FISTA in PyTorch, the same as in NumPy, with fused operations.

    An iteration is three calls. `torch.compile` made it 9 to 70 % slower when it was tried.
    """
    torch = peer("torch")
    if torch is None:
        return None
    C, y = torch.from_numpy(np.array(problem.C)), torch.from_numpy(np.array(problem.inputs))

    def solve(most: float, iterations: float) -> Any:
        with torch.inference_mode():
            gram, b = C.T @ C, y @ C
            step = 1 / largest_eigenvalue(gram.numpy())
            W = gram.mul_(-step)
            W.diagonal().add_(1)
            b *= step
            bound = problem.sparsity * step
            x, z, v = torch.zeros_like(b), torch.zeros_like(b), torch.empty_like(b)
            for momentum in momenta(iterations, most):
                torch.addmm(b, z, W, out=v)
                new = torch.nn.functional.softshrink(v, bound)
                torch.lerp(x, new, 1 + momentum, out=z)
                x = new
            return x

    return Contestant(
        "PyTorch FISTA",
        solve,
        ITERATIONS,
        MOMENTA,
        lambda _, n: dense_operations(problem, n),
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
    """ADMM of SPORCO by its fast path, which computes no residuals; the kinds are values of ρ.

    A ρ of 0 stands for one that SPORCO adapts by itself, for which it needs the residuals.
    """
    if peer("sporco") is None:
        return None
    from sporco.admm.bpdn import BPDN

    y, C = np.ascontiguousarray(problem.inputs.T), problem.C

    def solve(rho: float, iterations: float) -> Array:
        options = BPDN.Options(
            {
                "FastSolve": True,
                "Verbose": False,
                "MaxMainIter": int(iterations),
                "RelStopTol": 0.0,
                "DataType": np.float32,
                "rho": rho or None,
                "AutoRho": {"Enabled": rho == 0},
            }
        )
        result: Array = BPDN(C, y, problem.sparsity, options).solve()
        return result.T

    return Contestant("SPORCO ADMM", solve, ITERATIONS, (*PENALTIES, 0.0))


def dense(states: Any, problem: StateProblem) -> Array:
    """Return the states of any peer as an array of shape (n, K)."""
    array = states.toarray() if hasattr(states, "toarray") else np.asarray(states)
    shape = (len(problem.inputs), problem.C.shape[1])
    return array if array.shape == shape else array.T
