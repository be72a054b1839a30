"""A named slider over a list of numbers, with the chosen number beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QLabel

from dpcn_app.gui.widgets.jump_slider import JumpSlider
from dpcn_app.gui.widgets.own_keys import take_key

_OWN_KEYS = {
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
}


class ValueSlider(JumpSlider):
    """A slider that chooses one of some numbers; `chosen` carries it.

    Parameters
    ----------
    name, meaning
        What the number is called, and what it does.
    numbers
        Numbers to choose from, in rising order.
    number
        The first choice.
    """

    chosen = Signal(float)

    def __init__(self, name: str, meaning: str, numbers: Sequence[float], number: float) -> None:
        super().__init__()
        self._numbers = tuple(numbers)
        self.setRange(0, len(self._numbers) - 1)
        self.setPageStep(max(1, len(self._numbers) // 8))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setToolTip(meaning)
        self.label = QLabel(name)
        self.label.setBuddy(self)
        self.label.setToolTip(meaning)
        self.reading = QLabel()
        self.reading.setToolTip(meaning)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.valueChanged.connect(self._tell)
        self._meaning = meaning
        self.set_number(number)

    @property
    def number(self) -> float:
        """The number chosen."""
        return self._numbers[self.value()]

    @property
    def range_in_words(self) -> str:
        """The least and the largest number, such as “20 to 200”."""
        return f"{self._numbers[0]:g} to {self._numbers[-1]:g}"

    def set_number(self, number: float) -> None:
        """Choose the number nearest to one."""
        nearest = min(range(len(self._numbers)), key=lambda i: abs(self._numbers[i] - number))
        self.setValue(nearest)
        self._show()

    def _show(self) -> None:
        text = f"{self.number:g}"
        self.reading.setText(text)
        self.setAccessibleDescription(f"{text}. {self._meaning}")

    def _tell(self) -> None:
        self._show()
        self.chosen.emit(self.number)

    def event(self, event: QEvent) -> bool:
        """Keep arrow keys, with which the window would otherwise step its video."""
        return take_key(event, lambda key: key.key() in _OWN_KEYS) or super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Use the wheel only with the focus here; otherwise the page around the slider scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
