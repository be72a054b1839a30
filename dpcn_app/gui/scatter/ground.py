"""What is behind the points of a scatter: a floor, and axes with their names."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from dpcn_app.analysis.cause_axes import Axes
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.markers import blend
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitting_share, scaled_font

_GRID = np.linspace(-0.5, 0.5, 6)
_FLOOR = np.array(
    [[(at, -0.5, -0.5), (at, 0.5, -0.5)] for at in _GRID]
    + [[(-0.5, at, -0.5), (0.5, at, -0.5)] for at in _GRID]
)
_NAMES_APART = 11  # lines of type: width in which the axes' names have room
_WIDE = 20  # lines of type: width in which whole names have room
_SMALLEST = 0.6  # of type in a narrow area, as a share of the ordinary
_OVERSHOOT = 0.07  # of an axis beyond its last value
_SHORTEST = 8  # pixels of an axis with an arrow; a shorter one points at the eye


def box_inside(area: QRectF, box: QRectF) -> QRectF:
    """Return a box moved into an area, so that no word is cut off."""
    left = max(area.left() + 3, min(box.left(), area.right() - box.width() - 3))
    top = max(area.top() + 3, min(box.top(), area.bottom() - box.height() - 3))
    return QRectF(left, top, box.width(), box.height())


def paint_floor(painter: QPainter, camera: Camera, theme: Theme, scene: QRectF) -> None:
    """Paint a grid at the bottom of the scene."""
    x, y, _ = camera.project(_FLOOR.reshape(-1, 3), scene)
    faint = blend(QColor(theme.line), QColor(theme.surface), 0.45)
    painter.setPen(QPen(faint, 1.0))
    painter.drawLines([QLineF(x[i], y[i], x[i + 1], y[i + 1]) for i in range(0, len(x), 2)])


class AxesPainter:
    """Paints three axes, each with an arrow, a name, and its last value.

    Parameters
    ----------
    painter, theme, font
        What to paint with: the colours and the ordinary type.
    area
        Within which all words stay.
    """

    def __init__(self, painter: QPainter, theme: Theme, font: QFont, area: QRectF) -> None:
        self._painter, self._theme, self._area = painter, theme, area
        self._line = QFontMetricsF(font).height()
        # In a narrow area the names of the axes must not run together.
        share = fitting_share(_NAMES_APART * self._line, area.width(), _SMALLEST)
        self._font = scaled_font(font, share)

    def paint(self, axes: Axes, camera: Camera, scene: QRectF) -> None:
        """Paint the axes of a cloud where a camera sees them in a scene."""
        ends = axes.origin + np.diag(0.5 - axes.origin)
        tips = ends + _OVERSHOOT * np.eye(3)
        x, y, _ = camera.project(np.vstack([axes.origin[None], ends, tips]), scene)
        origin, *places = (QPointF(*place) for place in zip(x, y, strict=True))
        pen = QPen(QColor(self._theme.muted), 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._painter.setFont(self._font)
        names = axes.names if self._area.width() > _WIDE * self._line else axes.short_names
        for axis in range(3):
            if not names[axis]:
                continue
            end, tip = places[axis], places[3 + axis]
            self._painter.setPen(pen)
            self._painter.drawLine(origin, tip)
            self._paint_arrow(origin, tip)
            self._paint_words(names[axis], f"{axes.lengths[axis]:g}", (origin, end, tip))

    def _paint_arrow(self, start: QPointF, tip: QPointF) -> None:
        line = QLineF(start, tip)
        if line.length() < _SHORTEST:
            return
        along = QPointF(line.dx(), line.dy()) / line.length()
        across = QPointF(-along.y(), along.x())
        size = 0.5 * self._line
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(self._theme.muted))
        back = tip - along * size * 0.5
        self._painter.drawPolygon(
            QPolygonF(
                [tip + along * size * 0.5, back + across * size * 0.4, back - across * size * 0.4]
            )
        )

    def _paint_words(self, name: str, value: str, places: tuple[QPointF, QPointF, QPointF]) -> None:
        """Paint the name of an axis, and its last value where there is room.

        Parameters
        ----------
        name, value
            The words.
        places
            Where the axis begins, where its last value is, and where the tip of its arrow is.
        """
        start, end, tip = places
        painter, metrics = self._painter, QFontMetricsF(self._painter.font())
        away = QLineF(start, tip)
        length = max(away.length(), 1.0)
        along = QPointF(away.dx(), away.dy()) / length
        wide, high = metrics.horizontalAdvance(name) + 2, metrics.height()
        # The name lies beyond the arrow's tip, above or below rather than beside it.
        beyond = 1.1 * along.y() + (0.5 if along.y() >= 0 else -0.5) * abs(along.x())
        middle = tip + QPointF(along.x() * (0.3 * wide + 0.4 * high), beyond * high)
        painter.setPen(QColor(self._theme.text))
        place = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        painter.drawText(box_inside(self._area, place), Qt.AlignmentFlag.AlignCenter, name)
        if length > 4 * high:
            across = QPointF(-along.y(), along.x())
            if across.y() > 0.2:
                across = -across  # away from the name
            painter.setPen(QPen(QColor(self._theme.muted), 1.6))
            painter.drawLine(end - across * 0.25 * high, end + across * 0.25 * high)
            beside = end + across * (0.3 * high + 0.5 * metrics.horizontalAdvance(value) + 2)
            box = QRectF(beside.x() - 50, beside.y() - high / 2, 100, high)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, value)
