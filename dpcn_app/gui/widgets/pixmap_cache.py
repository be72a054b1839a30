"""A picture that is painted once, and shown again for as long as it would be the same."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap


class PixmapCache:
    """Keeps the last picture, and what tells it from every other."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None
        self._asked: tuple[object, ...] | None = None
        self._pixmap = QPixmap()

    def again(self, key: tuple[object, ...]) -> bool:
        """Whether the same is asked for as the time before: then it is worth keeping."""
        same, self._asked = key == self._asked, key
        return same

    def picture(
        self,
        key: tuple[object, ...],
        size: QSizeF,
        scale: float,
        paint: Callable[[QPainter], None],
    ) -> QPixmap:
        """Return a picture, painted where its key is another one than the last.

        Parameters
        ----------
        key
            What tells it from every other.
        size, scale
            Of the picture, and how many pixels of the screen there are to each of them.
        paint
            Paints it, on clear ground.
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
