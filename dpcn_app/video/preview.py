"""A frame made small enough to be drawn thirty times a second."""

from __future__ import annotations

import numpy as np

from dpcn_app.video.source import Image

LONGEST = 480
"""Most pixels along a side."""


def preview(image: Image, longest: int = LONGEST) -> Image:
    """Return a frame whose pixels are the means of square blocks; a small frame as it is."""
    step = -(-max(image.shape) // longest)
    height, width = image.shape[0] // step, image.shape[1] // step
    if step == 1 or not height or not width:
        return image
    # Sums of whole rows, then of columns: ten times as fast as a mean over blocks.
    whole = image[: height * step, : width * step]
    rows = np.add.reduce([whole[first::step] for first in range(step)])
    sums = np.add.reduce([rows[:, first::step] for first in range(step)])
    return np.asarray(sums / step**2, dtype=np.float32)
