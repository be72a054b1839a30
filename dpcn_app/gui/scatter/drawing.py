"""What a 3-D scatter looks like: floor, axes, points, trail, current frame, legend, label.

The painting knows no widget, so that a software view, an OpenGL view and an SVG file share it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPen,
    QPolygonF,
)

from dpcn_app.gui.scatter.camera import Array, Camera
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.markers import (
    Stamps,
    blend,
    class_colour,
    level_edge,
    level_fill,
    level_of,
    level_radius,
    marker_path,
    paint_marker,
)
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.pixmap_cache import PixmapCache

HINT = (
    "The causes appear here as the network watches:\n"
    "one marker per frame, shaped like what it shows."
)

_GRID = np.linspace(-0.5, 0.5, 6)
_FLOOR = np.array(
    [[(at, -0.5, -0.5), (at, 0.5, -0.5)] for at in _GRID]
    + [[(-0.5, at, -0.5), (0.5, at, -0.5)] for at in _GRID]
)
_HALO = 6.0  # width of the halo of the current frame's ring, in pixels
_TRAIL_PIECES = 5  # each with a width and a shade of its own
_NAMES_APART = 11  # lines of type: width in which the axes' names have room
_OVERSHOOT = 0.07  # of an axis beyond its last value
_CORNER = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_VECTOR_ENGINES = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


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
    """

    def __init__(self, camera: Camera, theme: Theme) -> None:
        self.camera, self.theme = camera, theme
        self.font = QFont()
        self.cloud: Cloud | None = None
        self.marked: int | None = None
        self._ground, self._rings = PixmapCache(), PixmapCache()
        self._stamps: tuple[tuple[Theme, tuple[str, ...], float, float], Stamps] | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show yet."""
        return self.cloud is None or len(self.cloud.points) == 0

    def scene(self, area: QRectF) -> QRectF:
        """Return where the scene goes in an area: room is left for the legend and axis names."""
        line = QFontMetricsF(self.font).height()
        return area.adjusted(line, 2.2 * line, -line, -0.8 * line)

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

        engine, scale = painter.paintEngine(), _scale(painter)
        raster = engine is not None and engine.type() == QPaintEngine.Type.Raster
        key = self._ground_key(area, scale)
        if self._ground.again(key) and raster and area.topLeft().isNull():
            painter.drawPixmap(0, 0, self._ground.picture(key, area.size(), scale, paint))
        else:
            paint(painter)

    def _ground_key(self, area: QRectF, scale: float) -> tuple[object, ...]:
        """Return all that the ground depends on."""
        axes = None if self.cloud is None or self.empty else self.cloud.axes
        named = () if axes is None else (axes.names, *axes.lengths.tolist(), *axes.origin.tolist())
        return (self.theme, self.font.key(), area.getRect(), scale, *self.camera.place, *named)

    def paint_behind(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is behind the points: floor and axes."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scene = self.scene(area)
        x, y, _ = self.camera.project(_FLOOR.reshape(-1, 3), scene)
        faint = blend(QColor(self.theme.line), QColor(self.theme.surface), 0.45)
        painter.setPen(QPen(faint, 1.0))
        painter.drawLines([QLineF(x[i], y[i], x[i + 1], y[i + 1]) for i in range(0, len(x), 2)])
        if self.cloud is not None and not self.empty:
            self._paint_axes(painter, self.cloud, area)

    def _paint_axes(self, painter: QPainter, cloud: Cloud, area: QRectF) -> None:
        origin = cloud.axes.origin
        ends = origin + np.diag(0.5 - origin)
        tips = ends + _OVERSHOOT * np.eye(3)
        x, y, _ = self.camera.project(np.vstack([origin[None], ends, tips]), self.scene(area))
        places = [QPointF(*place) for place in zip(x, y, strict=True)]
        pen = QPen(QColor(self.theme.muted), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setFont(self._axis_type(area))
        for axis in range(3):
            end, tip = places[1 + axis], places[4 + axis]
            painter.setPen(pen)
            painter.drawLine(places[0], tip)
            self._paint_arrow(painter, places[0], tip)
            words = (cloud.axes.names[axis], f"{cloud.axes.lengths[axis]:g}")
            self._paint_axis_names(painter, area, words, (places[0], end, tip))

    def _axis_type(self, area: QRectF) -> QFont:
        """Return the type of the axes' names: in a narrow area they must not run together."""
        wanted = _NAMES_APART * QFontMetricsF(self.font).height()
        font = QFont(self.font)
        font.setPointSizeF(font.pointSizeF() * min(1.0, max(0.6, area.width() / wanted)))
        return font

    def _paint_arrow(self, painter: QPainter, start: QPointF, tip: QPointF) -> None:
        line = QLineF(start, tip)
        if line.length() < 8:
            return  # it points at the eye
        along = QPointF(line.dx(), line.dy()) / line.length()
        across = QPointF(-along.y(), along.x())
        size = 0.5 * QFontMetricsF(self.font).height()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.muted))
        back = tip - along * size * 0.5
        painter.drawPolygon(
            QPolygonF(
                [tip + along * size * 0.5, back + across * size * 0.4, back - across * size * 0.4]
            )
        )

    def _paint_axis_names(
        self,
        painter: QPainter,
        area: QRectF,
        words: tuple[str, str],
        places: tuple[QPointF, QPointF, QPointF],
    ) -> None:
        (name, value), (start, end, tip) = words, places
        metrics = QFontMetricsF(painter.font())
        away = QLineF(start, tip)
        length = max(away.length(), 1.0)
        along = QPointF(away.dx(), away.dy()) / length
        wide, high = metrics.horizontalAdvance(name) + 2, metrics.height()
        # The name lies beyond the arrow's tip, above or below rather than beside it.
        beyond = 1.1 * along.y() + (0.5 if along.y() >= 0 else -0.5) * abs(along.x())
        middle = tip + QPointF(along.x() * (0.3 * wide + 0.4 * high), beyond * high)
        painter.setPen(QColor(self.theme.text))
        place = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        painter.drawText(_inside(area, place), Qt.AlignmentFlag.AlignCenter, name)
        if length > 4 * high:
            across = QPointF(-along.y(), along.x())
            if across.y() > 0.2:
                across = -across  # away from the name
            painter.setPen(QPen(QColor(self.theme.muted), 1.6))
            painter.drawLine(end - across * 0.25 * high, end + across * 0.25 * high)
            beside = end + across * (0.3 * high + 0.5 * metrics.horizontalAdvance(value) + 2)
            box = QRectF(beside.x() - 50, beside.y() - high / 2, 100, high)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, value)

    def paint_points(self, painter: QPainter, area: QRectF) -> None:
        """Paint a marker for every frame, the far ones first."""
        if self.cloud is None:
            return
        x, y, depth = self.camera.project(self.cloud.points, self.scene(area))
        order = np.argsort(depth, kind="stable")
        x, y, depth, labels = x[order], y[order], depth[order], self.cloud.labels[order]
        engine = painter.paintEngine()
        if engine is not None and engine.type() in _VECTOR_ENGINES:
            self._paint_paths(painter, self.radius(area), x, y, depth, labels)
        else:
            self._stamps_for(painter, self.radius(area)).paint(painter, x, y, depth, labels)

    def _paint_paths(
        self,
        painter: QPainter,
        size: float,
        x: Array,
        y: Array,
        depth: Array,
        labels: NDArray[np.int_],
    ) -> None:
        assert self.cloud is not None
        for x_, y_, level, label in zip(x, y, level_of(depth), labels, strict=True):
            path = marker_path(self.cloud.class_name(label), int(label))
            radius = level_radius(int(level), size)
            fill = level_fill(self.theme, int(label), int(level))
            paint_marker(painter, QPointF(x_, y_), radius, path, fill, level_edge(fill))

    def _stamps_for(self, painter: QPainter, radius: float) -> Stamps:
        """Return the stamps; those of the last painting where nothing has changed."""
        assert self.cloud is not None
        key = (self.theme, self.cloud.classes, round(radius, 1), _scale(painter))
        if self._stamps is None or self._stamps[0] != key:
            self._stamps = (key, Stamps(*key))
        return self._stamps[1]

    def paint_before(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is in front of the points: trail, current frame, legend, name of a point."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font)
        if self.cloud is None or self.empty:
            self._paint_hint(painter, area)
            return
        self._paint_trail(painter, self.cloud, self.scene(area))
        self._paint_current(painter, self.cloud, area)
        self._paint_legend(painter, self.cloud, area)
        if self.cloud.axes.note:
            painter.setPen(QColor(self.theme.muted))
            corner = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            box = area.adjusted(10, 0, -10, -6)
            axes = self.cloud.axes
            words = axes.note
            if QFontMetricsF(self.font).horizontalAdvance(words) > box.width():
                words = axes.short_note
            painter.drawText(box, corner | Qt.TextFlag.TextWordWrap, words)
        row = self.cloud.row(self.marked)
        if row is not None:
            self._paint_name(painter, self.cloud, row, area)

    def _paint_hint(self, painter: QPainter, area: QRectF) -> None:
        box = area.adjusted(16, 16, -16, -16)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.setPen(QColor(self.theme.muted))
        painter.drawText(box, flags, HINT)

    def _paint_trail(self, painter: QPainter, cloud: Cloud, scene: QRectF) -> None:
        x, y, _ = self.camera.project(cloud.trail(), scene)
        lines = [
            QLineF(*ends)
            for ends in zip(
                *(each.tolist() for each in (x[:-1], y[:-1], x[1:], y[1:])), strict=True
            )
        ]
        near, far = QColor(self.theme.text), QColor(self.theme.surface)
        for piece in range(_TRAIL_PIECES):
            share = (piece + 1) / _TRAIL_PIECES
            # A solid colour: Qt takes six times as long for transparent lines.
            pen = QPen(blend(near, far, 0.8 - 0.75 * share), 1.2 + 1.6 * share)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            first, last = (len(lines) * end // _TRAIL_PIECES for end in (piece, piece + 1))
            painter.drawLines(lines[first:last])

    def _paint_current(self, painter: QPainter, cloud: Cloud, area: QRectF) -> None:
        row = cloud.row(cloud.current)
        if row is None:
            return
        point = cloud.points[row]
        below_it = [point[0], point[1], -0.5]
        x, y, _ = self.camera.project(np.stack([point, below_it]), self.scene(area))
        at, below = QPointF(x[0], y[0]), QPointF(x[1], y[1])
        painter.setPen(QPen(QColor(self.theme.accent), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(at, below)
        label = int(cloud.labels[row])
        radius = 1.9 * self.radius(area)
        self._paint_rings(painter, at, 1.75 * radius)
        path = marker_path(cloud.class_name(label), label)
        edge = QPen(QColor(self.theme.text), 1.6)
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        paint_marker(painter, at, radius, path, class_colour(self.theme, label), edge)

    def _paint_rings(self, painter: QPainter, at: QPointF, radius: float) -> None:
        """Paint a ring and its halo about a point; circles are slow to draw, and kept."""
        engine = painter.paintEngine()
        if engine is not None and engine.type() in _VECTOR_ENGINES:
            self._draw_rings(painter, at, radius)
            return
        room, scale = radius + _HALO, _scale(painter)
        rings = self._rings.picture(
            (self.theme, round(radius, 1), scale),
            QSizeF(2 * room, 2 * room),
            scale,
            lambda painter: self._draw_rings(painter, QPointF(room, room), radius),
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(at - QPointF(room, room), rings)

    def _draw_rings(self, painter: QPainter, at: QPointF, radius: float) -> None:
        halo = QColor(self.theme.surface)
        halo.setAlpha(200)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((halo, _HALO), (QColor(self.theme.accent), _HALO / 2)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(at, radius, radius)

    def _paint_legend(self, painter: QPainter, cloud: Cloud, area: QRectF) -> None:
        """Paint all classes in a row along the top, in smaller type where there is no room.

        A video without classes has no legend.
        """
        labels = list(range(len(cloud.classes)))
        if cloud.classes and (cloud.labels < 0).any():
            labels.append(-1)
        names = [cloud.class_name(label) for label in labels]
        metrics = QFontMetricsF(self.font)
        gap = 1.6 * metrics.height()  # for a marker, and space around it
        wide = [metrics.horizontalAdvance(name) + gap for name in names]
        share = min(1.0, (area.width() - 12) / max(sum(wide), 1.0))
        font = QFont(self.font)
        font.setPointSizeF(max(share * font.pointSizeF(), 4.0))
        painter.setFont(font)
        line, left = metrics.height() * share, area.left() + 6.0
        middle = area.top() + 5 + metrics.height() / 2
        for label, name, width in zip(labels, names, wide, strict=True):
            at = QPointF(left + 0.55 * line, middle)
            fill = class_colour(self.theme, label)
            path = marker_path(name, label)
            paint_marker(painter, at, 0.32 * line, path, fill, QPen(Qt.PenStyle.NoPen))
            painter.setPen(QColor(self.theme.text))
            words = QRectF(left + 1.1 * line, middle - line, share * width, 2 * line)
            painter.drawText(words, _CORNER, name)
            left += share * width
        painter.setFont(self.font)

    def _paint_name(self, painter: QPainter, cloud: Cloud, row: int, area: QRectF) -> None:
        """Paint a ring about a point, and what it is in words beside it."""
        x, y, _ = self.camera.project(cloud.points[row : row + 1], self.scene(area))
        at, radius = QPointF(x[0], y[0]), 1.9 * self.radius(area)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.text), 2.0))
        painter.drawEllipse(at, radius, radius)
        metrics = QFontMetricsF(self.font)
        words = cloud.describe(row)
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 16, metrics.height() + 8)
        box.moveBottomLeft(at + QPointF(radius + 4, -radius - 2))
        box = _inside(area, box)
        painter.setPen(QPen(QColor(self.theme.line), 1.0))
        painter.setBrush(QColor(self.theme.raised))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QColor(self.theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


def _scale(painter: QPainter) -> float:
    """Return how many pixels of the device each pixel of the painter has."""
    return max(1.0, abs(painter.deviceTransform().m11()))


def _inside(area: QRectF, box: QRectF) -> QRectF:
    """Return a box moved into an area, so that no word is cut off."""
    left = max(area.left() + 3, min(box.left(), area.right() - box.width() - 3))
    top = max(area.top() + 3, min(box.top(), area.bottom() - box.height() - 3))
    return QRectF(left, top, box.width(), box.height())
