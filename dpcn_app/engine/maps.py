"""Maps M of the extended prior: which states predict which others one frame later.

m = [M|x_{t−1}|]₊ predicts the size of an input's states from the input itself and its four
neighbours: m⁽ⁿ⁾ = [Σ_j M_j |x⁽ʲ⁾_{t−1}|]₊. Each M is the ridge regression of |x_t| on |x_{t−1}|
over a clean video. Its negative entries distinguish states that look alike but continue
differently.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.plain_numpy import without_kernels

RIDGE = 0.01
"""Ridge, as a share of the mean energy of the states that are regressed on."""


def surroundings(states: Array, neighbours: NDArray[np.intp]) -> Array:
    """Return |x| of every input and its neighbours side by side, shape (fields, inputs, 5K).

    Parameters
    ----------
    states
        x, shape (G, N, K), whole fields one after the other.
    neighbours
        See `NetworkSpec.neighbours`, shape (inputs of a field, 5).
    """
    inputs, K = len(neighbours), states.shape[-1]
    fields = states.size // (inputs * K)
    padded = np.zeros((fields, inputs + 1, K), states.dtype)
    np.abs(states.reshape(fields, inputs, K), out=padded[:, :inputs])
    return padded[:, neighbours].reshape(fields, inputs, -1)


def expected_states(layer: Layer, states: Array, neighbours: NDArray[np.intp]) -> Array:
    """Return m = [M|x_{t−1}|]₊, shape (fields, inputs, K); parameters as for `surroundings`."""
    if without_kernels():
        plain: Array = np.maximum(surroundings(states, neighbours) @ layer.M_rows, 0)
        return plain
    from dpcn_app.engine.prior_kernels import expect_states  # slow to import

    inputs, K = len(neighbours), states.shape[-1]
    m = np.zeros((states.size // (inputs * K), inputs, K), states.dtype)
    expect_states(states.reshape(m.shape), neighbours, layer.M_rows, m)
    return m


@dataclass(frozen=True, eq=False)
class MapFit:
    """Sums over a video from which a layer's map is computed.

    Parameters
    ----------
    gram
        Σ f fᵀ, f = |x_{t−1}| of an input and its neighbours, shape (5K, 5K).
    cross
        Σ f |x_t|ᵀ, shape (5K, K).
    signed
        Σ x_t, shape (K,).
    """

    gram: NDArray[np.float64]
    cross: NDArray[np.float64]
    signed: NDArray[np.float64]

    @classmethod
    def empty(cls, states: int) -> MapFit:
        """Return sums of zero for a layer with this many states."""
        return cls(
            np.zeros((5 * states, 5 * states)), np.zeros((5 * states, states)), np.zeros(states)
        )

    def seen(self, states: Array, before: Array | None, neighbours: NDArray[np.intp]) -> MapFit:
        """Return the sums with one more step; `before` is None where sequences begin."""
        signed = self.signed + states.sum(axis=(0, 1))
        if before is None:
            return replace(self, signed=signed)
        features = surroundings(before, neighbours)
        features = features.reshape(-1, features.shape[-1])
        sizes = np.abs(states).reshape(len(features), -1)
        return MapFit(self.gram + features.T @ features, self.cross + features.T @ sizes, signed)

    def map(self, dtype: np.dtype[np.floating]) -> Array:
        """Return M = (Σ|x_t|fᵀ)(Σffᵀ + ridge)⁻¹, shape (5, K, K)."""
        energy = float(np.trace(self.gram)) / len(self.gram)
        ridge = (RIDGE * energy or 1.0) * np.eye(len(self.gram))
        flat = np.linalg.solve(self.gram + ridge, self.cross)
        K = self.cross.shape[1]
        M: Array = flat.reshape(5, K, K).transpose(0, 2, 1).astype(dtype)
        return M

    def fitted(self, layer: Layer) -> Layer:
        """Return the layer with its map, and with signs that make no state's sum negative.

        The signs are free: with S a diagonal of signs, A ← SAS and C ← CS turn x into Sx and leave
        everything else as it is. Predictions handed down need them, since m has only sizes.
        """
        signs = np.where(self.signed < 0, -1, 1).astype(layer.C.dtype)
        A = signs[:, None] * layer.A * signs
        return replace(layer, A=A, C=layer.C * signs, M=self.map(layer.C.dtype))
