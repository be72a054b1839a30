"""The specification of a network: its layers, their sizes and weights, and where they look.

A network is a tree. Every unit of layer l (a *group*) pools N inputs, which lie at fixed offsets
from the unit's corner: patches of the frame in layer 1, units of layer l−1 above it. One top unit
with all units below it sees a *field*; a frame larger than the field is tiled with top units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError

Offset = tuple[int, int]
MOST_WEIGHT = 1e15
"""Largest weight of a term of the energy; its square is still far from single precision's end."""


def _is_number(value: object, low: float, high: float) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and bool(low <= value <= high)


def _is_whole(value: object, low: int, high: int) -> bool:
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return whole and _is_number(value, low, high)


def _is_pair(value: object, low: int, high: int) -> bool:
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(_is_whole(number, low, high) for number in value)


def square_offsets(spacing: int) -> tuple[Offset, ...]:
    """Return the offsets of four inputs on a square, `spacing` pixels apart."""
    return grid_offsets(spacing, 2)


def grid_offsets(spacing: int, side: int) -> tuple[Offset, ...]:
    """Return the offsets of side² inputs on a square grid, `spacing` pixels apart, row by row."""
    steps = [spacing * step for step in range(side)]
    return tuple((down, across) for down in steps for across in steps)


@dataclass(frozen=True)
class LayerSpec:
    """Sizes and weights of one layer, in the paper's letters.

    Parameters
    ----------
    inputs
        P, dimension of one input y⁽ⁿ⁾: pixels of a patch, or causes of a unit below.
    states, causes
        K states for each input, D causes for each group.
    offsets
        Where the N inputs of a group lie, in pixels down and across from the group's corner.
    transition_weight
        λ, weight of ‖x_t − A x_{t−1}‖₁.
    sparsity
        γ₀, scale of the states' sparsity γ = γ₀(1 + e^{−Bu})/2.
    cause_sparsity
        β, weight of ‖u‖₁.
    smoothing
        μ of the smoothed transition term, in the `paper` solver and in learning A.
    iterations
        Most iterations of inference for one frame.
    top_down_weight
        Weight of ½‖u − û‖².
    """

    inputs: int
    states: int
    causes: int
    offsets: tuple[Offset, ...]
    transition_weight: float = 0.1
    sparsity: float = 0.7
    cause_sparsity: float = 0.1
    smoothing: float = 0.05
    iterations: int = 80
    top_down_weight: float = 0.01

    def __post_init__(self) -> None:
        for name in ("inputs", "states", "causes", "iterations"):
            value = getattr(self, name)
            if not _is_whole(value, 1, 100_000):
                raise UserError(
                    f"A layer's {name} must be a whole number from 1 to 100,000, not {value}."
                )
        if not self.offsets or not all(_is_pair(offset, 0, 100_000) for offset in self.offsets):
            raise UserError(
                "A layer needs at least one input, at offsets of zero or more whole pixels."
            )
        weights = ("transition_weight", "sparsity", "cause_sparsity", "top_down_weight")
        for name in weights:
            value = getattr(self, name)
            if not _is_number(value, 0, MOST_WEIGHT):
                raise UserError(
                    f"A layer's {name} must lie from 0 to {MOST_WEIGHT:g}, not {value}."
                )
        if not _is_number(self.smoothing, 1 / MOST_WEIGHT, MOST_WEIGHT):
            raise UserError(
                f"A layer's smoothing must lie from {1 / MOST_WEIGHT:g} to {MOST_WEIGHT:g}, "
                f"not {self.smoothing}."
            )

    @property
    def group(self) -> int:
        """N, number of inputs that a group pools."""
        return len(self.offsets)

    @property
    def reach(self) -> tuple[int, int]:
        """How far the last input lies from the group's corner, down and across."""
        return max(o[0] for o in self.offsets), max(o[1] for o in self.offsets)


