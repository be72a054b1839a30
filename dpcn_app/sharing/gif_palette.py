"""The colours of a GIF: at most 256 of them, of which the most frequent are kept exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial import cKDTree

Picture = NDArray[np.uint8]
"""Pixels of a frame as red, green and blue, shape (height, width, 3)."""

COLOURS = 256
"""Most colours of a GIF's frame."""

_EXACT = 128  # most frequent colours that stay as they are; the rest shares the other places
_FAR = 20.0  # a colour that is further than this from all others is missing from the palette
_MISSED = 0.002  # share of pixels with such colours that is worth a new palette
_UNKNOWN = -1


class Palette:
    """Finds the nearest of 256 colours for every pixel of a film, frame by frame.

    The palette is made for the first frame, and again where too many pixels of a later one have no
    colour near theirs, so that what stands still keeps its colours.

    Attributes
    ----------
    colours
        Red, green and blue of every entry, shape (256, 3).
    """

    def __init__(self) -> None:
        self.colours = np.zeros((COLOURS, 3), np.uint8)
        # Entry of every colour that was met, of all 2²⁴; plus `COLOURS` where it is not near.
        self._entries = np.empty(0, np.int16)
        self._tree: Any = None
        self._missed = 0.0  # share of pixels that the palette missed in the frame it was made for

    def entries(self, picture: Picture) -> NDArray[np.uint8]:
        """Return the entry for every pixel, shape (height, width)."""
        codes = _codes(picture)
        if self._tree is None:
            self._make(picture, codes)
        found = self._look_up(codes)
        if _missed(found) > self._missed + _MISSED:
            self._make(picture, codes)
            found = self._look_up(codes)
        return (found & (COLOURS - 1)).astype(np.uint8)  # quicker than %

    def _look_up(self, codes: NDArray[np.uint32]) -> NDArray[np.int16]:
        found = self._entries[codes]
        if (found == _UNKNOWN).any():
            new = np.unique(codes[found == _UNKNOWN])
            distance, nearest = self._tree.query(_colours(new))
            self._entries[new] = nearest + COLOURS * (distance > _FAR)
            found = self._entries[codes]
        return found

    def _make(self, picture: Picture, codes: NDArray[np.uint32]) -> None:
        """Make the palette for one frame, and forget which entries colours had."""
        known, counts = np.unique(codes, return_counts=True)
        order = known[np.argsort(-counts, kind="stable")]
        if len(order) > COLOURS:
            rest = picture[~np.isin(codes, order[:_EXACT])].reshape(-1, 1, 3)
            mixed = Image.fromarray(rest).quantize(COLOURS - _EXACT, Image.Quantize.MEDIANCUT)
            flat = np.array(mixed.getpalette() or [], np.uint8)[: 3 * (COLOURS - _EXACT)]
            chosen = np.concatenate([_colours(order[:_EXACT]), flat.reshape(-1, 3)])
        else:
            chosen = _colours(order)
        self.colours[: len(chosen)], self.colours[len(chosen) :] = chosen, chosen[-1]
        self._tree = cKDTree(chosen.astype(float))
        self._entries = np.full(1 << 24, _UNKNOWN, np.int16)
        self._missed = _missed(self._look_up(codes))


def _missed(entries: NDArray[np.int16]) -> float:
    """Return the share of pixels that have no colour near theirs."""
    return float((entries >= COLOURS).mean())


def _codes(picture: Picture) -> NDArray[np.uint32]:
    """Return every pixel's colour as one number."""
    red, green, blue = (picture[..., each].astype(np.uint32) for each in range(3))
    codes: NDArray[Any] = red << 16 | green << 8 | blue
    return codes


def _colours(codes: NDArray[np.uint32]) -> Picture:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8)
