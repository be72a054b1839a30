"""The first principal component of weighted pictures that lie at several places."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.floating[Any]]

_ROUNDS = 30  # of the power iteration; pictures no longer change visibly after 20


def principal_fields(
    pictures: Picture,
    offsets: tuple[tuple[int, int], ...],
    reach: tuple[int, int],
    weights: NDArray[np.floating[Any]],
) -> Picture:
    """Return for each column of `weights` (K, D) the first principal component, (D, H, W).

    That is the f of unit length with the largest Σ_nk w_k² ⟨p_nk, f⟩², where p_nk is picture k at
    place n, divided by the root of how many places share a pixel, so that shared pixels do not
    outweigh the rest. It is found by power iteration on Σ_nk w_k² p_nk p_nkᵀ for all columns at
    once, from the strongest picture at all places. Pictures are compared with windows of the
    fields: placed in frames of zeros they would take ten times as long, where places are many.

    Parameters
    ----------
    pictures
        Shape (K, height, width).
    offsets
        Rows and columns of the places.
    reach
        Rows and columns by which the field is larger than a picture.
    weights
        w, shape (K, D). A column of zeros has a field of zeros.
    """
    count, height, width = pictures.shape
    columns = weights.shape[1]
    flat = pictures.reshape(count, -1)
    squares = (weights**2)[:, None, :]
    shape = (columns, height + reach[0], width + reach[1])
    windows = [
        (slice(None), slice(down, down + height), slice(across, across + width))
        for down, across in offsets
    ]
    covered = np.zeros(shape[1:], pictures.dtype)
    for window in windows:
        covered[window[1:]] += 1
    scale = 1 / np.sqrt(np.maximum(covered, 1))

    def placed(parts: Picture) -> Picture:
        """Return the sums of parts (N, D, height · width) at their places."""
        fields = np.zeros(shape, pictures.dtype)
        for window, part in zip(windows, parts, strict=True):
            fields[window] += part.reshape(columns, height, width)
        return fields * scale

    strongest = flat[weights.argmax(axis=0)]
    fields = placed(np.broadcast_to(strongest, (len(offsets), *strongest.shape)))
    for _ in range(_ROUNDS):
        scaled = fields * scale
        seen = np.stack([scaled[window].reshape(columns, -1) for window in windows])
        fits = (flat @ seen.reshape(-1, flat.shape[1]).T).reshape(count, len(offsets), columns)
        parts = (squares * fits).reshape(count, -1).T @ flat
        fields = placed(parts.reshape(len(offsets), columns, -1))
        fields /= np.maximum(np.linalg.norm(fields, axis=(1, 2), keepdims=True), 1e-12)
    signs = np.where((fields**3).sum(axis=(1, 2), keepdims=True) < 0, -1, 1)
    result: Picture = fields * signs.astype(fields.dtype)
    return result
