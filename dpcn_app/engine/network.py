"""A network's parameters: for each layer A, B and C, and the map M of the extended prior."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.spec import LayerSpec, NetworkSpec
from dpcn_app.errors import UserError

Array = NDArray[np.floating[Any]]
Scalar = TypeVar("Scalar", bound=np.generic)


def frozen(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return the array, contiguous and read-only; one that is contiguous is not copied."""
    array = np.ascontiguousarray(array)
    if array.flags.writeable:
        array = array.view()
        array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class Layer:
    """Parameters θ = {A, B, C} of one layer: copies of the given arrays, all in one precision.

    Parameters
    ----------
    spec
        Sizes and weights.
    A
        Transition of the states, shape (K, K): x_t ≈ A x_{t−1}.
    B
        Invariant matrix, shape (K, D), non-negative: γ = γ₀(1 + e^{−Bu})/2.
    C
        Dictionary, shape (P, K): y ≈ C x.
    output_scale
        Factor on the causes where they become the input of the layer above.
    M
        Map of the extended prior, shape (5, K, K): it predicts |x_t| of an input from |x_{t−1}| of
        the input itself and its four neighbours. None if it was not fitted.
    """

    spec: LayerSpec
    A: Array
    B: Array
    C: Array
    output_scale: float = 1.0
    M: Array | None = None

    def __post_init__(self) -> None:
        K, D, P = self.spec.states, self.spec.causes, self.spec.inputs
        shapes = {"A": (K, K), "B": (K, D), "C": (P, K), "M": (5, K, K)}
        for name, shape in shapes.items():
            matrix = getattr(self, name)
            if name == "M" and matrix is None:
                continue
            if matrix.shape != shape:
                raise UserError(f"Matrix {name} has shape {matrix.shape} where {shape} is needed.")
            if matrix.dtype not in (np.float32, np.float64) or matrix.dtype != self.C.dtype:
                raise UserError(
                    f"Matrix {name} holds {matrix.dtype} values; all matrices of a layer must hold "
                    "float32, or all float64."
                )
            if not np.isfinite(matrix).all():
                raise UserError(f"Matrix {name} holds values that are not finite numbers.")
            object.__setattr__(self, name, frozen(np.array(matrix, order="C")))
        if (self.B < 0).any():
            raise UserError("Matrix B holds negative values; all of them must be zero or more.")
        if not (np.isfinite(self.output_scale) and self.output_scale > 0):
            raise UserError(f"A layer's output scale must be above zero, not {self.output_scale}.")

    @cached_property
    def gram(self) -> Array:
        """CᵀC, shape (K, K)."""
        return frozen(self.C.T @ self.C)

    @cached_property
    def A_rows(self) -> Array:
        """Aᵀ, contiguous: products with many small batches of states are faster with it."""
        return frozen(self.A.T)

    @cached_property
    def B_rows(self) -> Array:
        """Bᵀ, contiguous: one row per cause."""
        return frozen(self.B.T)

    @cached_property
    def M_rows(self) -> Array:
        """M as one contiguous matrix, shape (5K, K), to multiply rows of `maps.surroundings`."""
        assert self.M is not None, "see Prior.check"
        return frozen(self.M.transpose(0, 2, 1).reshape(-1, self.spec.states))

    @cached_property
    def curvature(self) -> float:
        """‖C‖², the largest eigenvalue of CᵀC, rounded up a little."""
        return float(np.linalg.eigvalsh(self.gram.astype(np.float64))[-1]) * (1 + 1e-6)

    @classmethod
    def initial(cls, spec: LayerSpec, rng: np.random.Generator) -> Layer:
        """Return a layer to learn from: A the identity, B uniform, C Gaussian; unit columns."""
        B = normalise_columns(rng.uniform(0, 1, (spec.states, spec.causes)))
        C = normalise_columns(rng.normal(0, 1, (spec.inputs, spec.states)))
        A = np.eye(spec.states, dtype=np.float32)
        return cls(spec, A, B.astype(np.float32), C.astype(np.float32))

    def astype(self, dtype: type[np.floating[Any]]) -> Layer:
        """Return the layer with its matrices in another precision."""
        M = None if self.M is None else self.M.astype(dtype)
        return replace(self, M=M, **{name: getattr(self, name).astype(dtype) for name in "ABC"})


@dataclass(frozen=True, eq=False)
class Network:
    """Layers stacked into a hierarchy."""

    spec: NetworkSpec
    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        if len(self.layers) != self.spec.depth:
            raise UserError(
                f"{len(self.layers)} layers were given to a network of {self.spec.depth}."
            )
        for layer, spec in zip(self.layers, self.spec.layers, strict=True):
            if layer.spec != spec:
                raise UserError("A layer's settings differ from those in the network's spec.")

    @property
    def mapped(self) -> bool:
        """Whether all layers have the maps of the extended prior."""
        return all(layer.M is not None for layer in self.layers)

    @cached_property
    def neighbours(self) -> tuple[NDArray[np.intp], ...]:
        """The neighbours of each layer's inputs; see `NetworkSpec.neighbours`."""
        return tuple(frozen(self.spec.neighbours(number + 1)) for number in range(self.spec.depth))

    @classmethod
    def initial(cls, spec: NetworkSpec, seed: int) -> Network:
        """Return an untrained network."""
        rng = np.random.default_rng(seed)
        return cls(spec, tuple(Layer.initial(layer, rng) for layer in spec.layers))

    def with_layer(self, index: int, layer: Layer) -> Network:
        """Return the network with layer `index` (from 0) replaced."""
        layers = list(self.layers)
        layers[index] = layer
        spec = self.spec
        if layer.spec != spec.layers[index]:
            spec = replace(spec, layers=tuple(each.spec for each in layers))
        return Network(spec, tuple(layers))

    def astype(self, dtype: type[np.floating[Any]]) -> Network:
        """Return the network with all matrices in another precision."""
        return replace(self, layers=tuple(layer.astype(dtype) for layer in self.layers))


def normalise_columns(matrix: Array) -> Array:
    """Return the matrix with columns of unit length; columns of zeros stay."""
    norms = np.linalg.norm(matrix, axis=0)
    return matrix / np.where(norms > 0, norms, 1)
