"""The stage: what the network sees, makes of it, expected, and missed, side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.stage.painting import StagePainting, is_tinted
from dpcn_app.gui.panels.stage.pictures import Extras
from dpcn_app.gui.panels.stage.region import dragged_region, smallest_region
from dpcn_app.gui.panels.stage.stroking import Canvas, StrokeHand, canvas_at, draw_ring
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.preprocess import WHOLE

_QUANTITIES = {  # whose equations are told where the pointer is on a picture
    "Reconstruction": "reconstruction",
    "Prediction": "expectation",
    "Residual": "reconstruction",
    "Surprise": "surprise",
}


class StagePanel(Panel):
    """The pictures of one mode, or of several side by side."""

    region_chosen = Signal(tuple)
    stroke_begun = Signal(float, float)
    stroke_drawn = Signal(list)

    name = "stage"
    title = "Stage"
    equation = "reconstruction"
    explanation = "The current frame through the eyes of the network."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._boxes: list[tuple[QRectF, str]] = []  # where the pictures are, and their names
        self._told: list[tuple[QRectF, str]] = []  # where certain quantities are
        attach_equation(self, self._quantity_at)
        self._video_box: QRectF | None = None  # where the whole frame was drawn last
        self._drag: tuple[QPointF, QPointF] | None = None
        self._pointer: QPointF | None = None  # where the brush is, while it is over a picture
        self._hand = StrokeHand(self)
        self._hand.begun.connect(self.stroke_begun)
        self._hand.drawn.connect(self.stroke_drawn)
        context.brush.changed.connect(self._show_brush)
        self.setMouseTracking(True)
        self.setMinimumSize(320, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw a snapshot."""
        self.update()

    def show_opening(self, snapshot: Snapshot) -> None:
        """Draw the first frame; the other pictures say that they are loading."""
        self.snapshot = snapshot
        self.update()

    def show_overlays(self) -> None:
        """Draw again."""
        self.update()

    @property
    def picture_boxes(self) -> list[tuple[QRectF, str]]:
        """Where the pictures were drawn last, with their names."""
        return list(self._boxes)

    def _quantity_at(self, place: QPoint) -> str | None:
        at = QPointF(place)
        for box, quantity in self._told:
            if box.contains(at):
                return quantity
        name = next((name for box, name in self._boxes if box.contains(at)), "")
        if name == "Input" and self.snapshot is not None and len(self.snapshot.views) == 1:
            return "surprise" if is_tinted(self.snapshot) else None
        return _QUANTITIES.get(name)

    def data(self) -> dict[str, NDArray[Any]]:
        """Return all pictures on the stage."""
        if self.snapshot is None:
            return {}
        data: dict[str, NDArray[Any]] = {"input": self.snapshot.frame.image}
        if self.snapshot.frame.clean is not None:
            data["clean"] = self.snapshot.frame.clean
        if self.snapshot.frame.before is not None:
            data["video"] = self.snapshot.frame.before
        for view in self.snapshot.views:
            data[f"{view.mode}.reconstruction"] = view.reconstruction
            if view.prediction is not None:
                data[f"{view.mode}.prediction"] = view.prediction
            data[f"{view.mode}.residual"] = view.residual
            if view.surprise is not None:
                data[f"{view.mode}.surprise"] = view.surprise
        return data

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each pixel, with its value in all pictures of the input's size."""
        if self.snapshot is None:
            return {}
        shape = self.snapshot.frame.image.shape
        rows, columns = np.indices(shape).reshape(2, -1) + 1
        frame = np.full(rows.size, self.snapshot.frame.index + 1)
        found = {"frame": frame, "row": rows, "column": columns}
        pictures = {name: each for name, each in self.data().items() if each.shape == shape}
        return found | {name: each.reshape(-1) for name, each in pictures.items()}

    # --- painting ---------------------------------------------------------------------------------

    @property
    def _painting(self) -> bool:
        return self.context.brush.current.on

    def _show_brush(self) -> None:
        """Show another brush where the pointer is; a stroke ends when it is put away."""
        if not self._painting:
            self._hand.release()
            self._pointer = None
            self.unsetCursor()
        self.update()

    def _canvas_at(self, position: QPointF) -> Canvas | None:
        if self.snapshot is None or not self.snapshot.views:
            return None
        return canvas_at(position, self._boxes, self.snapshot)

    def _move_brush(self, position: QPointF) -> None:
        self._hand.move(position)
        over = self._hand.drawing or self._canvas_at(position) is not None
        self._pointer = position if over else None
        self.setCursor(Qt.CursorShape.CrossCursor if over else Qt.CursorShape.ArrowCursor)
        if not self._hand.drawing:  # else the next snapshot draws the ring, soon enough
            self.update()

    def _draw_brush(self, painter: QPainter) -> None:
        canvas = None if self._pointer is None else self._canvas_at(self._pointer)
        if self._pointer is not None and canvas is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_ring(painter, self._pointer, self.context.brush.current.size * canvas.scale)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the ring of the brush away."""
        self._pointer = None
        self.update()

    # --- region of interest -----------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._painting:
            canvas = self._canvas_at(event.position())
            if event.button() == Qt.MouseButton.LeftButton and canvas is not None:
                self._hand.press(canvas, event.position())
            return
        if event.button() == Qt.MouseButton.LeftButton and self._over_video(event.position()):
            self._drag = (event.position(), event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._painting:
            self._move_brush(event.position())
            return
        if self._drag is not None:
            self._drag = (self._drag[0], event.position())
            self.update()
        over = self._drag is not None or self._over_video(event.position())
        self.setCursor(Qt.CursorShape.CrossCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._hand.release()
        drag, self._drag = self._drag, None
        if drag is not None and (drag[0] - event.position()).manhattanLength() > 4:
            self.region_chosen.emit(self._dragged(drag[0], event.position()))
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go back to the whole frame, or the region of its training; with a brush, dab again."""
        if self._painting:
            self.mousePressEvent(event)
            return
        self._drag = None
        if self._over_video(event.position()):
            self.region_chosen.emit(WHOLE)

    def _over_video(self, position: QPointF) -> bool:
        video = None if self.snapshot is None else self.snapshot.video
        ready = video is not None and not video.scored and not video.drawn
        return ready and self._video_box is not None and self._video_box.contains(position)

    def _dragged(self, start: QPointF, end: QPointF) -> tuple[int, int, int, int]:
        assert self.snapshot is not None and self._video_box is not None
        shape, smallest = self.snapshot.video.shape, smallest_region(self.snapshot)
        return dragged_region(start, end, self._video_box, shape, smallest)

    # --- drawing ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the snapshot, or say that the video is being opened."""
        theme, snapshot = self.context.themes.current, self.snapshot
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(theme.surface))
            if snapshot is None:
                painter.setPen(QColor(theme.muted))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Opening the video …")
                return
            atom = self.context.selection.atom
            overlays = self.context.overlays.current
            extras = Extras(overlays.grid, overlays.outlines, atom, self._drag)
            size = QSizeF(self.size())
            painting = StagePainting(painter, theme, self.font(), size, snapshot, extras)
            painting.paint()
            self._draw_brush(painter)
        self._boxes, self._told = painting.boxes, painting.told
        if painting.video_box is not None:
            self._video_box = painting.video_box
