"""What a frame is read as: the cluster that its top causes fall into, named after a class.

Clusters are found without labels, by k-means over the causes of the clean video. Labels only name
them: every cluster gets the class that makes most frames right, and no class names two. A frame is
read as the cluster whose centre is nearest to its causes, whatever mode they were inferred in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcn_app.analysis.kmeans import as_points, kmeans
from dpcn_app.analysis.scores import best_naming

NOT_READ = -1
"""What a frame is read as where its causes are not known, or all of them are silent."""


@dataclass(frozen=True, eq=False)
class Readings:
    """Named clusters.

    Parameters
    ----------
    centres
        c_k, shape (clusters, D).
    names
        Class of every cluster, from 0, shape (clusters,).
    """

    centres: NDArray[np.float64]
    names: NDArray[np.intp]

    def read(self, causes: NDArray[np.floating]) -> NDArray[np.intp]:
        """Return the class that every row of causes (T, D) is read as, shape (T,).

        argmin_k ‖u_t − c_k‖, named; `NOT_READ` for rows that are NaN or all zero.
        """
        known = np.isfinite(causes).all(axis=1) & (causes != 0).any(axis=1)
        distance = ((causes[:, None, :].astype(float) - self.centres) ** 2).sum(axis=2)
        nearest = np.where(known, np.where(np.isfinite(distance), distance, 0).argmin(axis=1), 0)
        return np.where(known, self.names[nearest], NOT_READ)

    def cause_of(self, label: int) -> int | None:
        """Return the top cause that stands for a class: the one strongest at its centre."""
        found = np.flatnonzero(self.names == label)
        return int(self.centres[found[0]].argmax()) if len(found) else None


def find_readings(clean: ArrayLike, labels: NDArray[np.integer], seed: int = 0) -> Readings:
    """Find the clusters of the clean video's causes (T, D), and name them.

    Parameters
    ----------
    clean
        Causes of the clean video, shape (T, D).
    labels
        True class of every frame, shape (T,), from 0.
    seed
        Of k-means; the same seed gives the same clusters.
    """
    points = as_points(clean)
    classes = np.unique(labels)
    clusters = kmeans(points, len(classes), seed)
    together = np.zeros((len(classes), len(classes)), dtype=int)
    np.add.at(together, (clusters.assignment, np.searchsorted(classes, labels)), 1)
    return Readings(clusters.centres, classes[best_naming(together)])


def misread(read: NDArray[np.integer], labels: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which frames are read as another class than their own; silence is no reading."""
    return np.asarray((read != NOT_READ) & (labels >= 0) & (read != labels))


def next_misread(wrong: NDArray[np.bool_], frame: int, steps: int = 1) -> int | None:
    """Return the next misread frame after one, or before it if negative; None if there is none.

    After the last one comes the first.
    """
    found = np.flatnonzero(wrong)
    if not len(found):
        return None
    if steps > 0:
        after = found[found > frame]
        return int(after[0] if len(after) else found[0])
    before = found[found < frame]
    return int(before[-1] if len(before) else found[-1])
