"""The page of a lesson: one step at a time, in type for the last row."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.errors import UserError
from dpcn_app.gui.lesson.answer_row import AnswerRow
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.plain_text import plain_label
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.gui.widgets.term_text import TermLabel
from dpcn_app.lessons.lesson import LETTERS, Lesson
from dpcn_app.lessons.walk import Walk

_LARGER = 1.25  # than ordinary type; on a projector, that is large already
_ON_PROJECTOR = 1.1


class LessonPage(QWidget):
    """Shows where somebody is in a lesson; what is clicked on it is told by signals.

    Signals
    -------
    led
        +1 to go on, −1 to go back.
    answered
        The letter of an answer.
    counted
        A show of hands was taken.
    again, left
        The step's set-up is wanted again; the lesson is to end.
    """

    led = Signal(int)
    answered = Signal(str)
    counted = Signal()
    again = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.walk: Walk | None = None
        self.following: Lesson | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Lesson")
        self.lesson, self.progress = ElidedLabel("Lesson's title"), plain_label()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.title, self.said = _wrapped("Step"), _wrapped("What is said", TermLabel())
        self.question = _wrapped("Question", TermLabel())
        self.awaited = _wrapped("What is awaited")
        self.conclusion = _wrapped("Conclusion", TermLabel())
        self.answers = [AnswerRow(letter) for letter in LETTERS]
        self.hands = QLineEdit()
        self.hands.setAccessibleName("Show of hands")
        self.hands.setPlaceholderText("Show of hands: A 12, B 3")
        self.hands.setMaxLength(100)
        self.hands.returnPressed.connect(self._count)
        self.refused = _wrapped("What is wrong with the show of hands")
        self.back, self.next = QPushButton("◂ Back"), QPushButton("Next ▸")
        self.set_up, self.leave = QPushButton("Back to the lesson"), QPushButton("Leave lesson")
        self._connect()
        self._build()
        self.use_theme(theme)

    def _connect(self) -> None:
        for row in self.answers:
            row.chosen.connect(self.answered)
        self.back.clicked.connect(lambda: self.led.emit(-1))
        self.next.clicked.connect(lambda: self.led.emit(1))
        self.set_up.clicked.connect(self.again)
        self.leave.clicked.connect(self.left)
        self.back.setToolTip("The step before (Page Up)")
        self.next.setToolTip("On, or do what the step waits for (Page Down)")
        self.set_up.setToolTip("Bring about again what this step shows")
        self.leave.setToolTip("End the lesson; everything is as it was before")
        for button in (self.back, self.next, self.set_up, self.leave):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.lesson, 1)
        head.addWidget(self.progress)
        text = QWidget()
        column = QVBoxLayout(text)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(10)
        for each in (self.title, self.said, self.question, *self.answers, self.hands):
            column.addWidget(each)
        column.addWidget(self.refused)
        column.addWidget(self.conclusion)
        column.addStretch(1)
        leading, leaving = QHBoxLayout(), QHBoxLayout()
        leading.addWidget(self.back)
        leading.addWidget(self.next, 1)
        leaving.addWidget(self.leave)
        leaving.addWidget(self.set_up, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.addLayout(head)
        layout.addWidget(self.bar)
        self._area = scrolled(text, sideways=False)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.awaited)
        layout.addLayout(leading)
        layout.addLayout(leaving)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme's colours and sizes."""
        points = theme.points * (_ON_PROJECTOR if theme.name == "projector" else _LARGER)
        self.said.setStyleSheet(f"font-size: {points:.1f}pt;")
        self.title.setStyleSheet(f"font-size: {points * 1.3:.1f}pt; font-weight: bold;")
        self.question.setStyleSheet(f"font-size: {points:.1f}pt; font-weight: bold;")
        self.awaited.setStyleSheet(
            f"font-size: {points:.1f}pt; color: {theme.accent}; font-weight: bold;"
        )
        self.conclusion.setStyleSheet(
            f"font-size: {points:.1f}pt; background: {theme.surface};"
            f"border-left: 4px solid {theme.accent}; padding: 6px;"
        )
        self.refused.setStyleSheet(f"color: {theme.warning};")
        self.bar.setStyleSheet(
            f"QProgressBar {{background: {theme.line}; border: none;}}"
            f"QProgressBar::chunk {{background: {theme.accent};}}"
        )
        for row in self.answers:
            row.words.setStyleSheet(f"font-size: {points:.1f}pt;")
            row.button.setStyleSheet(
                f"QPushButton {{font-size: {points:.1f}pt; font-weight: bold; padding: 0;}}"
                f"QPushButton:checked {{background: {theme.accent}; color: {theme.window};}}"
            )
        self.next.setStyleSheet(f"font-size: {points:.1f}pt; padding: 4px;")
        self.back.setStyleSheet(f"font-size: {points:.1f}pt; padding: 4px;")
        self.refresh()

    # --- showing ----------------------------------------------------------------------------------

    def show_walk(self, walk: Walk | None, following: Lesson | None = None) -> None:
        """Show another lesson, or none, and which one comes after it."""
        self.walk, self.following = walk, following
        self.refresh()

    def refresh(self, *, wandered: bool = False) -> None:
        """Show the step as it is now; `wandered` says that the window shows something else."""
        walk = self.walk
        if walk is None:
            return
        number, count = walk.index + 1, len(walk.lesson.steps)
        self.lesson.setText(walk.lesson.title)
        self.progress.setText(f"step {number} of {count}")
        self.bar.setRange(0, count)
        self.bar.setValue(number)
        _show(self.title, walk.step.title)
        _show(self.said, "\n\n".join(walk.said))
        self._show_question(walk)
        done = walk.at_end and not walk.waiting
        following = self.following if done else None
        _show(self.awaited, walk.awaited_words or _announced(following))
        self._conclude(walk.conclusion)
        self.back.setEnabled(walk.index > 0)
        self.next.setText(walk.next_words if following is None else "Next lesson ▸")
        self.next.setEnabled(not done or following is not None)
        self.set_up.setVisible(wandered)

    def _conclude(self, text: str) -> None:
        """Show the conclusion; one that is new is scrolled to."""
        new = bool(text) and not self.conclusion.text()
        _show(self.conclusion, text)
        if new:
            QTimer.singleShot(0, self, lambda: self._area.ensureWidgetVisible(self.conclusion))

    def _show_question(self, walk: Walk) -> None:
        question, answer = walk.step.question, walk.answered
        _show(self.question, "" if question is None else question.text)
        answers = () if question is None else question.answers
        for index, row in enumerate(self.answers):
            row.setVisible(index < len(answers))
            if index < len(answers):
                chosen = answer is not None and answer.letter == row.letter
                row.show_answer(answers[index], chosen=chosen, open_=walk.asking)
        self.hands.setVisible(walk.asking)
        if not walk.asking:
            self.refused.hide()

    def _count(self) -> None:
        if self.walk is None:
            return
        try:
            self.walk.count_hands(self.hands.text())
        except UserError as error:
            _show(self.refused, str(error))
            return
        self.hands.clear()
        self.setFocus()
        self.counted.emit()


def _announced(lesson: Lesson | None) -> str:
    """Return the words for a lesson that comes next; none for none."""
    return "" if lesson is None else f"Next: {lesson.title}, {lesson.minutes} minutes."


def _wrapped(name: str, label: QLabel | None = None) -> QLabel:
    label = label or plain_label()
    label.setAccessibleName(name)
    label.setWordWrap(True)
    label.setMinimumWidth(1)  # it wraps rather than hold the window wide
    return label


def _show(label: QLabel, text: str) -> None:
    """Show a text; an empty one takes no room."""
    if label.text() != text:
        label.setText(text)
    label.setVisible(bool(text))
