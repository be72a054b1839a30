"""Arrays as pictures: crisp pixels, and colours that mean the same everywhere."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Array = NDArray[np.floating[Any]]

_OPAQUE = 225  # of 255: the picture below shows through a little
_STEPS = 255  # of a sign: colours of a screen are not finer


def grey_image(array: Array, low: float = 0.0, high: float = 1.0) -> QImage:
    """Return an image from black (`low`) to white (`high`)."""
    scaled = np.clip((array - low) * (255.0 / max(high - low, 1e-12)), 0, 255).astype(np.uint8)
    return _image(scaled * np.uint32(0x010101))


def signed_image(array: Array, limit: float, dark: bool = True) -> QImage:
    """Return an image of negative (blue) and positive (orange) values; zero is the ground."""
    share = np.nan_to_num(np.clip(array * (1 / max(limit, 1e-12)), -1, 1))
    return _image(_signed_colours(dark)[np.rint(share * _STEPS).astype(np.intp) + _STEPS])


@cache
def _signed_colours(dark: bool) -> NDArray[np.uint32]:
    """Return the colours from the most negative value over zero to the most positive one."""
    ground = np.array([13, 15, 19] if dark else [255, 255, 255], dtype=float)
    positive, negative = np.array([255, 176, 80.0]), np.array([80, 160, 255.0])
    if not dark:
        positive, negative = np.array([200, 80, 0.0]), np.array([0, 90, 180.0])
    share = np.linspace(-1, 1, 2 * _STEPS + 1)[:, None]
    ends = np.where(share > 0, positive, negative)
    red, green, blue = (ground + np.abs(share) * (ends - ground)).astype(np.uint32).T
    colours: NDArray[np.uint32] = red << np.uint32(16) | green << np.uint32(8) | blue
    return colours


def _image(colours: NDArray[np.uint32]) -> QImage:
    """Return a QImage that owns a copy of colours 0xRRGGBB, shape (height, width).

    In 32 bits a pixel, which Qt enlarges several times as fast as 24.
    """
    words = np.ascontiguousarray(colours | np.uint32(0xFF000000))
    height, width = words.shape
    return QImage(words.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def tint_image(share: Array, colour: str) -> QImage:
    """Return a colour to lay over a picture: clear where the share is 0, nearly opaque at 1."""
    red, green, blue = (int(colour[each : each + 2], 16) for each in (1, 3, 5))
    rgba = np.empty((*share.shape, 4), np.uint8)
    rgba[..., :3] = red, green, blue
    rgba[..., 3] = share * _OPAQUE
    height, width = share.shape
    return QImage(rgba.data, width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
