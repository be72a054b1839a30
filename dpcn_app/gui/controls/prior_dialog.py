"""Strengths of the extended prior, set while the network watches."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.engine.spec import PriorSpec
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.widgets.ranged_box import RangedBox
from dpcn_app.gui.widgets.step_buttons import add_step_buttons
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
        super().__init__(parent, Qt.WindowType.Tool)  # the window's keys are heard from it
        self.setWindowTitle("Strengths of the prior")
        self._settings = settings
        self._own: PriorSpec | None = None
        self.boxes: dict[str, RangedBox] = {}
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        form = QGridLayout()
        for row, each in enumerate(PRIOR):
            box = self._box(each)
            label, limits = QLabel(each.label), QLabel(each.range_in_words)
            label.setBuddy(box)
            label.setToolTip(each.meaning)
            limits.setEnabled(False)  # drawn in the muted colour of every theme
            for column, widget in enumerate((label, box, limits)):
                form.addWidget(widget, row, column)
        form.setColumnStretch(1, 1)
        self.refusal = QLabel()
        self.refusal.setWordWrap(True)
        self.refusal.setVisible(False)
        self.refusal.setForegroundRole(QPalette.ColorRole.BrightText)
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
        for button in buttons.buttons():  # Enter ends typing and presses none of them
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(self.refusal)
        layout.addWidget(buttons)
        settings.changed.connect(self._show)

    def _box(self, each: Hyperparameter) -> RangedBox:
        box = RangedBox(each)
        box.setKeyboardTracking(False)
        add_step_buttons(box)
        box.valueChanged.connect(self._change)
        box.refused.connect(self._refuse)
        self.boxes[each.name] = box
        return box

    def _refuse(self, sentence: str) -> None:
        self.refusal.setText(sentence)
        self.refusal.setVisible(bool(sentence))

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
            box.show_number(getattr(used, name), bold=name in dict(strengths))

    def _change(self) -> None:
        if self._own is None:
            return
        self._refuse("")
        chosen = {name: box.number for name, box in self.boxes.items()}
        others = {name: at for name, at in chosen.items() if at != getattr(self._own, name)}
        self._settings.change(strengths=tuple(others.items()))
