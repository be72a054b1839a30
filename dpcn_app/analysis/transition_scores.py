"""How well A predicts the states, and whether it links atoms that are displaced as things move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.network import Array, Layer


@dataclass(frozen=True)
class PredictionScores:
    """How well a transition matrix predicts states that it was not learnt from.

    Parameters
    ----------
    r2
        1 − Σ‖x_t − A x_{t−1}‖² / Σ‖x_t‖².
    pixels
        Σ‖C(x_t − A x_{t−1})‖² / Σ‖C x_t‖²: the error in the picture, 0 at best.
    l1
        Σ‖x_t − A x_{t−1}‖₁ / Σ‖x_t‖₁: the error as in the energy; 1 for a prediction of zero.
    """

    r2: float
    pixels: float
    l1: float


def score_prediction(A: Array, C: Array, before: Array, after: Array) -> PredictionScores:
    """Score a matrix on states x_{t−1} and x_t, both of shape (n, K)."""
    error = after - before @ A.T
    drawn, missed = after @ C.T, error @ C.T
    return PredictionScores(
        r2=1 - _ratio((error**2).sum(), (after**2).sum()),
        pixels=_ratio((missed**2).sum(), (drawn**2).sum()),
        l1=_ratio(np.abs(error).sum(), np.abs(after).sum()),
    )


def best_diagonal(before: Array, after: Array) -> Array:
    """Return the diagonal matrix that predicts best: E[x_t x_{t−1}] / E[x²_{t−1}] of each state."""
    energy = (before**2).sum(axis=0)
    diagonal: Array = np.diag((before * after).sum(axis=0) / np.maximum(energy, 1e-12))
    return diagonal.astype(before.dtype)


def displacements(layer: Layer, patch: int, sideways: Array) -> NDArray[np.float64]:
    """Return how far a matrix moves each atom, in pixels down and across, shape (K, 2).

    Parameters
    ----------
    layer
        The layer with the dictionary.
    patch
        Width and height of its atoms.
    sideways
        W, whose column k holds the weights of the atoms that replace atom k: its successors for A,
        its look-alikes for |CᵀC|. The atom itself does not count.

    Notes
    -----
    The displacement is the peak of the cross-correlation of atom k with Σ_j W_jk c_j, to a whole
    pixel; NaN where the column is zero.
    """
    weights = np.array(sideways, dtype=np.float64)
    np.fill_diagonal(weights, 0)
    atoms = layer.C.T.reshape(-1, patch, patch).astype(np.float64)
    after = (weights.T @ layer.C.T).reshape(-1, patch, patch)
    side = 2 * patch
    spectrum = np.conj(np.fft.rfft2(atoms, s=(side, side))) * np.fft.rfft2(after, s=(side, side))
    correlation = np.fft.irfft2(spectrum, s=(side, side)).reshape(len(atoms), -1)
    down, across = np.divmod(correlation.argmax(axis=1), side)
    moved = np.stack([down, across], axis=1).astype(np.float64)
    moved[moved >= patch] -= side
    moved[np.abs(after).max(axis=(1, 2)) < 1e-9] = np.nan
    return moved


def look_alikes(C: Array) -> Array:
    """Return CᵀC with zeros on its diagonal: how alike any two atoms are, with signs."""
    gram: Array = C.T @ C
    np.fill_diagonal(gram, 0)
    return gram


def shared_successors(A: Array, C: Array, count: int = 5) -> float:
    """Return the mean share of an atom's strongest successors that also look most like it."""

    def strongest(matrix: Array) -> NDArray[np.intp]:
        free = np.abs(matrix.copy())
        np.fill_diagonal(free, 0)
        return np.argsort(-free, axis=0)[:count].T

    pairs = zip(strongest(A), strongest(look_alikes(C)), strict=True)
    return float(np.mean([len(np.intersect1d(one, other)) / count for one, other in pairs]))


def _ratio(part: float, whole: float) -> float:
    return float(part) / max(float(whole), 1e-12)
