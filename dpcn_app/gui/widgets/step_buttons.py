"""Buttons − and + in a spin box, large enough to be hit, in place of its small arrows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QToolButton

from dpcn_app.gui.guarded_events import GuardedEvents

_WIDE = 1.4  # of a button, in lines of type


def add_step_buttons(box: QSpinBox | QDoubleSpinBox) -> None:
    """Give a spin box buttons − and + as high as it is; its accessible name must be set.

    They take no focus, so that a click on them leaves all keys to the window.
    """
    _StepButtons(box)


class _StepButtons(GuardedEvents, QObject):
    """Keeps the two buttons at the right end of a box."""

    def __init__(self, box: QSpinBox | QDoubleSpinBox) -> None:
        super().__init__(box)
        self._box = box
        box.setButtonSymbols(box.ButtonSymbols.NoButtons)
        name = box.accessibleName()
        self._buttons = [
            self._button("−", f"Less {name}".rstrip(), -1),
            self._button("+", f"More {name}".rstrip(), 1),
        ]
        box.installEventFilter(self)
        self._place()

    def _button(self, text: str, name: str, steps: int) -> QToolButton:
        button = QToolButton(self._box)
        button.setText(text)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setAutoRepeat(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.clicked.connect(lambda: self._box.stepBy(steps))
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size and the type of the box."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.Show):
            self._place()
        return False

    def _place(self) -> None:
        wide, size = round(_WIDE * self._box.fontMetrics().height()), self._box.size()
        for place, button in enumerate(reversed(self._buttons), start=1):
            left = size.width() - place * wide - 1
            button.setGeometry(QRect(left, 1, wide, max(size.height() - 2, 1)))
        self._box.lineEdit().setTextMargins(0, 0, 2 * wide, 0)
        metrics = self._box.fontMetrics()
        digits = metrics.horizontalAdvance(self._longest())
        self._box.setMinimumWidth(digits + 2 * wide + metrics.height())

    def _longest(self) -> str:
        """Return the text of the number of the box that takes most room."""
        box = self._box
        most = box.maximum()
        return f"{most:.{box.decimals()}f}" if isinstance(box, QDoubleSpinBox) else f"{most:,}"
