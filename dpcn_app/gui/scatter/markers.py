"""Markers that look like the shapes they stand for, drawn once and stamped many times."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform
from shiboken6 import wrapInstance

from dpcn_app.gui.theme import Theme

LEVELS = 8
"""Steps of nearness: far markers are smaller and fade into the ground."""

_SPARE = ("circle", "plus", "triangle", "square", "diamond", "x")  # for classes of other names
_FOG = 0.28  # how far the farthest marker fades
_HOLLOW = 1.6  # width of the edge of a hollow marker


@lru_cache(maxsize=64)
def marker_path(name: str, index: int = 0) -> QPainterPath:
    """Return the outline of a class's marker, about the origin, with a radius of about 1."""
    if name not in _SPARE:
        name = _SPARE[index % len(_SPARE)] if index >= 0 else "circle"
    path = QPainterPath()
    if name == "circle":
        path.addEllipse(QRectF(-0.9, -0.9, 1.8, 1.8))
    elif name == "square":
        path.addRect(QRectF(-0.82, -0.82, 1.64, 1.64))
    elif name in ("diamond", "triangle"):
        corners = 4 if name == "diamond" else 3
        angles = [2 * math.pi * corner / corners for corner in range(corners)]
        path.addPolygon(
            QPolygonF([QPointF(1.15 * math.sin(a), -1.15 * math.cos(a)) for a in angles])
        )
        path.closeSubpath()
    else:
        arm, half = 1.1, 0.34
        bar = QPainterPath()
        bar.addRect(QRectF(-arm, -half, 2 * arm, 2 * half))
        path = bar.united(QTransform().rotate(90).map(bar))
        if name == "x":
            path = QTransform().rotate(45).map(path)
    return path


def class_colour(theme: Theme, label: int) -> QColor:
    """Return the colour of a class; muted where the class is unknown."""
    return QColor(theme.classes[label % len(theme.classes)] if label >= 0 else theme.muted)


def blend(colour: QColor, ground: QColor, share: float) -> QColor:
    """Return a colour that has gone a share of the way to the ground."""
    pairs = zip(colour.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(own + share * (other - own)) for own, other in pairs))


def paint_marker(
    painter: QPainter, at: QPointF, radius: float, path: QPainterPath, fill: QColor, edge: QPen
) -> None:
    """Draw one marker."""
    painter.setPen(edge)
    painter.setBrush(fill)
    painter.drawPath(QTransform(radius, 0, 0, radius, at.x(), at.y()).map(path))


def level_of(depth: NDArray[np.floating]) -> NDArray[np.int_]:
    """Return the step of nearness, 0 (far) to LEVELS − 1 (near), of depths in the scene."""
    return np.clip((depth + 0.8) / 1.6 * LEVELS, 0, LEVELS - 1).astype(int)


def level_radius(level: int, radius: float) -> float:
    """Return the radius of a marker at a step of nearness."""
    return radius * (0.78 + 0.44 * level / (LEVELS - 1))


def level_fill(theme: Theme, label: int, level: int) -> QColor:
    """Return the colour of a class at a step of nearness."""
    fog = _FOG * (1 - level / (LEVELS - 1))
    return blend(class_colour(theme, label), QColor(theme.surface), fog)


def level_style(theme: Theme, label: int, level: int, hollow: bool) -> tuple[QColor, QPen]:
    """Return the inside and the edge of a class's marker at a step of nearness.

    The edge is a thin dark line that keeps overlapping markers apart; that of a hollow marker has
    the colour of the class, around the colour of the ground.
    """
    colour = level_fill(theme, label, level)
    if hollow:
        return QColor(theme.surface), QPen(colour, _HOLLOW)
    return colour, QPen(blend(colour, QColor("black"), 0.45), 0.8)


class Stamps:
    """Markers of all classes, full and hollow, at all steps of nearness, in one picture.

    Parameters
    ----------
    theme, classes
        Colours and shapes.
    radius
        Of a marker in the middle of the scene, in pixels.
    scale
        Pixels of the device per pixel.
    """

    def __init__(self, theme: Theme, classes: tuple[str, ...], radius: float, scale: float) -> None:
        self._scale = scale
        self._cell = cell = math.ceil(2 * scale * (1.25 * level_radius(LEVELS - 1, radius) + 1.5))
        self._unknown = len(classes)  # row of points without a class
        self._pixmap = QPixmap(LEVELS * cell, 2 * (len(classes) + 1) * cell)
        self._pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        for row in range(2 * (len(classes) + 1)):
            hollow, of_class = divmod(row, len(classes) + 1)
            label = of_class if of_class < self._unknown else -1
            path = marker_path(classes[label] if label >= 0 else "circle", label)
            for level in range(LEVELS):
                at = QPointF((level + 0.5) * cell, (row + 0.5) * cell) / scale
                style = level_style(theme, label, level, bool(hollow))
                paint_marker(painter, at, level_radius(level, radius), path, *style)
        painter.end()

    def paint(
        self,
        painter: QPainter,
        x: NDArray[np.floating],
        y: NDArray[np.floating],
        depth: NDArray[np.floating],
        labels: NDArray[np.int_],
        hollow: NDArray[np.bool_],
    ) -> None:
        """Stamp points, which come sorted from far to near."""
        if len(x) == 0:
            return
        known = (labels >= 0) & (labels < self._unknown)
        # The memory of QPainter.PixmapFragment: one call for all instead of one Python object each.
        fragments = np.empty((len(x), 10))
        fragments[:, 0], fragments[:, 1] = x, y
        fragments[:, 2] = level_of(depth) * self._cell
        row = np.where(known, labels, self._unknown) + np.where(hollow, self._unknown + 1, 0)
        fragments[:, 3] = row * self._cell
        fragments[:, 4] = fragments[:, 5] = self._cell
        fragments[:, 6] = fragments[:, 7] = 1 / self._scale
        fragments[:, 8], fragments[:, 9] = 0.0, 1.0
        first: Any = wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment)
        painter.drawPixmapFragments(first, len(fragments), self._pixmap)
