"""Where in a frame top units are active: their strengths, drawn over the fields that they see."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.spec import NetworkSpec


def heat_map(
    spec: NetworkSpec, frame_shape: tuple[int, int], strengths: NDArray[np.floating[Any]]
) -> NDArray[np.float64]:
    """Return the mean strength of the top units that see each pixel of a frame.

    Parameters
    ----------
    spec, frame_shape
        Where top units lie, and the frame's height and width.
    strengths
        One for each top unit, in the order of `NetworkSpec.unit_corners`.
    """
    height, width = frame_shape
    padded = (height + 2 * spec.padding, width + 2 * spec.padding)
    total, seen = np.zeros(padded), np.zeros(padded)
    down, across = spec.field
    for (top, left), strength in zip(spec.unit_corners(frame_shape), strengths, strict=True):
        total[top : top + down, left : left + across] += strength
        seen[top : top + down, left : left + across] += 1
    inside = (slice(spec.padding, spec.padding + height), slice(spec.padding, spec.padding + width))
    heat: NDArray[np.float64] = (total / np.maximum(seen, 1))[inside]
    return heat
