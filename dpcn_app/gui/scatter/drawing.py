"""The painting of a 3-D scatter: its points, and in which order all else is behind or before them.

It knows no widget, so that a software view, an OpenGL view and an SVG file share it.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from dpcn_app.gui.scatter.believed import paint_belief
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.devices import draws_pixels, draws_vectors, pixel_scale
from dpcn_app.gui.scatter.ground import AxesPainter, paint_floor
from dpcn_app.gui.scatter.legend import paint_hint, paint_legend, paint_name, paint_note
from dpcn_app.gui.scatter.markers import (
    Stamps,
    level_of,
    level_radius,
    level_style,
    marker_path,
    paint_marker,
)
from dpcn_app.gui.scatter.trail import CurrentFrame, paint_trail
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.pixmap_cache import PixmapCache

_MARK = 1.9  # radius of the ring about a marked point, over that of a marker


class ScatterDrawing:
    """Paints a cloud as a camera sees it.

    Attributes
    ----------
    cloud
        What is shown; None for a hint.
    theme, font
        Colours and type.
    marked
        Frame whose point is labelled; None for none.
    bare
        Whether room is so short that there is no legend; names of axes tell the classes too.
    """

    def __init__(self, camera: Camera, theme: Theme) -> None:
        self.camera, self.theme = camera, theme
        self.font = QFont()
        self.cloud: Cloud | None = None
        self.marked: int | None = None
        self.bare = False
        self._ground, self._current = PixmapCache(), CurrentFrame()
        self._stamps: tuple[tuple[Theme, tuple[str, ...], float, float], Stamps] | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show yet."""
        return self.cloud is None or len(self.cloud.points) == 0

    def scene(self, area: QRectF) -> QRectF:
        """Return where the scene goes in an area: room is left for legend, axis names and note."""
        line = QFontMetricsF(self.font).height()
        noted = self.cloud is not None and bool(self.cloud.axes.note)
        if self.bare:
            return area.adjusted(line, 1.6 * line, -line, -0.8 * line)
        return area.adjusted(line, 2.2 * line, -line, -(1.8 if noted else 0.8) * line)

    def pick(self, area: QRectF, at: QPointF) -> int | None:
        """Return the frame of the point at a place; None where there is none."""
        if self.cloud is None or self.empty:
            return None
        x, y, depth = self.camera.project(self.cloud.points, self.scene(area))
        distance = np.hypot(x - at.x(), y - at.y())
        near = np.flatnonzero(distance <= max(10.0, 2.0 * self.radius(area)))
        if len(near) == 0:
            return None
        # Of points that overlap, the one in front is picked.
        best = near[np.lexsort((-depth[near], np.round(distance[near] / 2)))[0]]
        return int(self.cloud.frames[best])

    def radius(self, area: QRectF) -> float:
        """Return the radius of an ordinary marker in an area, in pixels."""
        many = 0 if self.cloud is None else len(self.cloud.points)
        crowd = 1.0 if many <= 600 else max(0.55, (600 / many) ** 0.35)
        line = QFontMetricsF(self.font).height()
        room = min(1.0, max(0.5, min(area.width(), area.height()) / (16 * line)))
        return 0.29 * line * crowd * room * self.camera.zoom**0.4

    # --- painting ---------------------------------------------------------------------------------

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint everything."""
        self._paint_ground(painter, area)
        self.paint_points(painter, area)
        self.paint_before(painter, area)

    def _paint_ground(self, painter: QPainter, area: QRectF) -> None:
        """Paint all that is behind the points, from a kept picture if nothing has changed."""

        def paint(painter: QPainter) -> None:
            painter.fillRect(area, QColor(self.theme.surface))
            self.paint_behind(painter, area)

        scale = pixel_scale(painter)
        key = self._ground_key(area, scale)
        if self._ground.again(key) and draws_pixels(painter) and area.topLeft().isNull():
            painter.drawPixmap(0, 0, self._ground.picture(key, area.size(), scale, paint))
        else:
            paint(painter)

    def _ground_key(self, area: QRectF, scale: float) -> tuple[object, ...]:
        """Return all that the ground depends on."""
        axes = None if self.cloud is None or self.empty else self.cloud.axes
        named = () if axes is None else (axes.names, *axes.lengths.tolist(), *axes.origin.tolist())
        look = (self.theme, self.font.key(), self.bare, bool(axes and axes.note))
        return (*look, area.getRect(), scale, *self.camera.place, *named)

    def paint_behind(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is behind the points: floor and axes."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scene = self.scene(area)
        paint_floor(painter, self.camera, self.theme, scene)
        if self.cloud is not None and not self.empty:
            axes = AxesPainter(painter, self.theme, self.font, area)
            axes.paint(self.cloud.axes, self.camera, scene)

    def paint_points(self, painter: QPainter, area: QRectF) -> None:
        """Paint a marker for every frame, the far ones first."""
        if self.cloud is None:
            return
        x, y, depth = self.camera.project(self.cloud.points, self.scene(area))
        order = np.argsort(depth, kind="stable")
        x, y, depth = x[order], y[order], depth[order]
        labels, hollow = self.cloud.labels[order], self.cloud.misread[order]
        size = self.radius(area)
        if not draws_vectors(painter):
            self._stamps_for(painter, size).paint(painter, x, y, depth, labels, hollow)
            return
        for x_, y_, level, label, ring in zip(x, y, level_of(depth), labels, hollow, strict=True):
            path = marker_path(self.cloud.class_name(label), int(label))
            style = level_style(self.theme, int(label), int(level), bool(ring))
            paint_marker(painter, QPointF(x_, y_), level_radius(int(level), size), path, *style)

    def _stamps_for(self, painter: QPainter, radius: float) -> Stamps:
        """Return the stamps; those of the last painting where nothing has changed."""
        assert self.cloud is not None
        key = (self.theme, self.cloud.classes, round(radius, 1), pixel_scale(painter))
        if self._stamps is None or self._stamps[0] != key:
            self._stamps = (key, Stamps(*key))
        return self._stamps[1]

    def paint_before(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is in front of the points: trail, current frame, legend, name of a point."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font)
        cloud, theme, scene = self.cloud, self.theme, self.scene(area)
        if cloud is None or self.empty:
            paint_hint(painter, theme, area)
            return
        radius = self.radius(area)
        paint_trail(painter, self.camera, theme, cloud, scene)
        self._current.paint(painter, self.camera, theme, cloud, scene, radius)
        if cloud.belief is not None:
            x, y, _ = self.camera.project(cloud.belief[None], scene)
            paint_belief(
                painter, theme, self.font, cloud.believed, QPointF(x[0], y[0]), radius, area
            )
        if not self.bare:
            paint_legend(painter, theme, self.font, cloud, area)
        paint_note(painter, theme, self.font, cloud.axes, area, above=self.bare)
        row = cloud.row(self.marked)
        if row is not None:
            x, y, _ = self.camera.project(cloud.points[row : row + 1], scene)
            at, words = QPointF(x[0], y[0]), cloud.describe(row)
            paint_name(painter, theme, self.font, words, at, _MARK * radius, area)
