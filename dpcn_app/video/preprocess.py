"""What is done to a frame before a network sees it; stored with the trained network."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.video.preview import preview
from dpcn_app.video.source import Frame, FrameSource, Image, WrappedSource

_FAINT = 1e-3
"""Contrast below this, a quarter of a grey level of 8 bits, counts as none."""

Region = tuple[int, int, int, int]
"""Top, left, height and width in pixels of the video; (0, 0, 0, 0) is the whole frame."""

WHOLE: Region = (0, 0, 0, 0)


@dataclass(frozen=True)
class Preprocessing:
    """Steps from a video's luminance to what is cut into patches, in this order.

    Parameters
    ----------
    region
        Part of the frame to look at.
    scale
        Factor on its height and width.
    blur
        σ of a Gaussian blur in pixels of the scaled frame; 0 for none.
    contrast
        σ of the local contrast normalisation (see `normalise_contrast`); 0 for none.
    gain
        Factor on every pixel. Training sets it so that pixels have RMS 1 over its video.
    centre_patches
        Whether the mean of every patch is subtracted from it.
    flat
        Training skips patches with a standard deviation below this: they teach nothing.
    """

    region: Region = WHOLE
    scale: float = 1.0
    blur: float = 0.0
    contrast: float = 0.0
    gain: float = 1.0
    centre_patches: bool = False
    flat: float = 0.0

    def __post_init__(self) -> None:
        if min(self.region) < 0 or (self.region != WHOLE and 0 in self.region[2:]):
            raise UserError(
                f"A region is top, left, height and width in pixels, not {self.region}."
            )
        if not 0.01 <= self.scale <= 16:
            raise UserError(f"Frames are scaled by a factor from 0.01 to 16, not {self.scale}.")
        for name, most in (("blur", 100), ("contrast", 100), ("gain", 1e6), ("flat", 1e6)):
            value = getattr(self, name)
            if not isfinite(value) or not 0 <= value <= most:
                raise UserError(f"The {name} of frames lies between 0 and {most}, not at {value}.")

    @property
    def changes_frames(self) -> bool:
        """Whether a frame looks different afterwards."""
        return replace(self, centre_patches=False, flat=0.0) != NONE

    def region_in(self, frame_shape: tuple[int, int]) -> Region:
        """Return the region within frames of a shape; refuse one that reaches beyond them."""
        if self.region == WHOLE:
            return (0, 0, *frame_shape)
        top, left, height, width = self.region
        if top + height > frame_shape[0] or left + width > frame_shape[1]:
            raise UserError(
                f"The region of {height}×{width} pixels at {top}, {left} reaches beyond frames of "
                f"{frame_shape[0]}×{frame_shape[1]}; choose another region."
            )
        return self.region

    def shape(self, frame_shape: tuple[int, int]) -> tuple[int, int]:
        """Return height and width that frames of a shape have afterwards."""
        _, _, height, width = self.region_in(frame_shape)
        return max(1, round(height * self.scale)), max(1, round(width * self.scale))

    def apply(self, image: Image) -> Image:
        """Return what a network sees of a frame; the same frame always gives the same pixels."""
        top, left, height, width = self.region_in((image.shape[0], image.shape[1]))
        seen = image[top : top + height, left : left + width]
        if self.scale != 1:
            seen = resize(seen, self.shape((image.shape[0], image.shape[1])))
        if self.blur:
            seen = _gaussian(seen, self.blur)
        if self.contrast:
            seen = normalise_contrast(seen, self.contrast)
        if self.gain != 1:
            mine = None if np.may_share_memory(seen, image) else seen
            seen = np.multiply(seen, np.float32(self.gain), out=mine)
        return np.ascontiguousarray(seen, dtype=np.float32)

    def is_flat(self, patches: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Return which patches of shape (…, pixels) have too little contrast to learn from."""
        return patches.std(axis=-1) < self.flat


NONE = Preprocessing()
"""Frames as they are, as networks of shapes see them."""

