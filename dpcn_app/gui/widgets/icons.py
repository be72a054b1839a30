"""The few icons of the transport, drawn in the theme's colour, so that no font has to have them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF

# Shapes in a square of 16: triangles as three points, bars as (left, top, width, height).
_Triangle = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
_Bar = tuple[float, float, float, float]
_RIGHT: _Triangle = ((4, 2), (14, 8), (4, 14))
_ICONS: dict[str, tuple[list[_Triangle], list[_Bar]]] = {
    "play": ([_RIGHT], []),
    "reverse": ([((12, 2), (2, 8), (12, 14))], []),
    "pause": ([], [(3, 2, 4, 12), (9, 2, 4, 12)]),
    "forward": ([((3, 2), (11, 8), (3, 14))], [(11.5, 2, 2.5, 12)]),
    "back": ([((13, 2), (5, 8), (13, 14))], [(2, 2, 2.5, 12)]),
    "first": ([((9, 2), (3.5, 8), (9, 14)), ((14.5, 2), (9, 8), (14.5, 14))], [(1, 2, 2.2, 12)]),
    "pencil": (
        [
            ((3, 9.8), (9.8, 3), (13, 6.2)),
            ((3, 9.8), (13, 6.2), (6.2, 13)),
            ((1, 15), (2, 11), (5, 14)),
        ],
        [],
    ),
    "last": ([((1.5, 2), (7, 8), (1.5, 14)), ((7, 2), (12.5, 8), (7, 14))], [(12.8, 2, 2.2, 12)]),
}


def icon(name: str, colour: str, side: int = 64) -> QIcon:
    """Return an icon, sharp at any scale that a screen has."""
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.scale(side / 16, side / 16)
    triangles, bars = _ICONS[name]
    for triangle in triangles:
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in triangle]))
    for bar in bars:
        painter.drawRect(QRectF(*bar))
    painter.end()
    return QIcon(pixmap)
