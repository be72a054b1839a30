"""What the page of a study shows: two axes, a measure, and where the other axes are held."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from dpcn_app.studies.results_table import Cell, ResultsTable
from dpcn_app.studies.study_measures import TITLES
from dpcn_app.studies.study_words import axis_title, value_text
from dpcn_app.studies.summary import MOST_VALUES, usual_axes

_MEAN = "mean of all"
_FIRST_MEASURES = ("silhouette", "health", "coherence")


class StudyChoices(QWidget):
    """Lists one below the other.

    Signals
    -------
    changed
        Something else was chosen.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.across, self.down, self.measure = QComboBox(), QComboBox(), QComboBox()
        self.held: dict[str, QComboBox] = {}
        self._axes: dict[str, list[Cell]] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for name, box, tip in (
            ("&Measure", self.measure, "What colours the cells"),
            ("A&cross", self.across, "What changes from left to right"),
            ("Do&wn", self.down, "What changes from top to bottom"),
        ):
            self._add(name, box, tip)
            box.activated.connect(self._choose)

    def _add(self, name: str, box: QComboBox, tip: str) -> None:
        label = QLabel(name)
        label.setBuddy(box)
        box.setToolTip(tip)
        box.setAccessibleName(name.replace("&", ""))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(16)
        self._form.addRow(label, box)

    def show_table(self, table: ResultsTable) -> None:
        """Offer what a table holds."""
        self._axes = {name: values for name, values in table.axes.items() if values}
        for box in (self.across, self.down):
            box.clear()
            for name in self._axes:
                box.addItem(axis_title(name), name)
        self.measure.clear()
        measures = table.measures
        for name in measures:
            self.measure.addItem(TITLES[name], name)
        first = next((name for name in _FIRST_MEASURES if name in measures), None)
        self.measure.setCurrentIndex(max(0, self.measure.findData(first)))
        across, down = usual_axes(table)
        self.across.setCurrentIndex(self.across.findData(across))
        self.down.setCurrentIndex(self.down.findData(down))
        for box in self.held.values():
            self._form.removeRow(box)
        self.held = {}
        for name, values in self._axes.items():
            if len(values) > 1 and name != "seed":
                box = QComboBox()
                for value in values if len(values) <= MOST_VALUES else ():
                    box.addItem(value_text(value), value)
                box.addItem(_MEAN, None)
                box.activated.connect(self._choose)
                self._add(axis_title(name), box, "Value at which it is held, or the mean of all")
                self.held[name] = box
        self._show_held()
        self.changed.emit()

    def at(self) -> Mapping[str, Cell]:
        """Return the values at which axes are held that are not shown."""
        shown = (self.across.currentData(), self.down.currentData())
        return {name: box.currentData() for name, box in self.held.items() if name not in shown}

    def _choose(self) -> None:
        self._show_held()
        self.changed.emit()

    def _show_held(self) -> None:
        """Leave only axes that are not shown to be held."""
        shown = (self.across.currentData(), self.down.currentData())
        for name, box in self.held.items():
            self._form.setRowVisible(box, name not in shown)

    def describe_held(self) -> str:
        """Return where axes are held, in words; empty where there are none."""
        return ", ".join(
            f"{axis_title(name)} {_MEAN if value is None else value_text(value)}"
            for name, value in self.at().items()
        )
