"""The stage while the network's eyes are closed: what it does not see, dimmed or in a corner."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dpcn_app.gui.panels.stage.shades import limit_of, shaded_image
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_drawing import draw_whole
from dpcn_app.live.snapshot import Snapshot

_SHARE = 0.34  # of a picture's sides, for the inset
_LIDS = QColor(0, 0, 0, 165)


def are_closed(snapshot: Snapshot) -> bool:
    """Whether the network does not see the current frame."""
    return any(view.fed is not None for view in snapshot.views)


def draw_lids(painter: QPainter, box: QRectF) -> None:
    """Dim a frame that is not seen."""
    painter.fillRect(box, _LIDS)


def draw_hidden(painter: QPainter, theme: Theme, snapshot: Snapshot, box: QRectF) -> None:
    """Draw the hidden frame, without noise where that is known, in a corner of a picture."""
    frame = snapshot.frame
    truth = frame.image if frame.clean is None else frame.clean
    inset = QRectF(0, 0, round(_SHARE * box.width()), round(_SHARE * box.height()))
    inset.moveBottomRight(box.bottomRight())
    draw_whole(painter, inset, shaded_image(truth, "Clean", limit_of(snapshot), theme))
    painter.setPen(QPen(QColor(theme.accent), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(inset)
    words = QRectF(inset.left(), inset.top() - painter.fontMetrics().height(), inset.width(), 0)
    words.setBottom(inset.top())
    painter.fillRect(words, _LIDS)
    painter.setPen(QColor("white"))
    painter.drawText(words, Qt.AlignmentFlag.AlignCenter, "hidden")
