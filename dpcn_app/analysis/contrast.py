"""The contrast of a frame: which values are drawn black and white."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ENOUGH = 480  # pixels along a side that tell the contrast of a frame
_DEVIATIONS = 3  # of a normalised frame, from zero to black and to white


def contrast_limit(frame: NDArray[np.floating]) -> float:
    """Return the value that is drawn white where frames are normalised and lie around zero."""
    step = -(-max(frame.shape) // _ENOUGH)
    return max(_DEVIATIONS * float(frame[::step, ::step].std()), 1e-3)
