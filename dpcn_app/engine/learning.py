"""Learning one layer: updates of A, B and C after inference over a mini-batch (paper, §2.2.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.gradients import (
    dictionary_gradient,
    flat,
    invariant_gradient,
    transition_gradient,
)
from dpcn_app.engine.network import Array, Layer, normalise_columns
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.stages import Stage
from dpcn_app.engine.state import LayerState
from dpcn_app.errors import UserError

_MEMORY = 0.98  # weight of the past in the running means of x²
_FLOOR = 0.02  # share of the mean energy added to each energy, to limit the steps of rare units
_PATIENCE = 25  # batches without use after which a unit is dead
_SOFTEST = 0.05  # share of β at the start; with none at all, nothing keeps the causes sparse


@dataclass(frozen=True)
class LearningSpec:
    """How one layer is learnt.

    Parameters
    ----------
    epochs
        Passes over the training video.
    dictionary_rate, invariant_rate, transition_rate
        Step sizes of C, B and A.
    late_share, late_factor
        After this share of the steps all rates are multiplied by the factor.
    coherence
        Weight of ½‖u_t − u_{t−1}‖² while learning; 0 leaves the term out, as the paper does.
    cause_warm_up
        Share of the steps over which β grows from a twentieth of its value to all of it. With the
        full β from the start, inputs that the initial B hardly pools have no cause, so B never
        learns to pool them.
    restarts
        Most times that the layer is learnt from new initial values, until it is healthy.
    own_steps
        Whether every unit's step is scaled by its own energy or gradient; otherwise by the mean of
        all units, one step size for a whole matrix as in the paper.
    reseeding
        Whether dead units are given a new start, which the paper does not do.
    stages
        Stages to learn in, one after the other; they replace all settings above except the epochs.
        Empty for learning as the paper does.
    """

    epochs: int = 3
    dictionary_rate: float = 0.1
    invariant_rate: float = 0.1
    transition_rate: float = 0.01
    late_share: float = 0.6
    late_factor: float = 0.3
    coherence: float = 0.0
    cause_warm_up: float = 0.0
    restarts: int = 1
    own_steps: bool = True
    reseeding: bool = True
    stages: tuple[Stage, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.epochs <= 10_000 or not 1 <= self.restarts <= 100:
            raise UserError("Learning takes 1 to 10,000 epochs and 1 to 100 restarts.")
        rates = (self.dictionary_rate, self.invariant_rate, self.transition_rate, self.coherence)
        if not all(np.isfinite(rate) and 0 <= rate <= 10 for rate in rates):
            raise UserError("Learning rates and coherence must lie between 0 and 10.")
        shares = (self.late_share, self.late_factor, self.cause_warm_up)
        if not all(0 <= share <= 1 for share in shares):
            raise UserError("Late share, late factor and warm-up must lie between 0 and 1.")
        if self.stages and abs(sum(stage.share for stage in self.stages) - 1) > 1e-6:
            raise UserError("The shares of the stages of learning must add up to 1.")
        if self.stages and self.restarts > 1:
            raise UserError("Learning in stages does not allow restarts.")

    def rate_factor(self, progress: float) -> float:
        """Return the factor on all rates at a share `progress` of the steps."""
        return self.late_factor if progress >= self.late_share else 1.0

    def softened(self, layer: Layer, progress: float) -> Layer:
        """Return the layer with the β that it is learnt with at a share `progress` of the steps."""
        if progress >= self.cause_warm_up:
            return layer
        share = _SOFTEST + (1 - _SOFTEST) * progress / self.cause_warm_up
        spec = replace(layer.spec, cause_sparsity=share * layer.spec.cause_sparsity)
        return replace(layer, spec=spec)


@dataclass(frozen=True)
class Update:
    """What one update did.

    Parameters
    ----------
    change
        ‖ΔM‖/‖M‖ of each matrix, by name.
    reseeded
        Number of dead states and causes that were given a new start.
    """

    change: dict[str, float]
    reseeded: int


@dataclass
class RunningMeans:
    """Statistics of past batches: means that scale the updates, and how long units were idle.

    Parameters
    ----------
    state_energy
        Mean of x², shape (K,).
    input_energy
        Mean of x²_{t−1}, shape (K,).
    state_idle, cause_idle
        Batches since a state (cause) was last active, shapes (K,) and (D,).
    batches, transitions
        Number of batches seen, and of those that had previous states.
    """

    state_energy: Array
    input_energy: Array
    state_idle: NDArray[np.int64]
    cause_idle: NDArray[np.int64]
    batches: int = 0
    transitions: int = 0

    @classmethod
    def fresh(cls, spec: LayerSpec) -> RunningMeans:
        """Return means before any batch."""
        K, D = spec.states, spec.causes
        return cls(np.zeros(K), np.zeros(K), np.zeros(K, np.int64), np.zeros(D, np.int64))

    def copy(self) -> RunningMeans:
        """Return a copy that shares no array."""
        return replace(
            self,
            state_energy=self.state_energy.copy(),
            input_energy=self.input_energy.copy(),
            state_idle=self.state_idle.copy(),
            cause_idle=self.cause_idle.copy(),
        )

    def see(self, state: LayerState, previous_states: Array | None) -> None:
        """Bring the means up to date with one batch."""
        x = flat(state.states)
        self.state_energy = _mean_with(x, self.state_energy, self.batches)
        self.batches += 1
        if previous_states is not None:
            before = flat(previous_states)
            self.input_energy = _mean_with(before, self.input_energy, self.transitions)
            self.transitions += 1
        self.state_idle = np.where((x != 0).any(axis=0), 0, self.state_idle + 1)
        self.cause_idle = np.where((state.causes > 0).any(axis=0), 0, self.cause_idle + 1)


def _mean_with(x: Array, mean: Array, batches: int) -> Array:
    """Return the running mean of x² over `batches` batches, updated with one more."""
    memory = min(_MEMORY, batches / (batches + 1))
    energy: Array = (x.astype(np.float64) ** 2).mean(axis=0)
    return memory * mean + (1 - memory) * energy


def update_layer(
    state: LayerState,
    previous_states: Array | None,
    learning: LearningSpec,
    progress: float,
    means: RunningMeans,
    rng: np.random.Generator,
) -> tuple[Layer, Update]:
    """Take one gradient step on A, B and C.

    C ← C − η_C ∂E/∂C / (n E[x²]), columns normalised: a Newton step along each atom.
    B ← max(0, B − η_B ∂E/∂B / ‖column‖), columns normalised.
    A ← A − η_A ∂E/∂A / (λ n E[x²_{t−1}]).

    Unless `own_steps`, the mean over all units takes the place of each one's E[x²] and ‖column‖.

    Parameters
    ----------
    state
        Inferred states and causes of a batch, and the layer that inferred them.
    previous_states
        x_{t−1} of the batch; None at the start of sequences, where A is not learnt.
    learning, progress
        Rates, and the share of steps already taken.
    means
        Running means, brought up to date here.
    rng
        Chooses the new values of dead units.
    """
    layer = state.layer
    means.see(state, previous_states)
    factor = learning.rate_factor(progress)
    count = flat(state.states).shape[0]
    scale = _floored if learning.own_steps else _mean

    step = dictionary_gradient(state) / (count * scale(means.state_energy))
    C = normalise_columns(layer.C - factor * learning.dictionary_rate * step)
    step = invariant_gradient(state)
    step = normalise_columns(step) if learning.own_steps else step / _mean(_lengths(step))
    B = normalise_columns(np.maximum(layer.B - factor * learning.invariant_rate * step, 0))
    A = layer.A
    if previous_states is not None and layer.spec.transition_weight > 0:
        step = transition_gradient(state, previous_states)
        step = step / (count * layer.spec.transition_weight * scale(means.input_energy))
        A = A - factor * learning.transition_rate * step

    reseeded = 0
    if learning.reseeding and progress < learning.late_share:
        reseeded = _reseed_states(C, state, means, rng) + _reseed_causes(B, state, means, rng)
    dtype = layer.C.dtype
    learnt = replace(layer, A=A.astype(dtype), B=B.astype(dtype), C=C.astype(dtype))
    return learnt, Update(changes(layer, learnt), reseeded)


def _floored(energy: Array) -> Array:
    """Return the energies plus a share of their mean, and plus a little in case all are 0."""
    floored: Array = energy + _FLOOR * energy.mean() + 1e-12
    return floored


def _mean(values: Array) -> Array:
    """Return the mean over all units, plus a little in case all are 0."""
    return np.asarray(values.mean() + 1e-12)


def _lengths(matrix: Array) -> Array:
    lengths: Array = np.linalg.norm(matrix, axis=0)
    return lengths


def _reseed_states(
    C: Array, state: LayerState, means: RunningMeans, rng: np.random.Generator
) -> int:
    """Replace dead columns of C, in place, by some of the largest residuals."""
    dead = np.flatnonzero(means.state_idle >= _PATIENCE)
    if not len(dead):
        return 0
    residual = flat(state.inputs - state.reconstruction)
    chosen = choose((residual**2).sum(axis=1), len(dead), rng)
    dead = dead[: len(chosen)]
    C[:, dead] = normalise_columns(residual[chosen].T)
    # The small energies of its past would make the first steps of a new unit too large.
    means.state_energy[dead] = means.state_energy.mean()
    means.input_energy[dead] = means.input_energy.mean()
    means.state_idle[dead] = 0
    return len(dead)


def _reseed_causes(
    B: Array, state: LayerState, means: RunningMeans, rng: np.random.Generator
) -> int:
    """Replace dead columns of B, in place, by pooled states that the causes explain worst."""
    dead = np.flatnonzero(means.cause_idle >= _PATIENCE)
    if not len(dead):
        return 0
    pooled = np.abs(state.states).sum(axis=1)
    unexplained = pooled * np.exp(-state.causes @ state.layer.B.T)
    chosen = choose(unexplained.sum(axis=1), len(dead), rng)
    dead = dead[: len(chosen)]
    B[:, dead] = normalise_columns(unexplained[chosen].T)
    means.cause_idle[dead] = 0
    return len(dead)


def choose(badness: Array, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return up to `count` of the worst rows, each once, so that no two units are alike."""
    worst = np.argsort(-badness)[: 4 * count]
    worst = worst[badness[worst] > 0]
    return rng.permutation(worst)[:count]


def changes(old: Layer, new: Layer) -> dict[str, float]:
    """Return ‖ΔM‖/‖M‖ of each matrix."""
    changes = {}
    for name in "ABC":
        before, after = getattr(old, name), getattr(new, name)
        length = float(np.linalg.norm(before)) or float(np.linalg.norm(after)) or 1.0
        changes[name] = float(np.linalg.norm(after - before)) / length
    return changes
