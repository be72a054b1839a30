"""A field for one hyper-parameter that says which numbers it takes when it refuses one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QToolTip

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.training.hyperparameters import Hyperparameter


class RangedBox(GuardedEvents, QDoubleSpinBox):
    """A field for a number, whole or not.

    Parameters
    ----------
    each
        The hyper-parameter: its meaning and its range.
    where
        Whose number it is, such as “layer 1”; empty if that is clear.

    Signals
    -------
    refused
        A sentence on the range, when a key is typed that would lead out of it.
    """

    refused = Signal(str)

    def __init__(self, each: Hyperparameter, where: str = "") -> None:
        super().__init__()
        self._whole = each.whole
        self.setDecimals(each.decimals)
        self.setRange(each.low, each.high)
        self.setSingleStep(each.step)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{each.label}, {where}" if where else each.label)
        words = f"{each.meaning} From {each.range_in_words}."
        self.setToolTip(words)
        self.setAccessibleDescription(words)
        if each.equation is not None:
            attach_equation(self, each.equation)
        whose = f"{where[:1].upper()}{where[1:]}: " if where else ""
        self._sentence = f"{whose}{each.label} takes numbers from {each.range_in_words}."
        self.lineEdit().inputRejected.connect(self._refuse)

    @property
    def number(self) -> float:
        """The number in the field."""
        return int(self.value()) if self._whole else round(self.value(), self.decimals())

    def show_number(self, number: float, *, bold: bool) -> None:
        """Show a number without a signal; bold if the user has changed it."""
        blocker = QSignalBlocker(self)
        self.setValue(number)
        del blocker
        self.set_bold(bold)

    def set_bold(self, on: bool) -> None:
        """Write the number in bold or plain type."""
        font = self.font()
        font.setBold(on)
        self.setFont(font)

    def _refuse(self) -> None:
        """Say below the field, and to others, which numbers it takes."""
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self._sentence, self)
        self.refused.emit(self._sentence)

    def event(self, event: QEvent) -> bool:
        """Show no tooltip over a number that is being typed."""
        if event.type() == QEvent.Type.ToolTip and self.hasFocus():
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Use the wheel only with the focus here; otherwise the form around it scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
