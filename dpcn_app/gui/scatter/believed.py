"""What the network is told to look for, in the cloud: a star where its causes are."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from dpcn_app.analysis.cause_axes import Array
from dpcn_app.gui.scatter.ground import box_inside
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font

_LARGE = 2.4  # radius of the star, over that of a marker
_INNER = 0.45  # radius of its inner corners, over that of its tips


def with_belief(causes: Array, belief: tuple[float, ...] | None) -> Array:
    """Return causes (T, units·D) with one row more: a belief, the same in every top unit."""
    if belief is None:
        return causes
    held = np.tile(np.asarray(belief, causes.dtype), causes.shape[1] // len(belief))
    return np.concatenate([causes, held[None]])


def star_path(at: QPointF, radius: float) -> QPainterPath:
    """Return a star of five tips, one of them upwards."""
    corners = []
    for corner in range(10):
        angle, far = math.pi * corner / 5, radius * (_INNER if corner % 2 else 1.0)
        corners.append(at + QPointF(far * math.sin(angle), -far * math.cos(angle)))
    path = QPainterPath()
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path


def paint_belief(
    painter: QPainter,
    theme: Theme,
    font: QFont,
    name: str,
    at: QPointF,
    radius: float,
    area: QRectF,
) -> None:
    """Paint a star at a place, and beside it what is believed.

    Parameters
    ----------
    painter, theme, font
        What to paint with: the colours and the type.
    name
        Of the belief.
    at, radius
        Where it is, and the radius of an ordinary marker.
    area
        Within which the words stay.
    """
    large = _LARGE * radius
    painter.setPen(QPen(QColor(theme.surface), 4.0))
    painter.setBrush(QColor(theme.accent))
    painter.drawPath(star_path(at, large))
    painter.setPen(QPen(QColor(theme.text), 1.4))
    painter.drawPath(star_path(at, large))
    fitted = fitted_font(font, name, area.width() - 16)
    metrics = QFontMetricsF(fitted)
    box = QRectF(0, 0, metrics.horizontalAdvance(name) + 10, metrics.height() + 2)
    box.moveCenter(at - QPointF(0, large + 0.6 * box.height()))
    box = box_inside(area, box)
    ground = QColor(theme.surface)
    ground.setAlphaF(0.75)
    painter.fillRect(box, ground)
    painter.setPen(QColor(theme.accent))
    painter.setFont(fitted)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
    painter.setFont(font)
