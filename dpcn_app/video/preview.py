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
    blocks = image[: height * step, : width * step].reshape(height, step, width, step)
    return np.asarray(blocks.mean(axis=(1, 3)), dtype=np.float32)
