"""Small pictures drawn large, at any size, with pixels that keep their edges."""

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
