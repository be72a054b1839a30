"""The way through a scatter: a trail of the last frames, and rings about the current one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.devices import draws_vectors, pixel_scale
from dpcn_app.gui.scatter.markers import blend, class_colour, marker_path, paint_marker
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.pixmap_cache import PixmapCache

_HALO = 6.0  # width of what sets the current frame's ring off, in pixels
_PIECES = 5  # of the trail, each with a width and a shade of its own
_LARGER, _RING = 1.9, 1.75  # current marker over others, and ring over current marker


def paint_trail(
    painter: QPainter, camera: Camera, theme: Theme, cloud: Cloud, scene: QRectF
) -> None:
    """Paint lines through the last frames, the stronger the later."""
    x, y, _ = camera.project(cloud.trail(), scene)
    ends = (each.tolist() for each in (x[:-1], y[:-1], x[1:], y[1:]))
    lines = [QLineF(*four) for four in zip(*ends, strict=True)]
    near, far = QColor(theme.text), QColor(theme.surface)
    for piece in range(_PIECES):
        share = (piece + 1) / _PIECES
        # A solid colour: Qt takes six times as long for lines that one can see through.
        pen = QPen(blend(near, far, 0.8 - 0.75 * share), 1.2 + 1.6 * share)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        first, last = (len(lines) * end // _PIECES for end in (piece, piece + 1))
        painter.drawLines(lines[first:last])


class CurrentFrame:
    """Paints the marker of the current frame, with a ring about it that is kept for the next one.

    Circles take long to paint, and the ring looks alike wherever it is.
    """

    def __init__(self) -> None:
        self._rings = PixmapCache()

    def paint(
        self,
        painter: QPainter,
        camera: Camera,
        theme: Theme,
        cloud: Cloud,
        scene: QRectF,
        radius: float,
    ) -> None:
        """Paint the current frame where it has a point.

        Parameters
        ----------
        painter, camera, theme
            What to paint with, from where it is seen, and the colours.
        cloud
            The points, and which frame is the current one.
        scene
            Where the points go.
        radius
            Of an ordinary marker.
        """
        row = cloud.row(cloud.current)
        if row is None:
            return
        point = cloud.points[row]
        below_it = [point[0], point[1], -0.5]
        x, y, _ = camera.project(np.stack([point, below_it]), scene)
        at, below = QPointF(x[0], y[0]), QPointF(x[1], y[1])
        painter.setPen(QPen(QColor(theme.accent), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(at, below)
        label, radius = int(cloud.labels[row]), _LARGER * radius
        self._paint_rings(painter, theme, at, _RING * radius)
        path = marker_path(cloud.class_name(label), label)
        edge = QPen(QColor(theme.text), 1.6)
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        paint_marker(painter, at, radius, path, class_colour(theme, label), edge)

    def _paint_rings(self, painter: QPainter, theme: Theme, at: QPointF, radius: float) -> None:
        """Paint a ring and its halo about a point, from memory unless it has to be vectors."""
        if draws_vectors(painter):
            _draw_rings(painter, theme, at, radius)
            return
        room, scale = radius + _HALO, pixel_scale(painter)
        rings = self._rings.picture(
            (theme, round(radius, 1), scale),
            QSizeF(2 * room, 2 * room),
            scale,
            lambda painter: _draw_rings(painter, theme, QPointF(room, room), radius),
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(at - QPointF(room, room), rings)


def _draw_rings(painter: QPainter, theme: Theme, at: QPointF, radius: float) -> None:
    halo = QColor(theme.surface)
    halo.setAlpha(200)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((halo, _HALO), (QColor(theme.accent), _HALO / 2)):
        painter.setPen(QPen(colour, width))
        painter.drawEllipse(at, radius, radius)
