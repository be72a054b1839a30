"""A widget that paints itself in a theme's colours: its sizes, its ground, words while it is empty.

A subclass sets its two sizes and writes `paint`; the rest is done here.
"""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme

WAITING = "Waiting for the network…"
"""What a widget says before the first values arrive."""


class PaintedWidget(GuardedEvents, QWidget):
    """A widget whose whole area is painted by one method.

    Parameters
    ----------
    theme, name
        Colours to begin with, and the accessible name.

    Attributes
    ----------
    preferred, smallest
        Preferred width and height, and the smallest.
    """

    preferred: ClassVar[tuple[int, int]] = (260, 220)
    smallest: ClassVar[tuple[int, int]] = (120, 90)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme's colours."""
        self._theme = theme
        self.prepare()
        self.update()

    def prepare(self) -> None:
        """Make what is kept from one painting to the next; by default, nothing.

        Called when the theme changes. A subclass that keeps pictures makes them here, and calls
        this too when its values change.
        """

    def paint(self, painter: QPainter) -> None:
        """Paint everything but the ground, which is there already; by default, nothing."""

    def paint_words(self, painter: QPainter, words: str) -> None:
        """Paint words in the middle: what to say while there is nothing to show."""
        painter.setPen(QColor(self._theme.muted))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect().adjusted(12, 8, -12, -8), flags, words)

    # --- what Qt asks for -------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(*self.preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(*self.smallest)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # ends it even after an error; otherwise Qt crashes
            painter.fillRect(self.rect(), QColor(self._theme.surface))
            self.paint(painter)
