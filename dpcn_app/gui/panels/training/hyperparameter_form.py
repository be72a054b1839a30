"""A form for the hyper-parameters of a network, layer beside layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.guarded_events import GuardedEvents
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
    """One row a hyper-parameter, one column a layer; `changed` tells of changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.boxes: dict[tuple[int, str], QSpinBox | QDoubleSpinBox] = {}
        self._recipe: tuple[Values, ...] = ()
        self._unscrolled = _Unscrolled(self)
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
            {name: self.boxes[layer, name].value() for name in values}
            for layer, values in enumerate(self._recipe)
        )

    def set_values(self, values: Sequence[Mapping[str, float]]) -> None:
        """Show other numbers; names and layers that are not in the form are ignored."""
        for layer, chosen in enumerate(values):
            for each in (*HYPERPARAMETERS, *PRIOR):
                box = self.boxes.get((layer, each.name))
                if box is not None and each.name in chosen:
                    number = chosen[each.name]
                    box.blockSignals(True)
                    if isinstance(box, QSpinBox):
                        box.setValue(int(number))
                    else:
                        box.setValue(float(number))
                    box.blockSignals(False)
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
        grid.setColumnStretch(layers + 1, 1)
        self._layout.replaceWidget(self._table, table)
        self._table.hide()  # at once: Qt deletes it later
        self._table.deleteLater()
        self._table = table

    def _box(self, each: Hyperparameter, layer: int) -> QSpinBox | QDoubleSpinBox:
        box: QSpinBox | QDoubleSpinBox
        if each.whole:
            box = QSpinBox()
            box.setRange(int(each.low), int(each.high))
            box.setSingleStep(int(each.step))
        else:
            box = QDoubleSpinBox()
            box.setDecimals(each.decimals)
            box.setRange(each.low, each.high)
            box.setSingleStep(each.step)
        box.setToolTip(each.meaning)
        where = f", layer {layer + 1}" if each not in PRIOR else ""
        box.setAccessibleName(each.label + where)
        box.setAccessibleDescription(each.meaning)
        if each.equation is not None:
            attach_equation(box, each.equation)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.installEventFilter(self._unscrolled)
        box.valueChanged.connect(self._note_change)
        self.boxes[layer, each.name] = box
        return box

    def _note_change(self) -> None:
        """Set numbers that differ from the preset's in bold, and emit `changed`."""
        for (layer, name), box in self.boxes.items():
            font = box.font()
            font.setBold(box.value() != self._recipe[layer][name])
            box.setFont(font)
        self.reset_button.setEnabled(self.values() != self._recipe)
        self.changed.emit()


class _Unscrolled(GuardedEvents, QObject):
    """Lets the wheel scroll the panel instead of changing the number under the pointer."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        scrolled = event.type() == QEvent.Type.Wheel
        if scrolled and isinstance(watched, QAbstractSpinBox) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def _bold(text: str) -> QLabel:
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label
