"""What the mouse does over a 3-D scatter: it turns, zooms, names points and picks them.

Only the mouse moves a scatter: keys are left to the window.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.scatter.drawing import ScatterDrawing

_DEGREES_PER_PIXEL = 0.4
_STILL = 4.0  # pixels that a hand may shake in a click
_ZOOM_PER_NOTCH = 1.15


class Pointer(GuardedEvents, QObject):
    """Turns what the mouse does over a view into turns, zooms, clicks and names of points.

    Parameters
    ----------
    view
        Widget that is watched; it also owns this object.
    drawing
        What is painted there.
    """

    picked = Signal(int)
    hovered = Signal(object)  # a frame, or None
    asked = Signal(int, QPoint)  # a frame that was right-clicked, and where on the screen

    def __init__(self, view: QWidget, drawing: ScatterDrawing) -> None:
        super().__init__(view)
        self._view, self._drawing = view, drawing
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._dragging = False
        view.setMouseTracking(True)
        view.setCursor(Qt.CursorShape.OpenHandCursor)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.MouseButtonPress if isinstance(event, QMouseEvent):
                self._press(event)
            case QEvent.Type.MouseMove if isinstance(event, QMouseEvent):
                self._move(event)
            case QEvent.Type.MouseButtonRelease if isinstance(event, QMouseEvent):
                self._release(event)
            case QEvent.Type.MouseButtonDblClick:
                self._pressed = None
                self._drawing.camera.reset()
            case QEvent.Type.Wheel if isinstance(event, QWheelEvent):
                notches = event.angleDelta().y() / 120
                self._drawing.camera.magnify(_ZOOM_PER_NOTCH**notches)
            case QEvent.Type.Leave:
                self._hover(None)
                return False
            case _:
                return False
        event.accept()
        return True

    def _frame_at(self, at: QPointF) -> int | None:
        return self._drawing.pick(QRectF(self._view.rect()), at)

    def _press(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._last = event.position()
            self._dragging = False
        elif event.button() == Qt.MouseButton.RightButton and self._pressed is None:
            frame = self._frame_at(event.position())
            if frame is not None:
                self.asked.emit(frame, event.globalPosition().toPoint())

    def _move(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is None:
            self._hover(self._frame_at(at))
            return
        if not self._dragging and (at - self._pressed).manhattanLength() > _STILL:
            self._dragging = True
            self._last = self._pressed
            self._hover(None)
            self._view.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragging:
            moved = (at - self._last) * _DEGREES_PER_PIXEL
            self._last = at
            self._drawing.camera.turn(-moved.x(), moved.y())

    def _release(self, event: QMouseEvent) -> None:
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        frame = None if self._dragging else self._frame_at(self._pressed)
        self._pressed, self._dragging = None, False
        self._hover(self._frame_at(event.position()))
        if frame is not None:
            self.picked.emit(frame)

    def _hover(self, frame: int | None) -> None:
        shape = Qt.CursorShape
        self._view.setCursor(shape.OpenHandCursor if frame is None else shape.PointingHandCursor)
        if frame != self._drawing.marked:
            self.hovered.emit(frame)
