"""The camera of a 3-D drawing, which several views may share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QRectF, Signal

Array = NDArray[np.floating[Any]]

AZIMUTH, ELEVATION, ZOOM = 38.0, 20.0, 1.0
"""Where a camera starts, in degrees, and returns to."""

DISTANCE = 4.0
"""From the eye to the middle of the scene, whose edges are 1 long."""

_REACH = 1.62  # side of the square that the scene fills at zoom 1
_HALF_DEPTH = 2.0  # of what OpenGL keeps, before and behind the middle


class Camera(QObject):
    """An eye that goes around the middle of the scene, the cube from −½ to ½.

    The third axis points up. Azimuth turns about it, from the first axis towards the second;
    elevation lifts the eye.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.azimuth, self.elevation, self.zoom = AZIMUTH, ELEVATION, ZOOM

    @property
    def place(self) -> tuple[float, float, float]:
        """Azimuth, elevation and zoom: all there is to keep in a session."""
        return self.azimuth, self.elevation, self.zoom

    def go_to(self, azimuth: float, elevation: float, zoom: float) -> None:
        """Move the camera; elevation and zoom are kept within their limits."""
        if not all(map(math.isfinite, (azimuth, elevation, zoom))):
            return
        before = self.place
        self.azimuth = azimuth % 360.0
        self.elevation = min(max(elevation, -89.0), 89.0)
        self.zoom = min(max(zoom, 0.4), 6.0)
        if self.place != before:
            self.changed.emit()

    def turn(self, azimuth: float, elevation: float) -> None:
        """Turn by some degrees."""
        self.go_to(self.azimuth + azimuth, self.elevation + elevation, self.zoom)

    def magnify(self, factor: float) -> None:
        """Make everything larger by a factor."""
        self.go_to(self.azimuth, self.elevation, self.zoom * factor)

    def reset(self) -> None:
        """Go back to where it started."""
        self.go_to(AZIMUTH, ELEVATION, ZOOM)

    def basis(self) -> Array:
        """Return the directions right, up and towards the eye, one a row."""
        a, e = math.radians(self.azimuth), math.radians(self.elevation)
        return np.array(
            [
                [-math.sin(a), math.cos(a), 0.0],
                [-math.sin(e) * math.cos(a), -math.sin(e) * math.sin(a), math.cos(e)],
                [math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)],
            ]
        )

    def scale(self, rect: QRectF) -> float:
        """Return pixels per unit of the scene, in the plane through its middle."""
        return self.zoom * min(rect.width(), rect.height()) / _REACH

    def project(self, points: Array, rect: QRectF) -> tuple[Array, Array, Array]:
        """Return x and y in pixels of `rect`, and depth, which grows towards the eye.

        Parameters
        ----------
        points
            Places in the scene, shape (n, 3).
        rect
            Where the scene is drawn; its middle is the middle of the scene.
        """
        right, up, depth = self.basis() @ np.asarray(points, dtype=float).reshape(-1, 3).T
        factor = self.scale(rect) * DISTANCE / (DISTANCE - depth)
        return rect.center().x() + factor * right, rect.center().y() - factor * up, depth

    def matrix(self, rect: QRectF, width: float, height: float) -> Array:
        """Return the same projection as OpenGL wants it, for a widget of a width and height."""
        right, up, towards = np.hstack([self.basis(), np.zeros((3, 1))])
        away = np.array([0.0, 0.0, 0.0, DISTANCE]) - towards
        factor = self.scale(rect) * DISTANCE
        near, far = DISTANCE - _HALF_DEPTH, DISTANCE + _HALF_DEPTH
        depth = away * (far + near) / (far - near)
        depth[3] -= 2 * far * near / (far - near)
        return np.stack(
            [
                (2 * rect.center().x() / width - 1) * away + 2 * factor / width * right,
                (1 - 2 * rect.center().y() / height) * away + 2 * factor / height * up,
                depth,
                away,
            ]
        )
