"""Measures of B: whether the atoms of a cause agree, and whether causes differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.gabors import Gabors, fit_gabors
from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.engine.network import Array, Network

TWIN = 0.9
"""Cosine of two columns above which they are twins."""


@dataclass(frozen=True)
class CauseWeights:
    """Measures of layer 1's B; the shuffled ones are taken after permuting each column's weights.

    Parameters
    ----------
    twins
        Share of causes with a twin.
    atoms
        Atoms per cause, (Σ_k B²_kd)² / Σ_k B⁴_kd, mean over the causes.
    coherence, shuffled_coherence
        |Σ w e^{2iθ}| of the atoms' orientations θ with weights w ∝ B², mean over the causes: 1
        where all atoms of a cause have the same orientation.
    spread, shuffled_spread
        Distance of the atoms from their common centre in pixels, root mean square with weights B²,
        mean over the causes. An atom's position is its centre of energy.
    """

    twins: float
    atoms: float
    coherence: float
    shuffled_coherence: float
    spread: float
    shuffled_spread: float


def weigh_causes(network: Network, seed: int = 0) -> CauseWeights:
    """Return the measures of layer 1's B; `seed` is for the shuffling."""
    atoms, B = state_pictures(network, 0), network.layers[0].B
    used = np.asarray(B[:, B.any(axis=0)], dtype=float)
    if not used.size:
        return CauseWeights(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    gabors, centres = fit_gabors(atoms), energy_centres(atoms)
    shuffled = np.random.default_rng(seed).permuted(used, axis=0)
    return CauseWeights(
        twins=twin_share(B),
        atoms=float(((used**2).sum(axis=0) ** 2 / (used**4).sum(axis=0)).mean()),
        coherence=float(orientation_coherence(used, gabors).mean()),
        shuffled_coherence=float(orientation_coherence(shuffled, gabors).mean()),
        spread=float(position_spread(used, centres).mean()),
        shuffled_spread=float(position_spread(shuffled, centres).mean()),
    )


def twin_share(B: Array) -> float:
    """Return the share of columns whose cosine with another one exceeds `TWIN`."""
    unit = B / np.maximum(np.linalg.norm(B, axis=0), 1e-12)
    cosines = unit.T @ unit
    np.fill_diagonal(cosines, 0)
    return float((cosines.max(axis=0) > TWIN).mean())


def orientation_coherence(B: Array, gabors: Gabors) -> NDArray[np.float64]:
    """Return how far the atoms of each cause agree in orientation, 0 to 1, shape (D,).

    Atoms that no Gabor function describes have no orientation and are left out.
    """
    weights = B**2 * gabors.fitted[:, None]
    weights = weights / np.maximum(weights.sum(axis=0), 1e-12)
    coherence: NDArray[np.float64] = np.abs(np.exp(2j * gabors.orientation) @ weights)
    return coherence


def position_spread(B: Array, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far the atoms of each cause lie from their centre, in pixels, shape (D,)."""
    weights = B**2 / np.maximum((B**2).sum(axis=0), 1e-12)
    middle = weights.T @ centres
    squares = weights.T @ (centres**2).sum(axis=1) - (middle**2).sum(axis=1)
    return np.sqrt(np.maximum(squares, 0))


def energy_centres(pictures: Array) -> NDArray[np.float64]:
    """Return the centres of energy of pictures (n, height, width), down and across, (n, 2)."""
    energy = pictures.astype(float) ** 2
    energy /= np.maximum(energy.sum(axis=(1, 2), keepdims=True), 1e-12)
    down = energy.sum(axis=2) @ np.arange(pictures.shape[1])
    across = energy.sum(axis=1) @ np.arange(pictures.shape[2])
    return np.stack([down, across], axis=1)
