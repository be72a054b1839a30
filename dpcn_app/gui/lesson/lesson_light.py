"""The light: a coloured frame around the one control or panel that matters in a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.lesson.lesson_setup import estimation_panel, training_panel

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_THICK = 4  # pixels of the frame
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)


def lit_widget(window: MainWindow, name: str) -> QWidget | None:
    """Return what a lesson calls by a name (see `LIGHTS`); None where there is none."""
    if name in window.docks:
        return window.docks[name]
    transport, source = window.transport, window.transport.source
    if name == "start":
        return training_panel(window).start_button
    if name == "memory":
        page = estimation_panel(window).page
        return None if page is None else page.form.transition_weight
    if name in window.pages.panels:
        return window.pages.panels[name]
    return {
        "stage": window.stage,
        "mode": transport.mode,
        "belief": transport.beliefs,
        "model": transport.network,
        "video": source.video,
        "noise": source.noise,
        "seed": source.seed,
        "play": transport.play,
        "frame": transport.slider,
        "speed": transport.speed,
    }.get(name)


class LessonLight(GuardedEvents, QWidget):
    """Lies over the window, lets all clicks through, and follows what it is around."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._around: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("What matters in this step")
        self.hide()

    def surround(self, name: str) -> None:
        """Light what has a name; nothing for an empty name."""
        if self._around is not None:
            self._around.removeEventFilter(self)
        self._around = lit_widget(self._window, name)
        if self._around is not None:
            self._around.installEventFilter(self)
        self.follow()

    def follow(self) -> None:
        """Go to where the widget is now."""
        around = self._around
        seen = around is not None and around.isVisible() and not around.visibleRegion().isEmpty()
        if around is not None and seen:
            corner = around.mapTo(self._window, QPoint(0, 0))
            place = QRect(corner, around.size()).adjusted(-_THICK, -_THICK, _THICK, _THICK)
            self.setGeometry(place.intersected(self._window.rect()))
            self.raise_()
        self.setVisible(seen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget."""
        if event.type() in _MOVES:
            self.follow()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(self._window.context.themes.current.accent), _THICK)
        painter.setPen(pen)
        half = _THICK / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 4, 4)
