"""*What am I looking at?*: a label over each part of the window, until a key or a click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.fitted_font import scaled_font
from dpcn_app.gui.widgets.own_keys import take_key
from dpcn_app.live import window_words
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_SIZES = (1.1, 1.0, 0.9, 0.8, 0.7)  # of type, relative to the ordinary: the first that fits
_PADDING = 5.0
_WIDEST = 26  # of a label, in heights of type
_LOW = 3.0  # height of parts that a label covers, in heights of type
_DIM = 90  # of 255, over what is labelled
_WORDS = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)


@dataclass(frozen=True)
class Label:
    """A sentence over a part of the window.

    Parameters
    ----------
    part
        Where the part is; the label lies inside, so that no two can overlap.
    words, font
        What is said, in which type.
    box
        Where the words are, with a margin around them.
    """

    part: QRectF
    words: str
    font: QFont
    box: QRectF


def place_label(part: QRectF, words: str, font: QFont) -> Label | None:
    """Return a label in the middle of its part, in the largest type that fits; None if none."""
    room = part.adjusted(_PADDING, 1, -_PADDING, -1)
    for size in _SIZES:
        type_ = scaled_font(font, size)
        metrics = QFontMetricsF(type_)
        width = min(room.width() - 2 * _PADDING, _WIDEST * metrics.height())
        longest = max(metrics.horizontalAdvance(word) for word in words.split())
        needed = metrics.boundingRect(QRectF(0, 0, width, 1e4), _WORDS, words)
        if needed.height() <= room.height() and longest <= width:
            box = QRectF(0, 0, needed.width() + 2 * _PADDING, needed.height() + 2 * _PADDING)
            box.moveCenter(part.center())
            low = part.height() < _LOW * metrics.height()  # what is left of it would disturb
            return Label(part, words, type_, part if low else box & part)
    return None


class WindowLabels(GuardedEvents, QWidget):
    """Lies over the whole window; what it labels is looked for anew with every snapshot.

    Attributes
    ----------
    labels
        What is said, and where.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.labels: list[Label] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Labels of the window")
        self.hide()
        window.observers.append(lambda _: self._follow())

    def open(self) -> None:
        """Label all that can be seen now."""
        self.setGeometry(self._window.rect())
        self.show()
        self.setFocus()
        self._follow()

    def _follow(self) -> None:
        """Label what is shown now."""
        if not self.isVisible():
            return
        self.setGeometry(self._window.rect())
        self.raise_()  # above the light of a lesson, which rises with every snapshot
        found = [place_label(part, words, self._font) for part, words in self._parts()]
        self.labels = [label for label in found if label is not None]
        self.setAccessibleDescription(" ".join(label.words for label in self.labels))
        self.update()

    @property
    def _font(self) -> QFont:
        return self._window.font()

    # --- parts of the window ----------------------------------------------------------------------

    def _parts(self) -> list[tuple[QRectF, str]]:
        """Return where each part is that can be seen, with what is said of it."""
        window, snapshot = self._window, self._window.snapshot
        settings, transport = window.settings.current, window.transport
        controls = window_words.CONTROLS
        parts: list[tuple[QRectF, str]] = []

        def add(words: str, *widgets: QWidget) -> None:
            place = QRectF()
            for widget in widgets:
                place = place.united(self._seen(widget))
            if not place.isEmpty():
                parts.append((place, words))

        if snapshot is not None:
            parts += self._pictures(snapshot) or [
                (self._seen(window.stage), window_words.picture_words("Input", snapshot))
            ]
            for name, dock in window.docks.items():
                live = window_words.causes_words(snapshot) if name == "causes" else ""
                add(f"{dock.panel.title}: {live or dock.panel.explanation}", dock)
            for panel in window.pages.panels.values():
                add(f"{panel.title}: {panel.explanation}", panel)
        add(controls["play"], transport.play, transport.slider, transport.speed)
        add(controls["beliefs"], transport.beliefs)
        add(window_words.mode_words(settings), transport.mode, *transport.parts.values())
        add(controls["network"], transport.network, transport.light)
        source = transport.source
        add(window_words.source_words(settings), source.video, source.noise, source.kind)
        add(controls["menus"], window.menuBar())
        add(controls["lesson"], window.guide.page)
        return parts

    def _pictures(self, snapshot: Snapshot) -> list[tuple[QRectF, str]]:
        """Return the pictures of the stage, each kind once; none where they are too small."""
        stage = self._window.stage
        if self._seen(stage).isEmpty():
            return []
        corner = stage.mapTo(self._window, QPoint(0, 0))
        first: dict[str, QRectF] = {}
        for box, name in stage.picture_boxes:
            first.setdefault(name, box.translated(corner.x(), corner.y()))
        return [
            (box, words)
            for name, box in first.items()
            if (words := window_words.picture_words(name, snapshot))
            and place_label(box, words, self._font) is not None
        ]

    def _seen(self, widget: QWidget) -> QRectF:
        """Return where a widget can be seen in the window; an empty box where it cannot."""
        if not widget.isVisible() or widget.window() is not self._window:
            return QRectF()
        place = QRect(widget.mapTo(self._window, QPoint(0, 0)), widget.size())
        around = widget.parentWidget()
        while around is not None and around is not self._window:
            place &= QRect(around.mapTo(self._window, QPoint(0, 0)), around.size())
            around = around.parentWidget()
        return QRectF(place & self._window.rect())

    # --- ending -----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Take every key, before the window's own keys can."""
        return take_key(event, lambda key: True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _MODIFIERS:
            self.hide()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide()

    # --- drawing ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._window.context.themes.current
        ground, line = QColor(theme.window), QColor(theme.accent)
        dim = QColor(ground)
        dim.setAlpha(_DIM)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), dim)
            for label in self.labels:
                painter.setPen(QPen(line, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(label.part.adjusted(1, 1, -1, -1), 4, 4)
                painter.setBrush(ground)
                painter.drawRoundedRect(label.box, 4, 4)
                painter.setPen(QColor(theme.text))
                painter.setFont(label.font)
                painter.drawText(label.box, _WORDS, label.words)
