"""A form for the hyper-parameters of a network, layer beside layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.ranged_box import RangedBox
from dpcn_app.training.hyperparameters import (
    HYPERPARAMETERS,
    INFERENCE,
    LEARNING,
    PRIOR,
    Hyperparameter,
    Values,
    recipe,
)
from dpcn_app.training.presets import Preset


class HyperparameterForm(QWidget):
    """One row a hyper-parameter, one column a layer, and the range of each beside them.

    Signals
    -------
    changed
        A number has changed.
    refused
        A sentence about a number that was typed and not taken.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.boxes: dict[tuple[int, str], RangedBox] = {}
        self._recipe: tuple[Values, ...] = ()
        self._table = QWidget()
        self.reset_button = QPushButton("Preset's values")
        self.reset_button.setToolTip(
            "Set every number back to the preset's value, which is known to work."
        )
        self.reset_button.setAccessibleDescription(self.reset_button.toolTip())
        self.reset_button.clicked.connect(self.reset)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self._table)
        self._layout.addWidget(self.reset_button, alignment=Qt.AlignmentFlag.AlignLeft)

    def show_preset(self, preset: Preset) -> None:
        """Show a preset's own values."""
        self._recipe = recipe(preset)
        named = {(layer, name) for layer, values in enumerate(self._recipe) for name in values}
        if named != set(self.boxes):
            self._build()
        self.reset()

    def values(self) -> tuple[Values, ...]:
        """Return the numbers in the form, layer by layer."""
        return tuple(
            {name: self.boxes[layer, name].number for name in values}
            for layer, values in enumerate(self._recipe)
        )

    def set_values(self, values: Sequence[Mapping[str, float]]) -> None:
        """Show other numbers; names and layers that are not in the form are ignored."""
        for layer, chosen in enumerate(values):
            for each in (*HYPERPARAMETERS, *PRIOR):
                box = self.boxes.get((layer, each.name))
                if box is not None and each.name in chosen:
                    box.show_number(float(chosen[each.name]), bold=False)
        self._note_change()

    def reset(self) -> None:
        """Set all numbers back to the preset's."""
        self.set_values(self._recipe)

    def _build(self) -> None:
        """Make a table for the layers that there are."""
        self.boxes.clear()
        layers = len(self._recipe)
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(3)
        for heading, group in (
            ("Inference", INFERENCE),
            ("Extended prior", PRIOR),
            ("Learning", LEARNING),
        ):
            owners = [at for at, values in enumerate(self._recipe) if group[0].name in values]
            if not owners:
                continue
            top = grid.rowCount()
            grid.addWidget(_bold(heading), top, 0)
            grid.addWidget(_bold("Range"), top, layers + 1)
            for layer in owners:
                title = f"Layer {layer + 1}" if group is not PRIOR else "All layers"
                grid.addWidget(_bold(title), top, layer + 1)
            for row, each in enumerate(group, top + 1):
                label = QLabel(each.label)
                label.setToolTip(each.meaning)
                if each.equation is not None:
                    attach_equation(label, each.equation)
                grid.addWidget(label, row, 0)
                for layer in owners:
                    grid.addWidget(self._box(each, layer), row, layer + 1)
                limits = QLabel(each.range_in_words)
                limits.setEnabled(False)  # drawn in the muted colour of every theme
                limits.setToolTip(f"{each.label} takes numbers from {each.range_in_words}.")
                grid.addWidget(limits, row, layers + 1)
        grid.setColumnStretch(layers + 2, 1)
        self._layout.replaceWidget(self._table, table)
        self._table.hide()  # at once: Qt deletes it later
        self._table.deleteLater()
        self._table = table

    def _box(self, each: Hyperparameter, layer: int) -> RangedBox:
        box = RangedBox(each, f"layer {layer + 1}" if each not in PRIOR else "")
        box.valueChanged.connect(self._note_change)
        box.refused.connect(self.refused)
        self.boxes[layer, each.name] = box
        return box

    def _note_change(self) -> None:
        """Set numbers that differ from the preset's in bold, and emit `changed`."""
        for (layer, name), box in self.boxes.items():
            box.set_bold(box.number != self._recipe[layer][name])
        self.reset_button.setEnabled(self.values() != self._recipe)
        self.changed.emit()


def _bold(text: str) -> QLabel:
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label
