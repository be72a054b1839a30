"""A picture that is kept, and painted again only when it would look different."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap


class PixmapCache:
    """Keeps the last picture and its key."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None
        self._asked: tuple[object, ...] | None = None
        self._pixmap = QPixmap()

    def again(self, key: tuple[object, ...]) -> bool:
        """Whether the key is that of the last call: then the picture is worth keeping."""
        same, self._asked = key == self._asked, key
        return same

    def picture(
        self,
        key: tuple[object, ...],
        size: QSizeF,
        scale: float,
        paint: Callable[[QPainter], None],
    ) -> QPixmap:
        """Return the picture of a key, painted again only if the key has changed.

        Parameters
        ----------
        key
            All that the picture depends on.
        size, scale
            Size of the picture in its own pixels, and screen pixels for each of them.
        paint
            Paints it, on transparent ground.
        """
        if key != self._key:
            pixmap = QPixmap((size * scale).toSize())
            pixmap.setDevicePixelRatio(scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(pixmap) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(painter)
            self._key, self._pixmap = key, pixmap
        return self._pixmap
