"""A restless user: mouse, wheel and keys on everything in a window that draws for itself."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget

KEYS = ("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "Return", "Space", "Escape", "T")
HELD = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier)


def prod(window: QWidget, steps: int = 4) -> int:
    """Use mouse, wheel and keys all over the app's own widgets; return how many there were.

    Buttons and lists are left out: they are Qt's, and open dialogs.
    """
    widgets = [
        each
        for each in (window, *window.findChildren(QWidget))
        if type(each).__module__.startswith("dpcn_app.")
        and not isinstance(each, QAbstractButton | QComboBox)
        and each.isVisible()
    ]
    for widget in widgets:
        for event in _events(widget, steps):
            QCoreApplication.sendEvent(widget, event)
        widget.grab()
    QApplication.processEvents()
    return len(widgets)


def _events(widget: QWidget, steps: int) -> Iterator[QEvent]:
    for row in range(steps + 1):
        for column in range(steps + 1):
            at = QPointF(widget.width() * column / steps, widget.height() * row / steps)
            yield from _of_the_mouse(widget, at)
    yield from _of_the_mouse(widget, QPointF(-1, -1))
    for name in KEYS:
        for held in HELD:
            key = Qt.Key[f"Key_{name}"]
            yield QKeyEvent(QEvent.Type.ShortcutOverride, key, held)
            yield QKeyEvent(QEvent.Type.KeyPress, key, held)
            yield QKeyEvent(QEvent.Type.KeyRelease, key, held)
    yield QEvent(QEvent.Type.Leave)


def _of_the_mouse(widget: QWidget, at: QPointF) -> Iterator[QInputEvent]:
    left, none, held = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton, HELD[0]
    there = QPointF(widget.mapToGlobal(at))
    for kind, button, pressed in (
        (QEvent.Type.MouseMove, none, none),
        (QEvent.Type.MouseButtonPress, left, left),
        (QEvent.Type.MouseMove, none, left),
        (QEvent.Type.MouseButtonRelease, left, none),
    ):
        yield QMouseEvent(kind, at, there, button, pressed, held)
    notch = QPoint(0, 120)
    phase = Qt.ScrollPhase.NoScrollPhase
    yield QWheelEvent(at, there, QPoint(), notch, none, held, phase, False)
