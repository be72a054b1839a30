"""A small button that stays down, with a frame around it that is seen from afar while it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme

_WIDTH, _ROUND = 2.0, 4.0


class SwitchButton(GuardedEvents, QToolButton):
    """A tool button that can be checked; its size is the same either way."""

    def __init__(self) -> None:
        super().__init__()
        self._accent = QColor()
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme's colour."""
        self._accent = QColor(theme.accent)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.isChecked():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self._accent, _WIDTH))
                inside = QRectF(self.rect()).adjusted(_WIDTH, _WIDTH, -_WIDTH, -_WIDTH)
                painter.drawRoundedRect(inside, _ROUND, _ROUND)
