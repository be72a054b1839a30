"""How well causes tell the classes apart: three scores, and the control without top-down.

The window shows them within seconds of its start, so scipy, which takes more than a second to
import, is avoided where possible.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcn_app.analysis.kmeans import as_points, kmeans
from dpcn_app.errors import UserError

AVERAGE_WEIGHT = 0.15
"""Weight of the newest frame in the moving average."""

_LEAST = 10  # frames that are scored
_ROWS = 1024  # of the table of distances that are computed at a time
_FEW = 6  # most clusters or classes for which all namings are tried


@dataclass(frozen=True, kw_only=True)
class Scores:
    """Scores of one run of causes; their titles are what the window calls them.

    Parameters
    ----------
    kmeans
        Share of frames that k-means puts into their class, its clusters named best, 0 to 1.
    centroid
        Share of frames nearest to their own class's centroid of the clean video, 0 to 1.
    silhouette
        Mean silhouette by true class, −1 to 1.
    """

    kmeans: float = field(metadata={"title": "accuracy"})
    centroid: float = field(metadata={"title": "nearest"})
    silhouette: float = field(metadata={"title": "tightness"})


def score(causes: ArrayLike, labels: ArrayLike, reference: ArrayLike) -> Scores:
    """Return all scores of causes (T, D) with labels (T,).

    Parameters
    ----------
    causes
        u_t, shape (T, D).
    labels
        True class of every frame, shape (T,).
    reference
        Causes of the same frames of the clean video, shape (T, D).
    """
    return Scores(
        kmeans=kmeans_accuracy(causes, labels),
        centroid=centroid_accuracy(causes, labels, reference),
        silhouette=silhouette(causes, labels),
    )


def scores_of(
    causes: NDArray[np.floating],
    labels: NDArray[np.int_],
    reference: NDArray[np.floating] | None,
) -> Scores | None:
    """Return the scores, or None where frames or classes are too few to mean anything.

    There may be more labels than causes, and more of the reference, which is None while unknown.
    """
    known = labels[: len(causes)]
    if len(causes) < _LEAST or len(np.unique(known)) < 2 or (known < 0).any():
        return None
    return score(causes, known, causes if reference is None else reference[: len(causes)])


def kmeans_accuracy(
    causes: ArrayLike, labels: ArrayLike, clusters: int | None = None, seed: int = 0
) -> float:
    """Return max_π (1/T) Σ_t [π(k_t) = label_t], where k_t is the cluster of u_t by k-means.

    π names every cluster with at most one class, and every class at most once. No frames score 0.

    Parameters
    ----------
    causes
        u_t, shape (T, D).
    labels
        True class of every frame, shape (T,).
    clusters
        Number of clusters; None for as many as there are classes.
    seed
        Same seed, same score.
    """
    points, classes, own = _labelled(causes, labels)
    if len(points) == 0:
        return 0.0
    clusters = clusters or len(classes)
    found = kmeans(points, clusters, seed).assignment
    together = np.bincount(found * len(classes) + own, minlength=clusters * len(classes))
    together = together.reshape(clusters, len(classes))
    return float(most_right(together) / len(points))


def most_right(together: NDArray[np.integer]) -> int:
    """Return max_π Σ_k together[k, π(k)] over the ways π to name clusters (rows) with classes."""
    table = together if together.shape[0] <= together.shape[1] else together.T
    return int(table[np.arange(len(table)), best_naming(table)].sum())


def best_naming(together: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return argmax_π Σ_k together[k, π(k)]: the class (column) that names each cluster (row).

    No class names two clusters, so there are at most as many clusters as classes.
    """
    few, many = together.shape
    if many > _FEW:
        from scipy.optimize import linear_sum_assignment

        return np.asarray(linear_sum_assignment(together, maximize=True)[1])
    own = np.arange(few)
    ways = permutations(range(many), few)
    return np.array(max(ways, key=lambda named: int(together[own, list(named)].sum())))


