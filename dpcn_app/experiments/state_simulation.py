"""Sparse states that evolve by a known transition, and noisy observations of them (supplement A.3).

x_t = D_t z_t and y_t = C x_t + v_t. The unscaled states z_t = Π_t z_{t−1} are permuted anew at each
step; then a few active ones are switched with elements chosen at random, which is the innovation.
The estimators know C and A_t = D_t Π_t D_{t−1}⁻¹, a permutation and a scaling.
Each D_t is drawn afresh, so that scalings do not compound: x_t has the same distribution at all t.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError

Array = NDArray[np.float64]

_SCALES = (0.5, 1.5)


@dataclass(frozen=True)
class SimulationSpec:
    """Settings of a simulation; the defaults are the paper's values.

    Parameters
    ----------
    observations
        P, length of y.
    states
        K, length of x.
    nonzeros
        How many states are not zero.
    innovations
        Mean number of active states switched at a step (Poisson).
    noise
        Variance of the observation noise.
    """

    observations: int = 60
    states: int = 500
    nonzeros: int = 20
    innovations: float = 2.0
    noise: float = 0.01

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("The number of observations", self.observations, 1, 2000),
            ("The number of states", self.states, 1, 5000),
            ("The number of non-zero states", self.nonzeros, 1, self.states),
        ):
            if not low <= value <= high:
                raise UserError(f"{name} must lie between {low} and {high}, not be {value}.")
        for name, number in (("Innovations", self.innovations), ("Noise", self.noise)):
            if not (math.isfinite(number) and number >= 0):
                raise UserError(f"{name} must be zero or more, not {number}.")

    @property
    def switched(self) -> float:
        """Share of the active states that a step switches, on average.

        An active state is switched itself, or is chosen at random for another to be switched with.
        """
        return min(1.0, self.innovations * (1 / self.nonzeros + 1 / self.states))


@dataclass(frozen=True, eq=False)
class Transition:
    """A_t, a permutation and a scaling: [A_t x]_k = (d_k / d'_{order_k}) x_{order_k}.

    Parameters
    ----------
    order
        Which state of the last step comes to each place, shape (K,).
    before, after
        Diagonals of D_{t−1} and D_t, shape (K,).
    """

    order: NDArray[np.intp]
    before: Array
    after: Array

    @property
    def gain(self) -> Array:
        """Factor by which the transition multiplies each state, shape (K,)."""
        gain: Array = self.after / self.before[self.order]
        return gain

    def apply(self, states: Array) -> Array:
        """Return A_t x."""
        moved: Array = self.gain * states[self.order]
        return moved


@dataclass(frozen=True, eq=False)
class Moment:
    """One step: the transition that led here, true states x (K,), observation y (P,)."""

    transition: Transition
    states: Array
    observation: Array


@dataclass(frozen=True, eq=False)
class Simulation:
    """A dictionary C with N(0, 1) entries, shape (P, K), and steps, drawn as they are taken."""

    spec: SimulationSpec
    dictionary: Array
    initial_scale: Array
    _rng: np.random.Generator

    @classmethod
    def draw(cls, spec: SimulationSpec, seed: int | tuple[int, ...]) -> Simulation:
        """Return a simulation; the same seed gives the same one."""
        rng = np.random.default_rng(seed)
        dictionary = rng.normal(size=(spec.observations, spec.states))
        return cls(spec, dictionary, rng.uniform(*_SCALES, spec.states), rng)

    def moments(self) -> Iterator[Moment]:
        """Yield one step after the other, without end."""
        spec, rng = self.spec, self._rng
        unscaled, scale = np.zeros(spec.states), self.initial_scale
        active = rng.choice(spec.states, spec.nonzeros, replace=False)
        unscaled[active] = rng.normal(size=spec.nonzeros)
        while True:
            order = rng.permutation(spec.states)
            transition = Transition(order, scale, rng.uniform(*_SCALES, spec.states))
            scale, unscaled = transition.after, unscaled[order]
            self._switch(unscaled)
            states = scale * unscaled
            noise = math.sqrt(spec.noise) * rng.normal(size=spec.observations)
            yield Moment(transition, states, self.dictionary @ states + noise)

    def _switch(self, unscaled: Array) -> None:
        """Switch a few active states with elements chosen at random, in place."""
        active = np.flatnonzero(unscaled)
        count = min(int(self._rng.poisson(self.spec.innovations)), len(active))
        for one in self._rng.choice(active, count, replace=False):
            other = self._rng.integers(len(unscaled))
            unscaled[one], unscaled[other] = unscaled[other], unscaled[one]
