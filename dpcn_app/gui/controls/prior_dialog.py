"""Strengths of the extended prior, set while the network watches."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.engine.spec import PriorSpec
from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.live.network_modes import with_strengths
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.training.hyperparameters import PRIOR, Hyperparameter

_WORDS = (
    "Changes take effect at once in the modes Prior and Placebo. "
    "Values that differ from the network's own are bold."
)


class PriorDialog(QDialog):
    """A form that stays open beside the window; every change can be undone."""

    def __init__(self, settings: SettingsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Strengths of the prior")
        self._settings = settings
        self._own: PriorSpec | None = None
        self.boxes: dict[str, QDoubleSpinBox] = {}
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        form = QFormLayout()
        for each in PRIOR:
            box = self._box(each)
            label = QLabel(each.label)
            label.setBuddy(box)
            label.setToolTip(each.meaning)
            form.addRow(label, box)
        self.reset_button = QPushButton("Network's own values")
        self.reset_button.clicked.connect(lambda: self._settings.change(strengths=()))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.reset_button, QDialogButtonBox.ButtonRole.ResetRole)
        undo = settings.undo_stack
        self.undo_button = QPushButton("Undo")
        self.undo_button.setEnabled(undo.canUndo())
        self.undo_button.clicked.connect(undo.undo)
        undo.canUndoChanged.connect(self.undo_button.setEnabled)
        buttons.addButton(self.undo_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(buttons)
        settings.changed.connect(self._show)

    def _box(self, each: Hyperparameter) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setDecimals(each.decimals)
        box.setRange(each.low, each.high)
        box.setSingleStep(each.step)
        box.setKeyboardTracking(False)
        box.setAccessibleName(each.label)
        box.setToolTip(each.meaning)
        if each.equation is not None:
            attach_equation(box, each.equation)
        box.valueChanged.connect(self._change)
        self.boxes[each.name] = box
        return box

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the strengths of the network in use."""
        network = snapshot.network
        own = network.spec.prior if snapshot.views and network.mapped else None
        if own != self._own:
            self._own = own
            self._show()

    def _show(self) -> None:
        strengths = self._settings.current.strengths
        self.setEnabled(self._own is not None)
        self.reset_button.setEnabled(bool(strengths))
        if self._own is None:
            return
        used = with_strengths(self._own, strengths)
        for name, box in self.boxes.items():
            blocker = QSignalBlocker(box)
            box.setValue(getattr(used, name))
            del blocker
            font = box.font()
            font.setBold(name in dict(strengths))
            box.setFont(font)

    def _change(self) -> None:
        if self._own is None:
            return
        chosen = {name: round(box.value(), box.decimals()) for name, box in self.boxes.items()}
        others = {name: at for name, at in chosen.items() if at != getattr(self._own, name)}
        self._settings.change(strengths=tuple(others.items()))