@dataclass(frozen=True)
class PriorSpec:
    """How strongly predictions enter the prior on the states; `engine.prior` has the equations.

    Parameters
    ----------
    time, time_steepness, time_relief
        κ_T, η_T and ρ of T, which predicts layer 1 from its states in the frame before.
    handed_down, handed_down_steepness
        κ_D and η_D of D, the prediction that each layer hands down to the layer below.
    spread
        σ, the share of what is handed down to a unit that all units of the field have seen; 0 hands
        down only what the unit itself has seen.
    belief, belief_steepness
        κ_D and η_D while a belief is held (see `engine.belief`).
    top, top_steepness
        κ_K and η_K of K, which predicts the top layer from its causes in the frame before.
    letting_go
        p, how readily the top lets go of its last causes where what they handed down is not found:
        the weights of K and of coherence are multiplied by c_Dᵖ; 0 always holds on to them.
    predictions
        Weight of ½‖u − û‖² below the top, û as the paper predicts it; 0 leaves it out.
    first_pass
        w, the share of the first pass in what is handed up; 0 hands up the second's causes alone.
    noise_floor
        θ, how far causes must rise above the frame's noise to be handed up (see
        `engine.handed_up`); 0 hands up all.
    parts
        Parts in use by default, such as "T+D+K".
    """

    time: float = 10.0
    time_steepness: float = 15.0
    time_relief: float = 0.5
    handed_down: float = 1.4
    handed_down_steepness: float = 2.0
    top: float = 2.0
    top_steepness: float = 3.0
    predictions: float = 0.0
    belief: float = 10.0
    belief_steepness: float = 4.0
    first_pass: float = 0.0
    noise_floor: float = 0.0
    spread: float = 0.0
    letting_go: float = 0.0
    parts: str = "T+D+K"

    def __post_init__(self) -> None:
        for name in ("time", "handed_down", "top", "belief"):
            for each in (name, f"{name}_steepness"):
                if not _is_number(getattr(self, each), 0, 1e3):
                    raise UserError(
                        f"A prior's {each} must lie from 0 to 1000, not {getattr(self, each)}."
                    )
        if not _is_number(self.predictions, 0, 1e3):
            raise UserError(
                f"A prior's predictions must weigh from 0 to 1000, not {self.predictions}."
            )
        if not _is_number(self.letting_go, 0, 100):
            raise UserError(f"A prior's letting_go must lie from 0 to 100, not {self.letting_go}.")
        if not _is_number(self.time_relief, 0, 0.5):
            raise UserError(f"A prior's time_relief must lie from 0 to ½, not {self.time_relief}.")
        for name in ("first_pass", "spread"):
            if not _is_number(getattr(self, name), 0, 1):
                raise UserError(
                    f"A prior's {name} must lie from 0 to 1, not {getattr(self, name)}."
                )
        if not _is_number(self.noise_floor, 0, 1e3):
            raise UserError(
                f"A prior's noise_floor must lie from 0 to 1000, not {self.noise_floor}."
            )
        prior_parts(self.parts)

    @property
    def under_belief(self) -> PriorSpec:
        """The strengths while a belief is held."""
        return replace(self, handed_down=self.belief, handed_down_steepness=self.belief_steepness)


PRIOR_PARTS = ("T", "D", "K")


def prior_parts(text: str) -> tuple[str, ...]:
    """Return the parts of the extended prior that a text such as "T+D" names, in their order."""
    named = text.split("+")
    if not set(named) <= set(PRIOR_PARTS) or len(set(named)) < len(named):
        raise UserError(
            f"The prior has the parts time (T), handed-down (D) and top (K); "
            f"name them like time+top or T+K, not {text!r}."
        )
    return tuple(part for part in PRIOR_PARTS if part in named)


