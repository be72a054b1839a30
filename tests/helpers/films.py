"""Reading films back, with the colours that they say they have."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
from av.video.reformatter import Colorspace


def read_film(path: Path) -> tuple[list[np.ndarray], list[float]]:
    """Return all frames (height, width, 3) of a film, and their times in seconds."""
    pictures, times = [], []
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            own = None if path.suffix == ".gif" else Colorspace.ITU709
            pictures.append(frame.reformat(format="rgb24", src_colorspace=own).to_ndarray())
            times.append(float(frame.time))
    return pictures, times
