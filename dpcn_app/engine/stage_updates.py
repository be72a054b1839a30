"""Learning a layer in stages: C and A by regressions on the states, B with decorrelated columns.

The paper follows the gradient of one batch; here C and A follow that of running means over many
batches (E[·] below), which converges within a few hundred of them:

    C ← C + η(E[y xᵀ] − C E[x xᵀ]) / E[x²], unit columns
    A ← I + soft(A − I + (E[x_t x_{t−1}ᵀ] − A E[x_{t−1} x_{t−1}ᵀ]) / L, τ/L), a lasso on unit
        energies that shrinks towards “stays as it is”
    B ← max(0, B + η(−∂E/∂B)/rms(u) − ηκ B offdiag(BᵀB)), columns of a length that evens out use
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.gradients import flat, invariant_gradient
from dpcn_app.engine.learning import Update, changes, choose
from dpcn_app.engine.network import Array, Layer, normalise_columns
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.stages import Stage
from dpcn_app.engine.state import LayerState

_MEMORY = 0.98  # weight of the past in the running means for C
_TRANSITION_MEMORY = 0.998  # in those for A: neighbouring batches show the same scenes
_CAUSE_MEMORY = 0.95  # in those of the causes
_FLOOR = 0.02  # share of the mean energy added to each energy, to limit the steps of rare units
_PATIENCE = 25  # batches without use after which a state is dead
_NOISE = 0.3  # added to the inputs that C starts from, as a share of their contrast
_LASSO = 0.04  # τ
_LASSO_STEPS = 3  # for each batch
_ACTIVE = 0.07  # share of the groups in which a cause should be active
_HARDLY = 0.1  # share of `_ACTIVE` below which a cause is dead
_HOMEOSTASIS = 0.05  # how fast β and the lengths of B's columns follow the use of the causes
_SHORTEST, _LONGEST = 0.2, 2.0  # column of B
_SETTLED = 0.7  # share of a stage after which β stays fixed and no unit is reseeded


@dataclass
class Moments:
    """Statistics of past batches.

    Parameters
    ----------
    states, explained
        E[x xᵀ] and E[y xᵀ], shapes (K, K) and (P, K).
    before, crossed
        E[x_{t−1} x_{t−1}ᵀ] and E[x_t x_{t−1}ᵀ], shape (K, K).
    cause_energy, cause_use
        E[u²] and the share of groups in which each cause is active, shape (D,).
    lengths
        Lengths of the columns of B, shape (D,).
    state_idle
        Batches since a state was last active, shape (K,).
    batches, transitions, pooled
        Number of batches that C, A and B have learnt from.
    """

    states: Array
    explained: Array
    before: Array
    crossed: Array
    cause_energy: Array
    cause_use: Array
    lengths: Array
    state_idle: NDArray[np.int64]
    batches: int = 0
    transitions: int = 0
    pooled: int = 0

    @classmethod
    def fresh(cls, spec: LayerSpec) -> Moments:
        """Return moments before any batch."""
        K, D, P = spec.states, spec.causes, spec.inputs
        return cls(
            states=np.zeros((K, K), np.float32),
            explained=np.zeros((P, K), np.float32),
            before=np.zeros((K, K), np.float32),
            crossed=np.zeros((K, K), np.float32),
            cause_energy=np.zeros(D),
            cause_use=np.full(D, _ACTIVE),
            lengths=np.ones(D),
            state_idle=np.zeros(K, np.int64),
        )

    def copy(self) -> Moments:
        """Return a copy that shares the arrays, which learning replaces before changing them."""
        return replace(self)


def first_layer(layer: Layer, inputs: Array, rng: np.random.Generator) -> Layer:
    """Return an initial layer: the columns of C are noisy inputs, and B is zero."""
    rows = flat(inputs)
    atoms = rows[rng.integers(len(rows), size=layer.spec.states)]
    noise = rng.normal(0, _NOISE * (float(rows.std()) or 1.0), atoms.shape)
    C = normalise_columns((atoms + noise).T.astype(np.float64)).astype(layer.C.dtype)
    return replace(layer, B=np.zeros_like(layer.B), C=C)


def update_in_stage(
    state: LayerState,
    previous_states: Array | None,
    layer: Layer,
    stage: Stage,
    within: float,
    moments: Moments,
    rng: np.random.Generator,
) -> tuple[Layer, Update]:
    """Learn what a stage learns from one batch.

    Parameters
    ----------
    state
        States and causes of the batch, inferred with `Stage.posed` of the layer.
    previous_states
        x_{t−1} of the batch; None at the start of sequences.
    layer
        The layer to learn.
    stage, within
        The stage, and the share of it that is done.
    moments
        Brought up to date here.
    rng
        Chooses the new values of dead units.
    """
    learnt, reseeded = layer, 0
    if "C" in stage.learns:
        learnt, reseeded = _learn_dictionary(state, learnt, stage, within, moments, rng)
    if "A" in stage.learns and previous_states is not None:
        learnt = _learn_transition(state, previous_states, learnt, moments)
    if "B" in stage.learns:
        learnt, anew = _learn_causes(state, learnt, stage, within, moments, rng)
        reseeded += anew
    return learnt, Update(changes(layer, learnt), reseeded)


# --- C: y on x ------------------------------------------------------------------------------------


def _learn_dictionary(
    state: LayerState,
    layer: Layer,
    stage: Stage,
    within: float,
    moments: Moments,
    rng: np.random.Generator,
) -> tuple[Layer, int]:
    x, y = flat(state.states), flat(state.inputs)
    moments.states = _mean(moments.states, x.T @ x / len(x), moments.batches, _MEMORY)
    moments.explained = _mean(moments.explained, y.T @ x / len(x), moments.batches, _MEMORY)
    moments.batches += 1
    moments.state_idle = np.where((x != 0).any(axis=0), 0, moments.state_idle + 1)
    energy = np.diag(moments.states)
    step = (moments.explained - layer.C @ moments.states) / (energy + _FLOOR * energy.mean() + 1e-9)
    C = normalise_columns(layer.C + np.float32(stage.rate_at(within)) * step)
    dead = np.flatnonzero(moments.state_idle >= _PATIENCE)
    if within >= _SETTLED or not len(dead):
        return replace(layer, C=C.astype(layer.C.dtype)), 0
    residual = y - x @ layer.C.T
    chosen = choose((residual**2).sum(axis=1), len(dead), rng)
    dead = dead[: len(chosen)]
    C[:, dead] = normalise_columns(residual[chosen].T)
    for name in ("states", "explained"):  # a new unit has no past
        forgotten = getattr(moments, name).copy()
        forgotten[:, dead] = 0
        if name == "states":
            forgotten[dead] = 0
        setattr(moments, name, forgotten)
    moments.state_idle[dead] = 0
    return replace(layer, C=C.astype(layer.C.dtype)), len(dead)


# --- A: x_t on x_{t−1} ----------------------------------------------------------------------------


def _learn_transition(
    state: LayerState, previous_states: Array, layer: Layer, moments: Moments
) -> Layer:
    """Take proximal steps on ½E‖x_t − A x_{t−1}‖² + τ Σ_ij r_i r_j |A − I|_ij, r² = E[x²_{t−1}].

    What is not worth its price stays as it is: where a video mostly stands still, a lasso that
    shrinks towards 0 foretells less than A = I.
    """
    x, before = flat(state.states), flat(previous_states)
    count = len(x)
    moments.before = _mean(
        moments.before, before.T @ before / count, moments.transitions, _TRANSITION_MEMORY
    )
    moments.crossed = _mean(
        moments.crossed, x.T @ before / count, moments.transitions, _TRANSITION_MEMORY
    )
    moments.transitions += 1
    energy = np.diag(moments.before)
    r = np.sqrt(energy + 1e-3 * energy.mean() + 1e-12)
    second, cross = moments.before / np.outer(r, r), moments.crossed / np.outer(r, r)
    steepest = _largest_eigenvalue(second)
    A, stays = layer.A * (r / r[:, None]), np.eye(len(r), dtype=layer.A.dtype)
    for _ in range(_LASSO_STEPS):
        change = A + (cross - A @ second) / steepest - stays
        A = stays + np.sign(change) * np.maximum(np.abs(change) - _LASSO / steepest, 0)
    return replace(layer, A=(A * (r[:, None] / r)).astype(layer.A.dtype))


def _largest_eigenvalue(matrix: Array) -> float:
    """Return a little more than a symmetric matrix's largest eigenvalue, by power iteration."""
    vector: Array = np.abs(matrix).sum(axis=0)
    length = 1.0
    for _ in range(12):
        vector = matrix @ (vector / max(float(np.linalg.norm(vector)), 1e-12))
        length = float(np.linalg.norm(vector))
    return 1.1 * max(length, 1e-6)


