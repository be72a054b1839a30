"""The 3-D scatter that works everywhere: projected and painted without OpenGL."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.scatter_view import ScatterView
from dpcn_app.gui.theme import Theme


class SoftwareScatter(ScatterView, QWidget):
    """A cloud of points, painted in software."""

    def __init__(self, camera: Camera, theme: Theme) -> None:
        super().__init__(camera, theme)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.drawing.font = self.font()
        with QPainter(self) as painter:  # ends it even after an error; otherwise Qt crashes
            self.drawing.paint(painter, QRectF(self.rect()))
