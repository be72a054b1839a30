"""The 3-D scatter through OpenGL; import it only where `opengl_probe` says that OpenGL works.

OpenGL draws the points, as discs; all else is painted under and over them by the same code as in
software, with the same camera, so that both views look and behave alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph.opengl as gl
from OpenGL import GL
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMatrix4x4, QPainter, QSurfaceFormat

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.markers import LEVELS, level_fill, level_of, level_radius
from dpcn_app.gui.scatter.scatter_view import ScatterView
from dpcn_app.gui.theme import Theme

_HOLE = 0.6  # of a hollow disc, over its size


class OpenGLScatter(ScatterView, gl.GLViewWidget):
    """A cloud of points, drawn by OpenGL.

    `failed` says in words what went wrong; the owner then puts a `SoftwareScatter` in its place.
    """

    failed = Signal(str)

    def __init__(self, camera: Camera, theme: Theme) -> None:
        super().__init__(camera, theme)
        smooth = QSurfaceFormat(self.format())
        smooth.setSamples(4)  # without it, edges are jagged
        self.setFormat(smooth)
        self._broken = False
        self._points = gl.GLScatterPlotItem(
            pos=np.zeros((0, 3), np.float32), glOptions="translucent", pxMode=True
        )
        self.addItem(self._points)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # keys are left to the window

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    # --- OpenGL -----------------------------------------------------------------------------------

    def viewMatrix(self) -> QMatrix4x4:
        return QMatrix4x4()

    def projectionMatrix(self, region: Any, viewport: Any) -> QMatrix4x4:
        scene = self.drawing.scene(QRectF(self.rect()))
        matrix = self.drawing.camera.matrix(scene, self.width(), self.height())
        return QMatrix4x4(*(float(value) for value in matrix.ravel()))

    def initializeGL(self) -> None:
        try:
            super().initializeGL()
        except Exception as error:
            self._fail(error)

    def paintGL(self) -> None:
        if self._broken:
            return
        try:
            self._paint()
        except Exception as error:
            self._fail(error)

    def _paint(self) -> None:
        area = QRectF(self.rect())
        self.drawing.font = self.font()
        ground = QColor(self.drawing.theme.surface)
        GL.glClearColor(ground.redF(), ground.greenF(), ground.blueF(), 1.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)
        with QPainter(self) as painter:
            self.drawing.paint_behind(painter, area)
        self._draw_points()
        with QPainter(self) as painter:
            self.drawing.paint_before(painter, area)

    def _draw_points(self) -> None:
        """Give OpenGL the points from far to near, and let it draw them."""
        cloud, theme = self.drawing.cloud, self.drawing.theme
        if cloud is None or len(cloud.points) == 0:
            return
        depth = cloud.points @ self.drawing.camera.basis()[2]
        order = np.argsort(depth, kind="stable")
        level, label = level_of(depth[order]), np.maximum(cloud.labels[order], -1)
        labels = [*range(max(len(cloud.classes), int(label.max()) + 1)), -1]  # last: no class
        steps = range(LEVELS)
        colours = np.array(
            [[level_fill(theme, each, step).getRgbF() for step in steps] for each in labels]
        )
        radius = self.drawing.radius(QRectF(self.rect())) * self.devicePixelRatioF()
        sizes = np.array([2 * level_radius(step, radius) for step in steps])
        colour, size = colours[label, level], sizes[level]
        colour[:, 3] = 0.85
        # A hollow disc: one of the class's colour, then a smaller one of the ground's colour.
        twice = np.repeat(np.arange(len(order)), 1 + cloud.misread[order])
        inner = np.concatenate([[False], twice[1:] == twice[:-1]])
        colour, size = colour[twice], np.where(inner, _HOLE, 1.0) * size[twice]
        colour[inner] = QColor(theme.surface).getRgbF()
        self._points.setData(pos=cloud.points[order][twice], color=colour, size=size)
        self.setProjection(self.getViewport(), self.getViewport())
        self.setModelview()
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        self._points.paint()

    def _fail(self, error: Exception) -> None:
        if not self._broken:
            self._broken = True
            self.failed.emit(str(error) or type(error).__name__)
