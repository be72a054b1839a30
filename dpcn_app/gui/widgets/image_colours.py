"""Arrays as pictures: crisp pixels, and colours that mean the same everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Array = NDArray[np.floating[Any]]

_OPAQUE = 225  # of 255: the picture below shows through a little


def grey_image(array: Array, low: float = 0.0, high: float = 1.0) -> QImage:
    """Return an image from black (`low`) to white (`high`)."""
    scaled = np.clip((array - low) * (255.0 / max(high - low, 1e-12)), 0, 255).astype(np.uint8)
    return _image(np.repeat(scaled[:, :, None], 3, axis=2))


def signed_image(array: Array, limit: float, dark: bool = True) -> QImage:
    """Return an image of negative (blue) and positive (orange) values; zero is the ground."""
    share = np.clip(np.abs(array) / max(limit, 1e-12), 0, 1)[:, :, None]
    ground = np.array([13, 15, 19] if dark else [255, 255, 255], dtype=float)
    positive, negative = np.array([255, 176, 80.0]), np.array([80, 160, 255.0])
    if not dark:
        positive, negative = np.array([200, 80, 0.0]), np.array([0, 90, 180.0])
    ends = np.where((array > 0)[:, :, None], positive, negative)
    return _image((ground + share * (ends - ground)).astype(np.uint8))


def _image(rgb: NDArray[np.uint8]) -> QImage:
    """Return a QImage that owns a copy of an array of shape (height, width, 3).

    In 32 bits a pixel, which Qt enlarges several times as fast as 24.
    """
    height, width = rgb.shape[:2]
    red, green, blue = (rgb[:, :, channel].astype(np.uint32) for channel in range(3))
    words = np.uint32(0xFF000000) | (red << np.uint32(16)) | (green << np.uint32(8)) | blue
    return QImage(words.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def tint_image(share: Array, colour: str) -> QImage:
    """Return a colour to lay over a picture: clear where the share is 0, nearly opaque at 1."""
    red, green, blue = (int(colour[each : each + 2], 16) for each in (1, 3, 5))
    rgba = np.empty((*share.shape, 4), np.uint8)
    rgba[..., :3] = red, green, blue
    rgba[..., 3] = share * _OPAQUE
    height, width = share.shape
    return QImage(rgba.data, width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
