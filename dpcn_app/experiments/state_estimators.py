"""Four ways to estimate states with known parameters: dynamic, sparse coding, Kalman, oracle.

Weights are per observation, as in scikit-learn: an estimate minimises 1/(2P)‖y − Cx‖² plus its
priors, so that one λ and one γ serve any number of observations.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from dpcn_app.experiments.state_simulation import Array, Moment, Simulation

SPARSITIES = (0.1, 0.05, 0.025, 0.0125, 0.00625)
"""Weights γ that sparse coding tries; beyond either end its error falls no further."""


class Estimator(Protocol):
    """Follows a simulation: one estimate of the states for each moment in turn."""

    def estimate(self, moment: Moment) -> Array:
        """Return x̂_t, shape (K,)."""
        ...


def relative_error(estimate: Array, truth: Array) -> float:
    """Return the paper's rMSE, ‖x̂ − x‖ / ‖x‖."""
    return float(np.linalg.norm(estimate - truth) / np.linalg.norm(truth))


class DynamicInference:
    """The paper's inference: 1/(2P)‖y − Cx‖² + λ‖x − A_t x̂_{t−1}‖₁ + γ‖x‖₁ (eq. 2).

    Parameters
    ----------
    simulation
        The simulation, whose parameters are known.
    transition_weight, sparsity
        λ and γ.
    """

    def __init__(self, simulation: Simulation, transition_weight: float, sparsity: float) -> None:
        from dpcn_app.engine.inference import infer_states  # slow to import

        self._infer = infer_states
        self._dictionary = simulation.dictionary
        self._transition_weight, self._sparsity = transition_weight, sparsity
        self._states = np.zeros(simulation.spec.states)

    def estimate(self, moment: Moment) -> Array:
        """Return the minimiser, given the prediction A_t x̂_{t−1}."""
        observations = len(self._dictionary)
        self._states = self._infer(
            self._dictionary,
            moment.observation[None],
            moment.transition.apply(self._states)[None],
            transition_weight=observations * self._transition_weight,
            sparsity=observations * self._sparsity,
        )[0]
        return self._states


class SparseCoding:
    """The lasso, 1/(2P)‖y − Cx‖² + γ‖x‖₁, each moment on its own, by the engine's own solver.

    It uses the γ with the least error at each moment, which only the true states can tell: no
    other way of choosing γ could do better.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._dictionary = np.asfortranarray(simulation.dictionary)

    def estimate(self, moment: Moment) -> Array:
        """Return the estimate with the best γ."""
        candidates = self._minimise(moment.observation)
        states: Array = min(candidates, key=lambda each: relative_error(each, moment.states))
        return states

    def _minimise(self, observation: Array) -> Array:
        """Return the minimiser for each of `SPARSITIES`, shape (len(SPARSITIES), K)."""
        from dpcn_app.engine.inference import infer_states  # slow to import

        states: Array = infer_states(
            self._dictionary,
            np.tile(observation, (len(SPARSITIES), 1)),
            transition_weight=0.0,
            sparsity=len(observation) * np.array(SPARSITIES)[:, None],
            tolerance=1e-4,
        )  # type: ignore[assignment]  # in the precision of the dictionary
        return states


class PeerSparseCoding(SparseCoding):
    """The same with scikit-learn's solver, whose import takes a second or more."""

    def _minimise(self, observation: Array) -> Array:
        from sklearn.linear_model import lasso_path

        path = lasso_path(
            self._dictionary, observation, alphas=SPARSITIES, tol=1e-5, max_iter=20_000
        )
        states: Array = path[1].T
        return states


class KalmanFilter:
    """A filter that knows mean and covariance of states, switches and noise.

    A switch moves a value to a random place, so that on average the share 1 − q of a state stays
    (`SimulationSpec.switched` is q). So x_t = (1 − q) A_t x_{t−1} + w_t with cov w_t =
    (1 − (1 − q)²) Σ_t, where Σ_t = (S/K) D_t² is the covariance of x_t itself and S the number of
    non-zeros.
    """

    def __init__(self, simulation: Simulation) -> None:
        from scipy.linalg import solve_triangular  # slow to import

        spec = simulation.spec
        self._solve_triangular = solve_triangular
        self._dictionary = simulation.dictionary
        self._variance = spec.nonzeros / spec.states
        self._kept = 1 - spec.switched
        self._noise = max(spec.noise, 1e-9) * np.eye(spec.observations)
        self._mean = np.zeros(spec.states)
        self._covariance = np.diag(self._variance * simulation.initial_scale**2)

    def estimate(self, moment: Moment) -> Array:
        """Return the prediction, corrected by the observation.

        With the Cholesky factor L of the innovation's covariance the correction of the covariance
        is WᵀW, W = L⁻¹ C Σ, which stays symmetric despite rounding.
        """
        solve = self._solve_triangular
        order, gain = moment.transition.order, self._kept * moment.transition.gain
        mean = gain * self._mean[order]
        covariance = gain[:, None] * self._covariance[order][:, order] * gain
        fresh = (1 - self._kept**2) * self._variance * moment.transition.after**2
        covariance[np.diag_indices_from(covariance)] += fresh
        seen = self._dictionary @ covariance
        L = np.linalg.cholesky(seen @ self._dictionary.T + self._noise)
        W = solve(L, seen, lower=True)
        surprise = moment.observation - self._dictionary @ mean
        self._mean = mean + W.T @ solve(L, surprise, lower=True)
        self._covariance = covariance - W.T @ W
        return self._mean


class Oracle:
    """Least squares on the true support: it knows which states are active."""

    def __init__(self, simulation: Simulation) -> None:
        self._dictionary = simulation.dictionary

    def estimate(self, moment: Moment) -> Array:
        """Return argmin ‖y − Cx‖ over states that are zero where the truth is."""
        states = np.zeros(len(moment.states))
        support = np.flatnonzero(moment.states)
        columns = self._dictionary[:, support]
        states[support] = np.linalg.lstsq(columns, moment.observation, rcond=None)[0]
        return states
