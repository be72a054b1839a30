"""What drives a cause: the windows of a video in which it is strongest, and their mean.

A cause responds equally to an edge and to its negative, so the plain mean of its windows is grey.
The sign-aligned mean flips the signs of windows until they agree:

    m = (1/n) Σ_i s_i w_i, with the signs s_i = ±1 that make ‖m‖ large.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.network import Array
from dpcn_app.engine.spec import NetworkSpec

Picture = NDArray[np.floating[Any]]


def strongest_rows(
    causes: Array, origins: NDArray[np.integer[Any]], count: int
) -> list[NDArray[np.intp]]:
    """Return for each cause the windows in which it is strongest, strongest first.

    Parameters
    ----------
    causes
        u of n windows, shape (n, D). Windows in which a cause is silent do not count.
    origins
        Where each window comes from, shape (n,): only the strongest window of each origin counts,
        as windows a pixel or a frame apart show the same.
    count
        Most windows of each cause.
    """
    chosen = []
    for strengths in causes.T:
        order = np.argsort(-strengths, kind="stable")[: np.count_nonzero(strengths > 0)]
        _, first = np.unique(origins[order], return_index=True)
        chosen.append(order[np.sort(first)[:count]])
    return chosen


def sign_aligned_mean(windows: Picture) -> Picture:
    """Return the sign-aligned mean of windows of shape (n, height, width); zeros where n is 0.

    Signs begin as those of the first principal component. Then the window whose flip raises ‖M‖²
    most is flipped, until none raises it: with M = Σ s_i w_i, flipping w_i changes ‖M‖² by
    4(‖w_i‖² − s_i⟨w_i, M⟩). The sign of the mean makes its strongest parts positive.
    """
    count, *shape = windows.shape
    if not count:
        return np.zeros(shape, windows.dtype)
    rows = windows.reshape(count, -1).astype(np.float64)
    aligned = rows * _signs(rows @ np.linalg.svd(rows, full_matrices=False)[2][0])[:, None]
    energies = (rows**2).sum(axis=1)
    total = aligned.sum(axis=0)
    for _ in range(4 * count):  # each flip raises ‖M‖²: in practice a few are enough
        gains = energies - aligned @ total
        most = int(gains.argmax())
        if gains[most] <= 1e-9 * energies.sum():
            break
        total -= 2 * aligned[most]
        aligned[most] *= -1
    mean = total / count
    mean *= _signs((mean**3).sum())
    return mean.reshape(shape).astype(windows.dtype)


class Window(NamedTuple):
    """One window that drives a cause: the cause's strength, the frame's number, the pixels."""

    strength: float
    frame: int
    picture: Picture


class DrivingWindows:
    """The windows of all frames watched so far that drive each cause of a layer most.

    Parameters
    ----------
    spec, layer
        The network, and the number of the layer (from 0).
    count, apart
        Windows kept for each cause, and least frames between them, as nearer ones show the same.
    """

    def __init__(self, spec: NetworkSpec, layer: int, count: int = 10, apart: int = 8) -> None:
        self._spec, self._layer, self._apart = spec, layer, apart
        causes = spec.layers[layer].causes
        self._strengths = np.zeros((causes, count))
        self._frames = np.zeros((causes, count), np.intp)
        self._pictures = np.zeros((causes, count, *spec.field_of(layer + 1)), np.float32)
        self.version = 0  # grows whenever a window is kept

    def watch(self, frame: int, image: Picture, causes: Array, first_unit: int = 0) -> None:
        """Take in a frame, its number and pixels, and the causes of the layer, shape (G, D).

        Those of a large frame may begin with another top unit than the first.
        """
        strengths, groups = causes.max(axis=0), causes.argmax(axis=0)
        kept = self._strengths > 0
        near = kept & (np.abs(self._frames - frame) < self._apart)
        place = np.where(near.any(axis=1), near.argmax(axis=1), self._strengths.argmin(axis=1))
        better = strengths > self._strengths[np.arange(len(place)), place]
        if not better.any():
            return
        groups = groups + first_unit * self._spec.units_per_field(self._layer + 1)
        padding = self._spec.padding
        corners = self._spec.corners((image.shape[0], image.shape[1]), self._layer + 1)
        padded = np.pad(image, padding)
        height, width = self._spec.field_of(self._layer + 1)
        for cause in np.flatnonzero(better):
            top, left = corners[groups[cause]]
            at = cause, place[cause]
            self._strengths[at], self._frames[at] = strengths[cause], frame
            self._pictures[at] = padded[top : top + height, left : left + width]
        self.version += 1

    def of(self, cause: int) -> list[Window]:
        """Return the windows of a cause, strongest first."""
        order = np.argsort(-self._strengths[cause], kind="stable")
        return [
            Window(float(self._strengths[at]), int(self._frames[at]), self._pictures[at].copy())
            for at in ((cause, place) for place in order)
            if self._strengths[at] > 0
        ]


def field_likeness(pictures: Picture, others: Picture) -> tuple[float, float]:
    """Return how alike pictures with the same index are, and those with different indices.

    Means of |cos| between pictures and others, both of shape (n, height, width); empty pictures
    are left out.
    """
    cosines = np.abs(_unit(pictures) @ _unit(others).T)
    full = pictures.any(axis=(1, 2)) & others.any(axis=(1, 2))
    cosines = cosines[np.ix_(full, full)]
    same = np.eye(len(cosines), dtype=bool)
    return _mean(cosines[same]), _mean(cosines[~same])


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean()) if values.size else 0.0


def _unit(pictures: Picture) -> NDArray[np.float64]:
    rows = pictures.reshape(len(pictures), -1).astype(np.float64)
    unit: NDArray[np.float64] = rows / np.maximum(np.linalg.norm(rows, axis=1), 1e-12)[:, None]
    return unit


def _signs(values: NDArray[np.float64]) -> NDArray[np.float64]:
    signs: NDArray[np.float64] = np.where(values < 0, -1.0, 1.0)
    return signs
