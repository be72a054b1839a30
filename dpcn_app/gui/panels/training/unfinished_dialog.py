"""The trainings that were left unfinished, to go on with one or to discard it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.errors import UserError
from dpcn_app.gui.widgets.plain_text import plain_label
from dpcn_app.live.unfinished_trainings import (
    MOST_UNFINISHED,
    discard,
    unfinished_in_words,
)

_WIDTH, _HEIGHT = 28, 4  # of the list at least, in lines of type


class UnfinishedDialog(QDialog):
    """A list of trainings that were left unfinished, and what can be done with each.

    Parameters
    ----------
    left
        Their checkpoints; the first one is selected.
    parent
        The window.

    Signals
    -------
    chosen
        The checkpoint of the training to go on with.
    discarded
        One of them is there no more.
    """

    chosen = Signal(object)
    discarded = Signal()

    def __init__(self, left: list[Path], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unfinished trainings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._left = list(left)
        self.words = plain_label(_words(len(left)))
        self.words.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Unfinished trainings")
        self.list.addItems([unfinished_in_words(checkpoint) for checkpoint in left])
        self.list.setCurrentRow(0)
        self.list.itemDoubleClicked.connect(self.resume)
        self.list.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        line = self.fontMetrics().height()
        self.list.setMinimumSize(_WIDTH * line, _HEIGHT * line)
        buttons = QDialogButtonBox()
        roles = QDialogButtonBox.ButtonRole
        self.resume_button = buttons.addButton("&Resume", roles.AcceptRole)
        self.discard_button = buttons.addButton("&Discard …", roles.DestructiveRole)
        self.later_button = buttons.addButton("&Later", roles.RejectRole)
        self.resume_button.setDefault(True)
        self.resume_button.clicked.connect(self.resume)
        self.discard_button.clicked.connect(self._ask)
        self.later_button.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.words)
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        self.resume_button.setFocus()

    @property
    def _selected(self) -> Path:
        return self._left[self.list.currentRow()]

    def resume(self) -> None:
        """Go on with the training that is selected."""
        self.chosen.emit(self._selected)
        self.accept()

    def _ask(self) -> None:
        """Ask whether the training that is selected is to go for good."""
        buttons = QMessageBox.StandardButton
        words = (
            f"Discard this training for good?\n\n{self.list.currentItem().text()}\n\n"
            "What it has learnt is lost then."
        )
        box = QMessageBox(
            QMessageBox.Icon.Warning, "dpcn_app", words, buttons.Discard | buttons.Cancel, self
        )
        box.setTextFormat(Qt.TextFormat.PlainText)  # the name of a video may look like HTML
        box.setDefaultButton(buttons.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.button(buttons.Discard).clicked.connect(self._discard)
        box.open()

    def _discard(self) -> None:
        """Discard the training that is selected, or say why that cannot be done."""
        try:
            discard(self._selected)
        except UserError as error:
            self.words.setText(str(error))
            return
        del self._left[self.list.currentRow()]
        self.list.takeItem(self.list.currentRow())
        self.discarded.emit()
        if self._left:
            self.words.setText(_words(len(self._left)))
        else:
            self.reject()


def _words(count: int) -> str:
    """Return what there is to say above the list."""
    if count >= MOST_UNFINISHED:
        return (
            f"{count} trainings were left unfinished; no more can be kept. Go on with one, or "
            "discard one, before you start another."
        )
    if count == 1:
        return (
            "A training was left unfinished. Go on with it now, or later with Resume in the "
            "Training panel."
        )
    return (
        f"{count} trainings were left unfinished. Go on with one now, or later with Resume in the "
        "Training panel."
    )
