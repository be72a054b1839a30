"""One inference, iteration by iteration, by both solvers: what the microscope shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.energy import energy, sparsity
from dpcn_app.engine.network import Array, frozen
from dpcn_app.engine.state import Added, LayerState, NetworkState, Trace
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import Image

_PASSES = ("first pass", "second pass")

TERMS = {
    "reconstruction": "Reconstruction",
    "transition": "Transition",
    "state_sparsity": "State sparsity",
    "cause_sparsity": "Cause sparsity",
    "top_down": "Top-down",
    "prior": "Extended prior",
}
"""Names of the energy's terms, as the window writes them."""


@dataclass(frozen=True, eq=False)
class TracedPass:
    """One pass of a solver over one layer. Iteration 0 is where it started.

    Parameters
    ----------
    layer
        Of the network, from 0.
    name
        Such as "Layer 1, first pass".
    result
        What the pass inferred, with its trace.
    """

    layer: int
    name: str
    result: LayerState

    def __len__(self) -> int:
        """Return the number of iterations of the group that took longest."""
        return len(self._trace.states)

    @property
    def _trace(self) -> Trace:
        assert self.result.trace is not None
        return self.result.trace

    @cached_property
    def states(self) -> Array:
        """States x after each iteration, shape (I + 1, G, N, K)."""
        start = self.result.start
        first = self.result.predicted_states if start is None else start.states
        return frozen(np.concatenate([first[None], self._trace.states]))

    @cached_property
    def causes(self) -> Array:
        """Causes u after each iteration, shape (I + 1, G, D)."""
        start, causes = self.result.start, self._trace.causes
        first = np.zeros_like(causes[0]) if start is None else start.causes
        return frozen(np.concatenate([first[None], causes]))

    @cached_property
    def gamma(self) -> Array:
        """γ that the causes set, after each iteration, shape (I + 1, G, K)."""
        first = sparsity(self.result.layer, self.causes[:1])
        return frozen(np.concatenate([first, self._trace.gamma]))

    @cached_property
    def added(self) -> Array:
        """What the extended prior adds to γ, shape (G, N, K)."""
        result = self.result
        if result.added is None:
            return frozen(np.zeros_like(result.states))
        return frozen(result.added.total(result.states.shape[1]))

    @cached_property
    def energies(self) -> dict[str, Array]:
        """Every term of the energy after each iteration, by name, shape (I + 1, G)."""
        result = self.result
        first = energy(
            result.layer,
            result.inputs,
            self.states[0],
            self.causes[0],
            result.predicted_states,
            result.predicted_causes,
            result.top_down_weight,
            added=None if result.added is None else self.added,
        )
        every = [each.by_name() for each in (first, *self._trace.energies)]
        return {name: frozen(np.stack([terms[name] for terms in every])) for name in TERMS}

    @cached_property
    def total(self) -> Array:
        """The energy after each iteration, shape (I + 1, G)."""
        return frozen(np.sum(list(self.energies.values()), axis=0))

    def at(self, iteration: int) -> int:
        """Return an iteration that there is: the last one stands for all that would follow."""
        return min(max(iteration, 0), len(self))

    def evidence(self, group: int, number: int) -> Array:
        """Return what the other states leave unexplained of an input, shape (I + 1, K).

        q_k = c_kᵀ(y − Σ_{j≠k} c_j x_j), after each iteration; q = Cᵀy − Gx + diag(G)∘x, G = CᵀC.
        """
        layer, x = self.result.layer, self.states[:, group, number]
        used = x.any(axis=0)
        # Not with BLAS, which would start threads for so little, and wait for a busy machine.
        explained = np.einsum("ij,jk->ik", x[:, used], layer.gram[used])
        q: Array = self.result.inputs[group, number] @ layer.C - explained
        return q + x * np.diag(layer.gram)

    def price(self, group: int, number: int) -> Array:
        """Return the price that the evidence for a state must exceed, shape (I + 1, K).

        It is γ − λ where A predicts the state from the last ones with the sign of its evidence,
        else γ + λ.
        """
        gamma = self.gamma[:, group] + self.added[group, number]
        predicted = self.result.predicted_states[group, number]
        weight = gamma.dtype.type(self.result.layer.spec.transition_weight)
        expected = predicted * self.evidence(group, number) > 0
        price: Array = gamma + np.where(expected, -weight, weight)
        return price

    def reconstruction(self, iteration: int) -> Array:
        """Return C x after an iteration, shape (G, N, P)."""
        product: Array = self.states[self.at(iteration)] @ self.result.layer.C.T
        return product


def passes_of(state: NetworkState) -> tuple[TracedPass, ...]:
    """Return all passes of a traced inference, in the order in which they were made."""
    found = []
    for number, result in enumerate(state.layers):
        name = f"Layer {number + 1}"
        if result.start is None:
            found.append(TracedPass(number, name, result))
        else:
            for words, each in zip(_PASSES, (result.start, result), strict=True):
                found.append(TracedPass(number, f"{name}, {words}", each))
    return tuple(found)


