"""Drawing pictures at any size: pixels stay sharp when enlarged, and all count when shrunk."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter


def draw_crisp(painter: QPainter, target: QRectF, image: QImage) -> None:
    """Draw an image so that all its pixels look alike, though they may not be whole numbers wide.

    Scaling by the next larger whole number and then a little down keeps edges sharp, where plain
    scaling would make some pixels wider than others.
    """
    ratio = painter.device().devicePixelRatio()
    factor = target.width() * ratio / max(image.width(), 1)
    if factor > 1 and factor != int(factor):
        larger = ceil(factor)
        image = image.scaled(
            image.width() * larger,
            image.height() * larger,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.FastTransformation,
        )
    hint = QPainter.RenderHint.SmoothPixmapTransform
    painter.setRenderHint(hint, factor != int(factor))
    painter.drawImage(target, image)
    painter.setRenderHint(hint, False)


def draw_whole(painter: QPainter, target: QRectF, image: QImage) -> None:
    """Draw an image with square pixels where it is enlarged, with their means where it shrinks.

    Plain shrinking picks single pixels, which turns fine structure into grain.
    """
    ratio = painter.device().devicePixelRatio()
    size = (target.size() * ratio).toSize()
    if 0 < size.width() < image.width():
        image = image.scaled(
            size,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(target, image)