# --- B --------------------------------------------------------------------------------------------


def _learn_causes(
    state: LayerState,
    layer: Layer,
    stage: Stage,
    within: float,
    moments: Moments,
    rng: np.random.Generator,
) -> tuple[Layer, int]:
    pooled = np.abs(state.states).sum(axis=1)
    if not moments.pooled:  # the first batch: each cause starts from the states of one group
        B = normalise_columns(_varied(pooled, layer.spec.causes, rng).T)
        moments.pooled = 1
        return replace(layer, B=B.astype(layer.B.dtype)), 0
    u, B = state.causes, layer.B
    active = (u > 0).mean(axis=0)
    moments.cause_energy = _mean(
        moments.cause_energy, (u**2).mean(axis=0), moments.pooled - 1, _CAUSE_MEMORY
    )
    moments.cause_use = _mean(moments.cause_use, active, moments.pooled - 1, _CAUSE_MEMORY)
    moments.pooled += 1
    rate = np.float32(stage.rate_at(within))
    energy = moments.cause_energy
    pull = -invariant_gradient(state) / np.sqrt(energy + _FLOOR * energy.mean() + 1e-12)
    pull /= max(float(np.linalg.norm(pull, axis=0).mean()), 1e-12)
    together = B.T @ B
    np.fill_diagonal(together, 0)
    B = np.maximum(B + rate * (pull - stage.decorrelation * B @ together), 0)
    lengths = np.exp(-_HOMEOSTASIS * (moments.cause_use / _ACTIVE - 1))
    moments.lengths = np.clip(moments.lengths * lengths, _SHORTEST, _LONGEST)
    B = normalise_columns(B)
    spec, dead = layer.spec, np.zeros(0, np.intp)
    if within < _SETTLED:
        beta = spec.cause_sparsity * np.exp(_HOMEOSTASIS * (float(active.mean()) / _ACTIVE - 1))
        spec = replace(spec, cause_sparsity=float(beta))
        dead = np.flatnonzero((moments.cause_use < _HARDLY * _ACTIVE) | ~B.any(axis=0))
        B, dead = _reseeded(B, dead, pooled * np.exp(-u @ layer.B.T), moments, rng)
    return replace(layer, spec=spec, B=(B * moments.lengths).astype(layer.B.dtype)), len(dead)