@dataclass(frozen=True, eq=False)
class UnitField:
    """What one top unit sees: a part of the frame, and where its patches lie in it.

    Parameters
    ----------
    image
        That part of the frame.
    corners
        Upper left corners of its patches in that part, shape (patches, 2); outside it where the
        frame is padded.
    grid, inside
        The patches within the box around them, and what of that box lies in the frame.
    means
        What was taken from each patch before inference, shape (patches, 1).
    """

    image: Image
    corners: NDArray[np.intp]
    grid: PatchGrid
    inside: tuple[slice, slice]
    means: NDArray[np.float32]

    @classmethod
    def of(cls, grid: PatchGrid, image: Image, unit: int) -> UnitField:
        """Return the field of one of the top units that look at a frame."""
        own = grid.of_units(slice(unit, unit + 1))
        corners = own.corners
        first, end = corners.min(axis=0), corners.max(axis=0) + grid.patch
        start = np.maximum(first, grid.padding)
        stop = np.minimum(end, np.array(grid.frame_shape) + grid.padding)
        (top, left), (bottom, right) = start - grid.padding, stop - grid.padding
        return cls(
            image=image[top:bottom, left:right],
            corners=corners - start,
            grid=PatchGrid(
                (int(end[0] - first[0]), int(end[1] - first[1])),
                corners - first,
                grid.patch,
                per_unit=len(corners),
            ),
            inside=(
                slice(start[0] - first[0], stop[0] - first[0]),
                slice(start[1] - first[1], stop[1] - first[1]),
            ),
            means=own.means(image),
        )

    def picture(self, patches: Array) -> Image:
        """Return patches of shape (…, patch²) as a picture of that part of the frame."""
        flat = patches.reshape(-1, patches.shape[-1]).astype(np.float32)
        return self.grid.blend(flat + self.means)[self.inside]


@dataclass(frozen=True, eq=False)
class InferenceTrace:
    """How one top unit's states and causes were inferred from one frame.

    Parameters
    ----------
    frame, mode
        The frame, and the mode in which it was inferred.
    unit, units
        The top unit, and all that can be looked at: of a large frame, some of them.
    shown
        What the window shows of that frame, all units.
    field
        What the unit sees.
    exact
        All passes of the exact solver, layer after layer.
    paper
        Those of Algorithm 1; None while it is still being compiled.
    """

    frame: int
    mode: str
    unit: int
    units: range
    shown: NetworkState
    field: UnitField
    exact: tuple[TracedPass, ...]
    paper: tuple[TracedPass, ...] | None

    def solvers(self, number: int) -> tuple[TracedPass, ...]:
        """Return one pass by every solver that is ready, the exact one first."""
        passes = (self.exact[number],)
        return passes if self.paper is None else (*passes, self.paper[number])

    def length(self, number: int) -> int:
        """Return the number of iterations of one pass, of the solver that takes longest."""
        return max(len(each) for each in self.solvers(number))


def _slice(size: int, unit: int, units: int) -> slice:
    """Return which of some rows belong to a top unit."""
    each = size // units
    return slice(unit * each, (unit + 1) * each)


def of_unit(state: NetworkState, unit: int) -> NetworkState:
    """Return the states and causes of one top unit and of all that lies below it.

    A top unit's inference needs nothing of its neighbours.
    """
    units = len(state.top_causes)

    def cut(layer: LayerState) -> LayerState:
        some = _slice(len(layer.causes), unit, units)
        return LayerState(
            layer=layer.layer,
            inputs=layer.inputs[some],
            states=layer.states[some],
            causes=layer.causes[some],
            gamma=layer.gamma[some],
            predicted_states=layer.predicted_states[some],
            predicted_causes=layer.predicted_causes[some],
            top_down_weight=layer.top_down_weight,
            iterations=layer.iterations[some],
            added=None if layer.added is None else added(layer.added, some),
        )

    def added(whole: Added, some: slice) -> Added:
        parts = {part: raised[some] for part, raised in whole.parts.items()}
        sure = {part: c[unit : unit + 1] for part, c in whole.confidence.items()}
        return Added(parts, sure)

    return NetworkState(tuple(map(cut, state.layers)))


def leading(curves: tuple[Array, ...], most: int, also: int | None = None) -> list[int]:
    """Return which of some states or causes are worth showing, the strongest at the end first.

    Parameters
    ----------
    curves
        For each solver their values after each iteration, shape (I + 1, n).
    most
        How many at most.
    also
        One that is shown in any case.
    """
    end = np.max([np.abs(each[-1]) for each in curves], axis=0)
    peak = np.max([np.abs(each).max(axis=0) for each in curves], axis=0)
    order = np.lexsort((-peak, -end))
    found = [int(index) for index in order[:most] if peak[index] > 0]
    if also is not None and 0 <= also < len(end) and also not in found:
        found = [*found[: most - 1], also]
    return found


def liveliest(result: LayerState) -> tuple[int, int]:
    """Return group and input whose states are strongest together."""
    strength = np.abs(result.states).sum(axis=-1)
    group, number = np.unravel_index(int(strength.argmax()), strength.shape)
    return int(group), int(number)
