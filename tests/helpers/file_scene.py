"""Small videos in files for the window to watch."""

from pathlib import Path

import numpy as np

from dpcn_app.video.shapes import BouncingShapes, ShapesConfig


def write_film(path: Path, frames: int = 40, shape: tuple[int, int] = (48, 80)) -> Path:
    """Write bouncing shapes into an array file, as a video without labels."""
    video = BouncingShapes(ShapesConfig(frame_shape=shape), frames)
    np.save(path, np.stack([video.frame(index).image for index in range(frames)]))
    return path