def _reseeded(
    B: Array,
    dead: NDArray[np.intp],
    unexplained: Array,
    moments: Moments,
    rng: np.random.Generator,
) -> tuple[Array, NDArray[np.intp]]:
    """Replace dead columns of B by pooled states that the causes explain worst."""
    chosen = choose(unexplained.sum(axis=1), len(dead), rng)
    dead = dead[: len(chosen)]
    if len(dead):
        B[:, dead] = normalise_columns(unexplained[chosen].T)
        moments.cause_use[dead] = _ACTIVE
        moments.lengths[dead] = 1.0
        moments.cause_energy[dead] = moments.cause_energy.mean()
    return B, dead


def _varied(pooled: Array, count: int, rng: np.random.Generator) -> Array:
    """Return `count` random rows, repeated only if there are too few, with varied values."""
    rows = np.concatenate([rng.permutation(len(pooled)) for _ in range(-(-count // len(pooled)))])
    varied: Array = pooled[rows[:count]] * rng.uniform(0.5, 1.5, (count, pooled.shape[1]))
    return varied


def _mean(mean: Array, new: Array, batches: int, memory: float) -> Array:
    """Return the running mean over `batches` batches, updated with one more."""
    memory = min(memory, batches / (batches + 1))
    updated: Array = (memory * mean + (1 - memory) * new).astype(mean.dtype)
    return updated
