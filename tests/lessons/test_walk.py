"""Walking through a lesson: what is awaited, what is answered, and what is concluded."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.reading import read_lesson
from dpcn_app.lessons.walk import Walk
from dpcn_app.live.settings import Settings
from dpcn_app.training.status import TrainingStatus
from tests.helpers.causes_scene import a_snapshot, a_view
from tests.helpers.real_scene import snapshots, while_learning
from tests.helpers.some_scores import some_scores

TEXT = """# A lesson
- minutes: 1

## First
- wait: key T

Bottom-up has {silhouette:off}.

? Which?
A. more
B. less

= if silhouette:both > silhouette:off: Up to {silhouette:both}. You said {answer}.
= else: Down to {silhouette:both}. You said {answer}.

## Second
- wait: silhouette:both > 0.6

Said.

## Third

The end.
"""

ASKING_TWICE = """# Twice
- minutes: 5
- about: two questions

## One
Look.

? Which?
A. one
B. two

= Said: {answer}.

## Two
Look again.

? Which now?
A. one
B. two

= Said: {answer}.
"""


def walk() -> Walk:
    return Walk(read_lesson(TEXT))


def seen(mode: str, silhouette: float):
    return a_snapshot(a_view(mode, scores=some_scores(silhouette=silhouette)))


def test_a_conclusion_waits_for_the_answer_then_the_key_then_the_numbers():
    led = walk()
    led.see(seen("off", 0.5))
    assert led.said == ("Bottom-up has 0.50.",) and led.asking
    led.press("T")  # not yet: the class has not answered
    led.answer("b")
    assert led.waiting and not led.asking and led.awaited_words == "Now press T."
    led.press("P")
    assert led.waiting
    led.press("T")
    assert not led.waiting and led.conclusion == ""
    assert led.awaited_words == "It is being measured …"
    led.see(seen("both", 0.7))
    assert led.conclusion == "Up to 0.70. You said B."


def test_where_it_comes_out_otherwise_the_other_sentence_is_said():
    led = walk()
    led.answer("A")
    led.press("T")
    led.see(seen("off", 0.5))
    led.see(seen("both", 0.4))
    assert led.conclusion == "Down to 0.40. You said A."


def test_a_show_of_hands_takes_the_letter_with_most_hands():
    led = walk()
    led.count_hands("a 3, B: 12")
    assert led.answered is not None and led.answered.words == "B (12 of 15)"


@pytest.mark.parametrize("text", ["", "many", "A 0", "Z 3", "A 3; B 4", "A -1"])
def test_what_is_no_show_of_hands_is_refused_with_a_sentence(text):
    with pytest.raises(UserError, match=r"A 12, B 3|Answer with"):
        walk().count_hands(text)


def test_a_question_can_be_passed_over_and_what_is_awaited_after_it():
    led = walk()
    led.skip()
    assert led.waiting and not led.asking
    led.skip()
    assert not led.waiting
    led.see(seen("off", 0.5))
    led.see(seen("both", 0.7))
    assert led.conclusion == "Up to 0.70. You said none given."


def test_an_answer_is_not_that_to_an_earlier_question():
    lesson = read_lesson(ASKING_TWICE)
    walk = Walk(lesson)
    walk.answer("B")
    assert walk.conclusion == "Said: B."
    walk.go(1)
    walk.skip()
    assert walk.conclusion == "Said: none given."


def test_a_number_is_awaited():
    led = walk()
    led.go(1)
    led.see(seen("both", 0.5))
    assert led.waiting
    led.see(seen("both", 0.7))
    assert not led.waiting


def learning(name: str, state: TrainingStatus):
    snapshot = while_learning(snapshots()[0])
    assert snapshot.training is not None
    return replace(snapshot, training=replace(snapshot.training, name=name, state=state))


def test_a_training_counts_if_it_ended_after_the_step_began():
    led = Walk(read_lesson(TEXT.replace("wait: silhouette:both > 0.6", "wait: training done")))
    led.go(1)
    led.begin(Settings())
    led.see(learning("one", TrainingStatus.DONE))  # of an earlier step
    assert led.waiting and led.next_words == "Start ▸"
    assert led.awaited_words == "Now press Start in Training."
    led.see(learning("two", TrainingStatus.RUNNING))
    assert led.waiting and led.next_words == "Do not wait ▸"
    led.see(learning("two", TrainingStatus.STOPPED))
    assert led.waiting
    led.see(learning("three", TrainingStatus.DONE))
    assert not led.waiting


def test_other_settings_make_a_conclusion_wait_for_what_they_show():
    led = walk()
    led.skip()
    led.skip()
    led.see(seen("off", 0.5))
    led.see(seen("both", 0.7))
    assert led.conclusion
    led.follow(Settings(noise=3.0))
    assert not led.conclusion


def test_a_lesson_has_two_ends():
    led = walk()
    assert not led.go(-1) and led.go(2) and led.at_end and not led.go(1)
    assert led.next_words == "That was all"


def test_a_step_that_asks_nothing_takes_no_answer():
    led = walk()
    led.go(1)
    with pytest.raises(UserError, match="asks nothing"):
        led.answer("A")
