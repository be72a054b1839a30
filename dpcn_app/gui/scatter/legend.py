"""The words of a scatter: the classes along the top, a note below, the name of a point."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from dpcn_app.analysis.cause_axes import Axes
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.ground import box_inside
from dpcn_app.gui.scatter.markers import class_colour, marker_path, paint_marker
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font, fitting_share

HINT = (
    "The causes appear here as the network watches:\n"
    "one marker per frame, shaped like what it shows."
)
"""What is said while there are no points."""

_SMALLEST = 4.0  # points of type
_CORNER = 0.36  # of the width, for a note above the points
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def paint_hint(painter: QPainter, theme: Theme, area: QRectF) -> None:
    """Say what will appear, while there are no points."""
    box = area.adjusted(16, 16, -16, -16)
    painter.setPen(QColor(theme.muted))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, HINT)


def paint_legend(painter: QPainter, theme: Theme, font: QFont, cloud: Cloud, area: QRectF) -> None:
    """Paint all classes in a row along the top, in smaller type where there is no room.

    A video without any needs no legend.
    """
    labels = list(range(len(cloud.classes)))
    if cloud.classes and (cloud.labels < 0).any():
        labels.append(-1)
    names = [cloud.class_name(label) for label in labels]
    metrics = QFontMetricsF(font)
    gap = 1.6 * metrics.height()  # for a marker, and space around it
    wide = [metrics.horizontalAdvance(name) + gap for name in names]
    share = fitting_share(sum(wide), area.width() - 12)
    smaller = QFont(font)
    smaller.setPointSizeF(max(share * font.pointSizeF(), _SMALLEST))
    painter.setFont(smaller)
    line, left = metrics.height() * share, area.left() + 6.0
    middle = area.top() + 5 + metrics.height() / 2
    for label, name, width in zip(labels, names, wide, strict=True):
        at = QPointF(left + 0.55 * line, middle)
        fill = class_colour(theme, label)
        path = marker_path(name, label)
        paint_marker(painter, at, 0.32 * line, path, fill, QPen(Qt.PenStyle.NoPen))
        painter.setPen(QColor(theme.text))
        words = QRectF(left + 1.1 * line, middle - line, share * width, 2 * line)
        painter.drawText(words, _LEFT, name)
        left += share * width
    painter.setFont(font)


def paint_note(
    painter: QPainter, theme: Theme, font: QFont, axes: Axes, area: QRectF, *, above: bool = False
) -> None:
    """Say in a corner what the axes are, in fewer words where there is little room.

    It is the lower left corner; the upper one where nothing else stands above the points.
    """
    if not axes.note:
        return
    painter.setPen(QColor(theme.muted))
    side = Qt.AlignmentFlag.AlignTop if above else Qt.AlignmentFlag.AlignBottom
    box = area.adjusted(6, 3, -6, -4)
    room = (_CORNER if above else 1.0) * box.width()  # beside the name of the upright axis
    fits = QFontMetricsF(font).horizontalAdvance(axes.note) <= room
    words = axes.note if fits else axes.short_note
    painter.setFont(fitted_font(font, words, room) if above else font)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | side | Qt.TextFlag.TextWordWrap, words)
    painter.setFont(font)


def paint_name(
    painter: QPainter,
    theme: Theme,
    font: QFont,
    words: str,
    at: QPointF,
    radius: float,
    area: QRectF,
) -> None:
    """Paint a ring about a point, and what it is in words beside it.

    Parameters
    ----------
    painter, theme, font
        What to paint with: the colours and the type.
    words
        What the point is.
    at, radius
        Where it is, and the radius of the ring.
    area
        Within which the words stay.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.text), 2.0))
    painter.drawEllipse(at, radius, radius)
    metrics = QFontMetricsF(font)
    box = QRectF(0, 0, metrics.horizontalAdvance(words) + 16, metrics.height() + 8)
    box.moveBottomLeft(at + QPointF(radius + 4, -radius - 2))
    box = box_inside(area, box)
    painter.setPen(QPen(QColor(theme.line), 1.0))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(box, 5, 5)
    painter.setPen(QColor(theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
