"""One answer to a question: its letter on a button, its words beside it; both can be clicked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.plain_text import plain_label


class AnswerRow(GuardedEvents, QWidget):
    """An answer that is chosen by a click."""

    chosen = Signal(str)

    def __init__(self, letter: str) -> None:
        super().__init__()
        self.letter = letter
        self.button = QPushButton(letter)
        self.button.setCheckable(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(lambda: self.chosen.emit(letter))
        self.words = plain_label()
        self.words.setWordWrap(True)
        self.words.setMinimumWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.button)
        row.addWidget(self.words, 1)

    def show_answer(self, words: str, *, chosen: bool, open_: bool) -> None:
        """Show the answer, whether it was chosen, and whether it can still be."""
        self.words.setText(words)
        self.button.setAccessibleName(f"Answer {self.letter}: {words}")
        self.button.setChecked(chosen)
        self.button.setEnabled(open_ or chosen)
        side = self.button.fontMetrics().height() + 12
        self.button.setFixedSize(side + 6, side)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a click beside the button for one on it."""
        if self.button.isEnabled():
            self.chosen.emit(self.letter)
