"""The states and causes of a network at one moment: immutable results of inference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.energy import Energy, energy
from dpcn_app.engine.network import Array, Layer, frozen


@dataclass(frozen=True, eq=False)
class Trace:
    """Every iteration of one inference, for all groups of a layer.

    I is the number of iterations of the group that took longest. Where a group stopped earlier (see
    `LayerState.iterations`), its last iteration is repeated.

    Parameters
    ----------
    states, causes, gamma
        x, u and γ after each iteration, shapes (I, G, N, K), (I, G, D), (I, G, K).
    steps
        Step sizes of x and u, shape (I, G, 2); NaN where a solver has no fixed one.
    energies
        The energy terms after each iteration, I of them.
    """

    states: Array
    causes: Array
    gamma: Array
    steps: Array
    energies: tuple[Energy, ...]


@dataclass(frozen=True, eq=False)
class Added:
    """What the extended prior adds to γ (see `engine.prior`).

    Parameters
    ----------
    parts
        What each part adds, by its letter, shape (G, N, K), or (G, 1, K) if equal for all inputs.
    confidence
        c of each part, by its letter, shape (fields,).
    """

    parts: dict[str, Array]
    confidence: dict[str, Array]

    def total(self, inputs: int) -> Array:
        """Return the sum of all parts, shape (G, N, K), for N inputs per group."""
        total = sum(self.parts.values())
        assert isinstance(total, np.ndarray)  # a layer without any part has no `Added`
        groups, _, states = total.shape
        # A copy: a broadcast array is read-only, and Numba would compile another kernel for it.
        return np.array(np.broadcast_to(total, (groups, inputs, states)), order="C")


@dataclass(frozen=True, eq=False)
class LayerState:
    """States and causes of all groups of one layer.

    Parameters
    ----------
    layer
        The parameters that inferred them.
    inputs
        y, shape (G, N, P).
    states
        x, shape (G, N, K).
    causes
        u, shape (G, D).
    gamma
        γ, the sparsity that the causes set, shape (G, K); `added` comes on top.
    predicted_states
        A x_{t−1}, shape (G, N, K).
    predicted_causes
        û, shape (G, D); zeros where nothing was predicted.
    top_down_weight
        Weight of ½‖u − û‖² in this inference; 0 where the term was dropped.
    iterations
        Iterations used by each group, shape (G,).
    trace
        Every iteration; None unless the caller asked for it.
    added
        What the extended prior added to γ; None where it was off.
    start
        The first pass, from whose result this inference started; None for a start at A x_{t−1}
        without causes, and where no trace is kept.
    trust
        The share of the top-down weight that each group had, shape (G,); None for all of it.
    """

    layer: Layer
    inputs: Array
    states: Array
    causes: Array
    gamma: Array
    predicted_states: Array
    predicted_causes: Array
    top_down_weight: float
    iterations: NDArray[np.int64]
    trace: Trace | None = None
    added: Added | None = None
    start: LayerState | None = None
    trust: Array | None = None

    @cached_property
    def energy(self) -> Energy:
        """The energy terms of every group."""
        return energy(
            self.layer,
            self.inputs,
            self.states,
            self.causes,
            self.predicted_states,
            self.predicted_causes,
            self.top_down_weight if self.trust is None else self.top_down_weight * self.trust,
            self.reconstruction,
            None if self.added is None else self.added.total(self.states.shape[1]),
        )

    @cached_property
    def reconstruction(self) -> Array:
        """C x, shape (G, N, P)."""
        product: Array = self.states @ self.layer.C.T
        return frozen(product)


@dataclass(frozen=True, eq=False)
class NetworkState:
    """The states of all layers at one moment, layer 1 first."""

    layers: tuple[LayerState, ...]

    @property
    def top_causes(self) -> Array:
        """Causes of the top layer, shape (units, D)."""
        return self.layers[-1].causes