def centroid_accuracy(causes: ArrayLike, labels: ArrayLike, reference: ArrayLike) -> float:
    """Return (1/T) Σ_t [argmin_k ‖u_t − c_k‖ = label_t].

    c_k is the mean of the `reference` causes with label k. No frames score 0.

    Parameters
    ----------
    causes
        u_t, shape (T, D).
    labels
        True class of every frame, shape (T,).
    reference
        Causes of the same frames of the clean video, shape (T, D).
    """
    points, classes, own = _labelled(causes, labels)
    clean = as_points(reference)
    if clean.shape != points.shape:
        raise UserError(
            f"The reference has causes of shape {clean.shape} where {points.shape} is needed."
        )
    if len(points) == 0:
        return 0.0
    members = own == np.arange(len(classes))[:, None]
    # At a common size of one, so that no distance overflows.
    size = max(float(np.abs(points).max()), float(np.abs(clean).max())) or 1.0
    centroids = (members / members.sum(axis=1, keepdims=True)) @ (clean / size)
    return float((_distances(points / size, centroids).argmin(axis=1) == own).mean())


def silhouette(causes: ArrayLike, labels: ArrayLike) -> float:
    """Return the mean over frames of s_t = (b_t − a_t) / max(a_t, b_t).

    a_t is the mean Euclidean distance of u_t to the other frames of its class, b_t that to the
    frames of the nearest other class. A frame alone in its class, or with a_t = b_t = 0, has
    s_t = 0. Fewer than two classes score 0.

    Parameters
    ----------
    causes
        u_t, shape (T, D).
    labels
        True class of every frame, shape (T,).
    """
    points, classes, own = _labelled(causes, labels)
    if len(classes) < 2:
        return 0.0
    points = points / (float(np.abs(points).max()) or 1.0)  # so that no distance overflows
    members = (own[:, None] == np.arange(len(classes))).astype(np.float64)
    sizes = members.sum(axis=0)
    total = 0.0
    for start in range(0, len(points), _ROWS):
        rows = slice(start, start + _ROWS)
        to_class = _distances(points[rows], points) @ members
        inside = members[rows].astype(bool)
        others = sizes[own[rows]] - 1
        a = to_class[inside] / np.maximum(others, 1)
        b = np.where(inside, np.inf, to_class / sizes).min(axis=1)
        larger = np.maximum(a, b)
        counts = (others > 0) & (larger > 0)
        total += float(((b - a)[counts] / larger[counts]).sum())
    return total / len(points)


def moving_average(causes: ArrayLike, alpha: float = AVERAGE_WEIGHT) -> NDArray[np.float64]:
    """Average over time: m_0 = u_0, m_t = (1 − α) m_{t−1} + α u_t.

    A control without top-down: all that it gains comes from averaging over several frames.

    Parameters
    ----------
    causes
        u_t, shape (T, D).
    alpha
        Weight α of the newest frame, above 0 and at most 1.
    """
    if not 0 < alpha <= 1:
        raise UserError(f"A moving average needs a weight above 0 and at most 1, not {alpha}.")
    averaged = as_points(causes).copy()
    for t in range(1, len(averaged)):
        averaged[t] = (1 - alpha) * averaged[t - 1] + alpha * averaged[t]
    return averaged


def _distances(ones: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ‖a − b‖ for every a in `ones` and b in `others`, exactly 0 for equal points."""
    squared = np.zeros((len(ones), len(others)))
    for here, there in zip(ones.T, others.T, strict=True):
        squared += (here[:, None] - there) ** 2
    return np.sqrt(squared)


def _labelled(
    causes: ArrayLike, labels: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.generic], NDArray[np.intp]]:
    """Return points (T, D), the distinct labels, and every frame's index among these."""
    points = as_points(causes)
    names = np.asarray(labels)
    if names.shape != points.shape[:1]:
        raise UserError(f"There are {names.size} labels for {len(points)} frames of causes.")
    classes, own = np.unique(names, return_inverse=True)
    return points, classes, own
