"""Eyes closed: the picture that a network expects, fed to it in place of the frame.

With the eyes closed from frame c on, every frame t ≥ c is replaced by

    ŷ_t = min(1, [p]₊ / q),   p the picture of C x̂_t,   q the 98th percentile of [p]₊

where x̂_t are the states that the mode itself expects after its state at t−1 (see
`analysis.expectation`) and q makes up for expectations being faint. How long what was seen lives on
is the number of frames until the correlation of the reconstruction with the hidden frame falls
below a half. Shapes are thin outlines: one that is a pixel off shares hardly any pixel with the
truth. So both pictures are blurred a little before they are compared, where nothing else is said.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.expectation import expected_patches
from dpcn_app.analysis.fading import pixel_correlation
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import Frame, Image

RECOGNISABLE = 0.5
"""Correlation with the hidden frame above which a picture still shows what was there."""

BLUR = 1.5
"""Standard deviation of the blur, in pixels."""

_BRIGHT = 98  # percentile that becomes as bright as the brightest pixels of a frame
_DARK = 1e-6  # percentiles below it: nothing is expected


def dreamt_frame(
    network: Network,
    before: NetworkState | None,
    top_down: TopDown,
    grid: PatchGrid,
    *,
    contrast: float | None = None,
) -> Image:
    """Return what a network feeds itself after a state; black where it expects nothing.

    Parameters
    ----------
    network, top_down, grid
        The network, its mode, and how frames are cut into patches.
    before
        What it inferred at the frame before; None where it has seen nothing.
    contrast
        For frames whose pixels lie around zero: the 98th percentile of |pixels| of the last frame
        seen, to which the picture is scaled without cutting anything off.
    """
    dark = np.zeros(grid.frame_shape, np.float32)
    if before is None:
        return dark
    picture = grid.whole_frame(expected_patches(network, before, top_down), dark)
    if contrast is None:
        picture = np.maximum(picture, 0)
    bright = float(np.percentile(np.abs(picture), _BRIGHT))
    if bright < _DARK:
        return dark
    scaled: Image = picture / np.float32(bright)
    return np.minimum(scaled, 1) if contrast is None else scaled * np.float32(contrast)


def contrast_of(image: Image) -> float:
    """Return the 98th percentile of |pixels|, to which a dream of such frames is scaled."""
    return float(np.percentile(np.abs(image), _BRIGHT))


def truth_of(frame: Frame) -> Image:
    """Return what closed eyes do not see: the frame, without its noise where that is known."""
    return frame.image if frame.clean is None else frame.clean


def correlation(picture: Image, truth: Image, blur: float = BLUR) -> float:
    """Return Pearson's correlation of two blurred pictures; 0 where one of them is of one grey."""
    from scipy.ndimage import gaussian_filter  # slow to import

    one, other = (gaussian_filter(each.astype(float), blur) for each in (picture, truth))
    return pixel_correlation(one, other)


def frames_recognisable(correlations: NDArray[np.floating]) -> int:
    """Return how many frames pass until the correlation first falls below a half."""
    below = np.flatnonzero(~(correlations >= RECOGNISABLE))
    return int(below[0]) if len(below) else len(correlations)


@dataclass(frozen=True, eq=False)
class LivingOn:
    """How long what was seen lives on behind closed eyes, frame by frame since they were closed.

    Parameters
    ----------
    closed
        First frame that is not seen.
    dreamt
        Correlation of the reconstruction with the hidden frame, shape (F,); NaN where it is not
        inferred yet.
    held
        The same of the last frame seen, as if it were held; shape (F,).
    """

    closed: int
    dreamt: NDArray[np.float64]
    held: NDArray[np.float64]

    @property
    def known(self) -> int:
        """Frames behind closed eyes that are inferred, without a gap."""
        unknown = np.flatnonzero(np.isnan(self.dreamt))
        return int(unknown[0]) if len(unknown) else len(self.dreamt)
