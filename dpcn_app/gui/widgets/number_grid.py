"""Named numbers in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from dpcn_app.gui.equations import EQUATIONS
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.equation_tooltip import attach_equation


class NumberGrid(GuardedEvents, QWidget):
    """Names with numbers beside them.

    Parameters
    ----------
    names
        What is shown, in order; those with an equation show it in their tooltip.
    """

    def __init__(self, names: Mapping[str, str], name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._names = {key: QLabel(text) for key, text in names.items()}
        self._numbers = {key: QLabel("–") for key in names}
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(2, 2, 2, 2)
        self._grid.setVerticalSpacing(2)
        for key, number in self._numbers.items():
            number.setAccessibleName(names[key])
            if key in EQUATIONS:
                attach_equation(self._names[key], key)
                attach_equation(number, key)
        self._arrange(2)

    def show_numbers(self, numbers: Mapping[str, str]) -> None:
        """Show numbers by key."""
        for key, text in numbers.items():
            self._numbers[key].setText(text)

    def text(self, key: str) -> str:
        """Return the number shown for a key."""
        return self._numbers[key].text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        metrics = QFontMetrics(self.font())
        widest = max(metrics.horizontalAdvance(label.text()) for label in self._names.values())
        width = widest + metrics.horizontalAdvance("0000.000") + 18
        self._arrange(max(1, min(4, self.width() // width)))
        super().resizeEvent(event)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        for column in range(2 * self._columns):
            self._grid.setColumnStretch(column, 0)
        self._columns = columns
        for place, key in enumerate(self._names):
            row, column = divmod(place, columns)
            self._grid.addWidget(self._names[key], row, 2 * column)
            self._grid.addWidget(self._numbers[key], row, 2 * column + 1)
        for column in range(columns):
            self._grid.setColumnStretch(2 * column + 1, 1)
