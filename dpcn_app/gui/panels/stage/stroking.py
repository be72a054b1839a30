"""Painting on the stage with the mouse: from the pointer to points of the frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from dpcn_app.gui.panels.stage.pictures import fitted_box
from dpcn_app.live.snapshot import Snapshot

PERIOD_MS = 33
"""Least time between two changes of a stroke that is drawn on."""

PAINTED_ON = ("Input", "Video")
"""Pictures that can be painted on."""


@dataclass(frozen=True)
class Canvas:
    """A picture that can be painted on.

    Parameters
    ----------
    box
        Where its pixels are on the stage.
    origin
        Row and column of the frame at its upper left corner.
    scale
        Pixels of the stage per pixel of the frame.
    """

    box: QRectF
    origin: tuple[float, float]
    scale: float

    def point(self, at: QPointF) -> tuple[float, float]:
        """Return row and column of the frame at a place of the stage."""
        row = self.origin[0] + (at.y() - self.box.top()) / self.scale
        return row, self.origin[1] + (at.x() - self.box.left()) / self.scale


def canvas_at(
    at: QPointF, boxes: Sequence[tuple[QRectF, str]], snapshot: Snapshot
) -> Canvas | None:
    """Return the picture at a place that can be painted on; None where there is none.

    Parameters
    ----------
    at
        A place of the stage.
    boxes
        Room of the pictures, with their names.
    snapshot
        What they show: *Input* is a region of the frame, perhaps scaled; *Video* is all of it.
    """
    for room, name in boxes:
        if name not in PAINTED_ON or not room.contains(at):
            continue
        video = snapshot.video
        whole = name == "Video"
        if whole and video.drawn:  # strokes lie on the drawing
            continue
        box = fitted_box(room, video.shape if whole else snapshot.frame.image.shape)
        top, left, _, width = (0, 0, *video.shape) if whole else video.region
        if box.contains(at):
            return Canvas(box, (float(top), float(left)), box.width() / width)
    return None


def draw_ring(painter: QPainter, at: QPointF, diameter: float) -> None:
    """Draw the outline of a brush, seen on light and on dark."""
    radius = max(diameter / 2, 1.5)
    for colour, width in ((QColor(0, 0, 0, 160), 3.0), (QColor(255, 255, 255), 1.2)):
        painter.setPen(QPen(colour, width))
        painter.setBrush(QColor(0, 0, 0, 0))
        painter.drawEllipse(at, radius, radius)


class StrokeHand(QObject):
    """Follows the mouse while a stroke is drawn, and tells of its points a few at a time.

    Signals
    -------
    begun
        Row and column where the brush was put down.
    drawn
        The points since then, as (row, column).
    """

    begun = Signal(float, float)
    drawn = Signal(list)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas: Canvas | None = None
        self._points: list[tuple[float, float]] = []
        self._timer = QTimer(self)
        self._timer.setInterval(PERIOD_MS)
        self._timer.timeout.connect(self._tell)

    @property
    def drawing(self) -> bool:
        """Whether a stroke is being drawn."""
        return self._canvas is not None

    def press(self, canvas: Canvas, at: QPointF) -> None:
        """Put the brush down."""
        self._canvas = canvas
        self.begun.emit(*canvas.point(at))
        self._timer.start()

    def move(self, at: QPointF) -> None:
        """Draw on to a place; beyond the picture's edge too, so that a stroke can leave it."""
        if self._canvas is not None:
            self._points.append(self._canvas.point(at))

    def release(self) -> None:
        """Lift the brush."""
        self._timer.stop()
        self._tell()
        self._canvas = None

    def _tell(self) -> None:
        points, self._points = self._points, []
        if points:
            self.drawn.emit(points)