NATURAL = Preprocessing(blur=0.7, contrast=3.0, centre_patches=True, flat=0.5)
"""Natural scenes, but for the gain, which training sets."""


def normalise_contrast(image: Image, sigma: float) -> Image:
    """Return a frame with its local mean taken away and its local contrast evened out.

    (I − m) / max(s, s̄) with m = G∗I, s² = G∗(I − m)², s̄ the mean of s over the frame, and G a
    Gaussian of width σ: faint textures are lifted, but what is flat stays flat.
    """
    # In place wherever it can be: a frame may be large.
    away = _gaussian(image, sigma)
    np.subtract(image, away, out=away)
    squares = away * away
    deviation = _gaussian(squares, sigma, out=squares)
    np.sqrt(deviation, out=deviation)
    least = np.float32(max(float(deviation.mean()), _FAINT))
    np.maximum(deviation, least, out=deviation)
    away /= deviation
    return away.astype(np.float32, copy=False)


def resize(image: Image, shape: tuple[int, int]) -> Image:
    """Return a frame in another size: each pixel a mean of old ones, with triangular weights."""
    down, across = _resampler(image.shape[0], shape[0]), _resampler(image.shape[1], shape[1])
    resized: Image = (across @ (down @ image).T).T
    return np.ascontiguousarray(resized, dtype=np.float32)


@lru_cache(maxsize=16)
def _resampler(before: int, after: int) -> Any:
    """Return the sparse matrix of shape (after, before) that resamples a row of pixels.

    The weights of the old pixels form a triangle as wide as two of the larger pixels, so that
    shrinking averages and enlarging interpolates.
    """
    from scipy.sparse import csr_array

    step = before / after
    reach = max(step, 1.0)
    centres = (np.arange(after) + 0.5) * step - 0.5
    first = np.floor(centres - reach).astype(int) + 1
    columns = first[:, None] + np.arange(int(np.ceil(2 * reach)))
    weights = np.maximum(0, 1 - np.abs(columns - centres[:, None]) / reach)
    weights[(columns < 0) | (columns >= before)] = 0
    weights /= weights.sum(axis=1, keepdims=True)
    rows = np.repeat(np.arange(after), columns.shape[1])
    columns = np.clip(columns, 0, before - 1)
    matrix = csr_array((weights.ravel(), (rows, columns.ravel())), (after, before))
    return matrix.astype(np.float32)


def _gaussian(image: Image, sigma: float, out: Image | None = None) -> Image:
    # Imported here, so that the window is painted before SciPy is loaded.
    from scipy.ndimage import gaussian_filter

    blurred: Image = gaussian_filter(image, sigma, mode="reflect", truncate=4.0, output=out)
    return blurred


class Preprocessed(WrappedSource):
    """A video as a network sees it; every frame keeps its original image, small enough to draw.

    Parameters
    ----------
    source
        The video itself.
    preprocessing
        What is done to its frames.
    """

    def __init__(self, source: FrameSource, preprocessing: Preprocessing) -> None:
        super().__init__(source)
        self.preprocessing = preprocessing
        self._shape = preprocessing.shape(source.frame_shape)
        self._last: Frame | None = None  # several modes ask for the same frame

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    def frame(self, index: int) -> Frame:
        if self._last is not None and self._last.index == index:
            return self._last
        frame = self.source.frame(index)
        image = self.preprocessing.apply(frame.image)
        clean = frame.clean
        if clean is not None:
            clean = image if clean is frame.image else self.preprocessing.apply(clean)
        small = preview(frame.image) if frame.before is None else frame.before
        self._last = replace(frame, image=image, clean=clean, before=small)
        return self._last


def preprocessed(source: FrameSource, preprocessing: Preprocessing) -> FrameSource:
    """Return a video as a network sees it; the video itself if nothing is done to its frames."""
    return Preprocessed(source, preprocessing) if preprocessing.changes_frames else source
