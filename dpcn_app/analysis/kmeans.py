"""K-means in plain numpy: all restarts at once, quick enough to run at every frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcn_app.errors import UserError

_MOST_STEPS = 100


@dataclass(frozen=True, eq=False)
class Clusters:
    """The result of k-means.

    Parameters
    ----------
    assignment
        Cluster of every point, from 0, shape (T,).
    centres
        c_k, shape (clusters, D).
    inertia
        Σ_t min_k ‖u_t − c_k‖², which k-means minimises.
    """

    assignment: NDArray[np.intp]
    centres: NDArray[np.float64]
    inertia: float


def as_points(causes: ArrayLike) -> NDArray[np.float64]:
    """Return causes as numbers of shape (T, D); refuse other shapes and values not finite."""
    points = np.asarray(causes, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] == 0:
        raise UserError(f"Causes must come as a table of (frames, causes), not as {points.shape}.")
    if not np.isfinite(points).all():
        raise UserError("Causes hold values that are not finite numbers, so they have no score.")
    return points


def kmeans(causes: ArrayLike, clusters: int, seed: int = 0, restarts: int = 10) -> Clusters:
    """Find the centres that minimise Σ_t min_k ‖u_t − c_k‖².

    Lloyd's algorithm from k-means++ starts, until no point changes its cluster; the restart with
    the least inertia is kept. A centre that loses all its points stays where it is.

    Parameters
    ----------
    causes
        Points u_t, shape (T, D), T ≥ 1.
    clusters
        Number of centres.
    seed
        The same seed gives the same result.
    restarts
        Number of starts, of which the best is kept.
    """
    points = as_points(causes)
    if len(points) == 0 or clusters < 1:
        raise UserError("K-means needs at least one point and at least one cluster.")
    # Centred and scaled to size one, so ‖u‖² − 2u·c + ‖c‖² loses no digits and cannot overflow.
    size = float(np.abs(points).max()) or 1.0
    scaled = points / size
    middle = scaled.mean(axis=0)
    scaled = scaled - middle
    centres = _starts(scaled, clusters, restarts, np.random.default_rng(seed))
    moving = np.arange(restarts)
    previous = np.full((restarts, len(points)), -1)
    for _ in range(_MOST_STEPS):
        nearest = _nearest(scaled, centres[moving])
        changed = (nearest != previous).any(axis=1)
        moving, previous = moving[changed], nearest[changed]
        if not len(moving):
            break
        centres[moving] = _means(scaled, previous, centres[moving])
    nearest = _nearest(scaled, centres)
    own = np.take_along_axis(centres, nearest[:, :, None], axis=1)
    inertia = ((scaled - own) ** 2).sum(axis=(1, 2))
    best = int(np.argmin(inertia))
    with np.errstate(over="ignore"):
        found = (centres[best] + middle) * size
    return Clusters(nearest[best], found, float(inertia[best]) * size * size)


def _nearest(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the nearest centre of every point, shape (restarts, T)."""
    restarts, clusters, size = centres.shape
    flat = centres.reshape(-1, size)
    distance = (flat**2).sum(axis=1)[:, None] - 2 * (flat @ points.T)
    distance = distance.reshape(restarts, clusters, -1)
    # A loop over clusters: argmin along so short an axis costs several times as much.
    best = distance[:, 0]
    nearest = np.zeros(best.shape, dtype=np.intp)
    for k in range(1, clusters):
        np.copyto(nearest, k, where=distance[:, k] < best)
        best = np.minimum(best, distance[:, k])
    return nearest


def _means(
    points: NDArray[np.float64], nearest: NDArray[np.intp], centres: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the mean of the points nearest to each centre; a centre without points stays."""
    restarts, clusters, size = centres.shape
    members = (nearest[:, None, :] == np.arange(clusters)[:, None]).astype(np.float64)
    members = members.reshape(restarts * clusters, -1)
    counts = members.sum(axis=1)[:, None]
    means = (members @ points) / np.maximum(counts, 1)
    return np.where(counts > 0, means, centres.reshape(-1, size)).reshape(centres.shape)


def _starts(
    points: NDArray[np.float64], clusters: int, restarts: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Draw centres by k-means++: each with probability ∝ squared distance to those before it."""
    chosen = rng.integers(len(points), size=restarts)
    centres = np.empty((restarts, clusters, points.shape[1]))
    centres[:, 0] = points[chosen]
    distance = np.full((restarts, len(points)), np.inf)
    for k in range(1, clusters):
        step = ((points[None] - centres[:, None, k - 1]) ** 2).sum(axis=2)
        distance = np.minimum(distance, step)
        total = np.cumsum(distance, axis=1)
        # If all distances are zero, every point is a centre already, and the first one is taken.
        mark = rng.uniform(size=(restarts, 1)) * total[:, -1:]
        chosen = np.minimum((total <= mark).sum(axis=1), len(points) - 1)
        centres[:, k] = points[np.where(total[:, -1] > 0, chosen, 0)]
    return centres
