"""What a painter paints on: pixels or vectors, and how fine the pixels are."""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

_VECTORS = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


def draws_vectors(painter: QPainter) -> bool:
    """Whether what is painted becomes vectors, in a file, so that no pictures should be stamped."""
    engine = painter.paintEngine()
    return engine is not None and engine.type() in _VECTORS


def draws_pixels(painter: QPainter) -> bool:
    """Whether pixels are painted in software, onto a widget or an image."""
    engine = painter.paintEngine()
    return engine is not None and engine.type() == QPaintEngine.Type.Raster


def pixel_scale(painter: QPainter) -> float:
    """Return the pixels of the device to each of the painter's."""
    return max(1.0, abs(painter.deviceTransform().m11()))