@dataclass(frozen=True)
class NetworkSpec:
    """Geometry and layers of a network, from the bottom up.

    Parameters
    ----------
    frame_shape
        Height and width of the frames that the network was made for.
    patch
        Width and height of a patch, in pixels.
    layers
        Layer 1 first.
    padding
        Black pixels put around a frame before it is cut.
    stride
        Pixels between neighbouring top units on a frame larger than the field; 0 means side by
        side.
    prior
        The extended prior; None for a network without it, which learns no maps.
    """

    frame_shape: tuple[int, int]
    patch: int
    layers: tuple[LayerSpec, ...]
    padding: int = 0
    stride: int = 0
    prior: PriorSpec | None = None

    def __post_init__(self) -> None:
        if not self.layers:
            raise UserError("A network needs at least one layer.")
        if not _is_pair(self.frame_shape, 1, 100_000):
            raise UserError(
                f"A frame's height and width must be whole pixels, not {self.frame_shape}."
            )
        for name, smallest in (("patch", 1), ("padding", 0), ("stride", 0)):
            value = getattr(self, name)
            if not _is_whole(value, smallest, 1000):
                raise UserError(
                    f"A network's {name} must be {smallest} to 1000 whole pixels, not {value}."
                )
        expected = self.patch**2
        for number, layer in enumerate(self.layers, 1):
            if layer.inputs != expected:
                raise UserError(
                    f"Layer {number} takes inputs of {layer.inputs} values, "
                    f"but what lies below it gives {expected}."
                )
            expected = layer.causes
        if self.stride > min(self.field):
            raise UserError(
                f"A stride of {self.stride} pixels leaves gaps between fields of "
                f"{self.field[0]}×{self.field[1]}."
            )
        self.unit_corners(self.frame_shape)

    @property
    def depth(self) -> int:
        """Number of layers."""
        return len(self.layers)

    @property
    def field(self) -> tuple[int, int]:
        """Height and width of what one top unit sees, padding included."""
        return self.field_of(self.depth)

    def field_of(self, layer: int) -> tuple[int, int]:
        """Return height and width of what one unit of `layer` (from 1) sees, in pixels."""
        reaches = [spec.reach for spec in self.layers[:layer]]
        return self.patch + sum(r[0] for r in reaches), self.patch + sum(r[1] for r in reaches)

    def units_per_field(self, layer: int) -> int:
        """Return how many units of `layer` (from 1) lie below one top unit."""
        return prod(spec.group for spec in self.layers[layer:])

    def unit_corners(self, frame_shape: tuple[int, int]) -> NDArray[np.intp]:
        """Return the corners of the top units that tile a frame, shape (units, 2), padded pixels.

        Units lie `stride` apart; the last of each row and column is moved so that it ends with the
        frame.
        """
        axes = []
        for pixels, field in zip(frame_shape, self.field, strict=True):
            room = pixels + 2 * self.padding - field
            if room < 0:
                raise UserError(
                    f"A frame of {frame_shape[0]}×{frame_shape[1]} pixels is smaller than the "
                    f"network's field of {self.field[0] - 2 * self.padding}×"
                    f"{self.field[1] - 2 * self.padding}; use a larger frame or region."
                )
            axes.append(np.unique(np.append(np.arange(0, room, self.stride or field), room)))
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2).astype(np.intp)

    def corners(self, frame_shape: tuple[int, int], layer: int) -> NDArray[np.intp]:
        """Return the corners of all units of `layer`, shape (units, 2), in padded pixels.

        The units below unit g of layer l+1 are g·N … g·N+N−1 of layer l. Layer 0 means the patches.
        """
        return self._below(self.unit_corners(frame_shape), layer)

    def _below(self, corners: NDArray[np.intp], layer: int) -> NDArray[np.intp]:
        """Return the corners of the units of `layer` below the top units with these corners."""
        for spec in reversed(self.layers[layer:]):
            corners = (corners[:, None, :] + np.array(spec.offsets)).reshape(-1, 2)
        return corners

    def neighbours(self, layer: int) -> NDArray[np.intp]:
        """Return the neighbours of the inputs of `layer` (from 1) in one field, (inputs, 5).

        For each input: its own index and those of the inputs above, below, left and right of it, as
        far away as the inputs of a group lie apart; the number of inputs stands for none.
        """
        corners = self._below(np.zeros((1, 2), np.intp), layer - 1)
        apart = [
            min((each[axis] for each in self.layers[layer - 1].offsets if each[axis]), default=0)
            for axis in (0, 1)
        ]
        found = np.full((len(corners), 5), len(corners), np.intp)
        found[:, 0] = np.arange(len(corners))
        for place, (axis, way) in enumerate(((0, -1), (0, 1), (1, -1), (1, 1)), 1):
            if apart[axis]:
                wanted = corners + way * apart[axis] * np.eye(2, dtype=np.intp)[axis]
                there = (wanted[:, None] == corners).all(axis=-1)
                found[:, place] = np.where(there.any(axis=1), there.argmax(axis=1), len(corners))
        return found
