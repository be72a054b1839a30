"""Points in clusters, as causes of frames would be."""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def blobs(
    seed: int, spread: float, frames: int = 300, classes: int = 3, causes: int = 3
) -> tuple[Points, NDArray[np.intp]]:
    rng = np.random.default_rng(seed)
    labels = np.arange(frames) % classes
    middles = rng.normal(size=(classes, causes))
    return middles[labels] + spread * rng.normal(size=(frames, causes)), labels
