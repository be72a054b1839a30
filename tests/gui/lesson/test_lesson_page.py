"""The page of a lesson: what it shows of a step, and what it tells when it is clicked."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpcn_app.gui.lesson.lesson_page import LessonPage
from dpcn_app.gui.theme import THEMES
from dpcn_app.lessons.reading import read_lesson
from dpcn_app.lessons.walk import Walk

TEXT = """# A & <b>lesson
- minutes: 1

## <i>One
- wait: key T

Said <img src=x>.

? Which?
A. this
B. that

= It was {answer}.

## Two

The end.
"""


@pytest.fixture
def page(qtbot):
    page = LessonPage(THEMES["dark"])
    qtbot.addWidget(page)
    page.resize(360, 640)
    page.show_walk(Walk(read_lesson(TEXT)))
    page.show()
    return page


def test_a_text_is_shown_as_it_is_markup_included(page):
    assert page.title.text() == "<i>One" and page.said.text() == "Said <img src=x>."
    assert page.said.textFormat() == Qt.TextFormat.PlainText
    assert page.progress.text() == "step 1 of 2"


def test_a_question_shows_its_answers_and_a_field_for_hands_until_it_is_answered(page):
    assert [row.isVisible() for row in page.answers] == [True, True] + [False] * 4
    assert page.hands.isVisible() and page.awaited.text() == "Press A or B."
    page.walk.answer("B")
    page.refresh()
    assert not page.hands.isVisible()
    assert [row.button.isChecked() for row in page.answers[:2]] == [False, True]
    assert page.awaited.text() == "Now press T." and page.next.text() == "Press T ▸"


def test_an_answer_is_chosen_by_its_button_or_its_words(qtbot, page):
    for target in (page.answers[1].button, page.answers[1].words):
        with qtbot.waitSignal(page.answered) as told:
            QTest.mouseClick(target, Qt.MouseButton.LeftButton)
        assert told.args == ["B"]


def test_the_conclusion_takes_room_once_it_is_there(page):
    assert not page.conclusion.isVisible()
    page.walk.answer("A")
    page.walk.press("T")
    page.refresh()
    assert page.conclusion.isVisible() and page.conclusion.text() == "It was A."


def test_at_the_end_there_is_nothing_to_go_on_to(page):
    page.walk.go(1)
    page.refresh()
    assert not page.next.isEnabled() and page.back.isEnabled()
    assert page.next.text() == "That was all"


def test_type_is_large_and_largest_for_a_projector(page):
    page.refresh()
    sizes = []
    for name in ("dark", "projector"):
        page.use_theme(THEMES[name])
        page.said.ensurePolished()
        sizes.append(page.said.font().pointSizeF())
    assert sizes[0] >= 12 and sizes[1] >= 16
