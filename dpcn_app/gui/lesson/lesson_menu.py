"""The menu of lessons, and the one line that offers the first of them to a new user."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from dpcn_app.gui.preferences import preferences
from dpcn_app.gui.widgets.plain_text import plain_tip

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow
    from dpcn_app.lessons.library import LessonEntry

_OFFERED = "lessons/offered"


class LessonMenu:
    """Fills the menu each time it is opened: own lessons may have come meanwhile."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.menu = window.menuBar().addMenu("&Lessons")
        guide = window.guide
        self._leading = [
            self._add("&Next step", "On, or do what the step waits for", "PgDown"),
            self._add("&Previous step", "Back to the step before", "PgUp"),
            self._add("&Back to the lesson", "Bring about again what this step shows"),
            self._add("&Leave lesson", "End the lesson; everything is as it was before"),
        ]
        calls: list[Callable[[], None]] = [
            lambda: guide.lead(1),
            lambda: guide.lead(-1),
            guide.set_up_again,
            guide.leave,
        ]
        for action, call in zip(self._leading, calls, strict=True):
            action.triggered.connect(lambda _=False, call=call: call())
        self.menu.aboutToShow.connect(self.fill)

    def _add(self, text: str, tip: str, key: str = "") -> QAction:
        action = QAction(text, self._window)
        action.setToolTip(tip)
        action.setStatusTip(tip)
        if key:
            action.setShortcut(QKeySequence(key))
        self._window.addAction(action)
        self.menu.addAction(action)
        return action

    def fill(self) -> None:
        """List all lessons; one that cannot be used says why when it is chosen."""
        from dpcn_app.lessons.library import list_lessons, own_lessons

        self.menu.clear()
        entries = list_lessons()
        for entry in entries:
            self._list(entry)
        if not any(entry.own for entry in entries):
            tip = f"A lesson is a text; put yours into {own_lessons()}"
            self._inform("No lessons of your own yet", tip)
        self.menu.addSeparator()
        for action in self._leading:
            action.setEnabled(self._window.guide.walk is not None or bool(action.shortcuts()))
            self.menu.addAction(action)

    def _list(self, entry: LessonEntry) -> None:
        window, lesson = self._window, entry.lesson
        title = f"{entry.name} (cannot be used)"
        tip = entry.problem
        if lesson is not None:
            title = f"{entry.number} {lesson.title}, {lesson.minutes} minutes".strip()
            tip = lesson.about or lesson.title
        # The digit that a title begins with chooses it.
        mnemonic = "&" if lesson is not None and len(entry.number) == 1 and not entry.own else ""
        action = self.menu.addAction(mnemonic + title.replace("&", "&&"))
        action.setToolTip(plain_tip(tip))
        action.setStatusTip(tip)
        if lesson is None:
            action.triggered.connect(lambda _=False: window.tell(entry.problem))
        else:
            action.triggered.connect(lambda _=False: window.guide.start(lesson))

    def _inform(self, text: str, tip: str) -> None:
        action = self.menu.addAction(text)
        action.setEnabled(False)
        action.setToolTip(plain_tip(tip))


class LessonOffer(QWidget):
    """One line for a new user; after either of its buttons it never comes again.

    Attributes
    ----------
    answered
        Whether one of them was pressed, or a lesson was begun otherwise.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window, self.answered = window, False
        words = QLabel("New here? The first lesson takes five minutes and needs one key.")
        words.setMinimumWidth(1)
        words.setWordWrap(True)  # in large type it takes two lines
        self.start, self.dismiss = QPushButton("Start lesson 1"), QPushButton("No, thanks")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.addWidget(words, 1)
        for button, call in ((self.start, self._begin), (self.dismiss, self.end)):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(call)
            row.addWidget(button)
        self.setAccessibleName("Offer of a first lesson")

    @staticmethod
    def is_due() -> bool:
        """Whether it was never answered."""
        return not preferences().contains(_OFFERED)

    def _begin(self) -> None:
        from dpcn_app.lessons.library import find_lesson

        self._window.guide.start(find_lesson("1"))
        self.end()

    def end(self) -> None:
        """Go for good."""
        self.answered = True
        preferences().setValue(_OFFERED, True)
        self.hide()
