"""Walking through a lesson: which step it is, what it waits for, and what it concludes.

Nothing here knows the window: the caller brings a step's set-up about, and tells what it sees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Conclusion, Lesson, LessonStep
from dpcn_app.lessons.numbers import Measured
from dpcn_app.lessons.wording import filled, placeholders
from dpcn_app.live.estimation_thread import RunView
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.training.status import TrainingStatus

_HANDS = re.compile(r"\s*([A-Fa-f])\s*[:=]?\s*(\d{1,4})\s*")


@dataclass(frozen=True)
class Answer:
    """The class's answer to a question: a letter, and the hands that went up for each letter."""

    letter: str
    hands: tuple[tuple[str, int], ...] = ()

    @property
    def words(self) -> str:
        """What the class said: `B`, or `B (12 of 15)` where hands were counted."""
        if not self.hands:
            return self.letter
        return f"{self.letter} ({dict(self.hands)[self.letter]} of {sum(n for _, n in self.hands)})"


class Walk:
    """The way through a lesson.

    Parameters
    ----------
    lesson
        The lesson.
    no_answer
        What stands for the answer to a question that was passed over.

    Attributes
    ----------
    lesson
        The lesson.
    index
        The current step, from 0.
    """

    def __init__(self, lesson: Lesson, no_answer: str = "none given") -> None:
        self.lesson, self.index, self._no_answer = lesson, 0, no_answer
        self._measured = Measured(_named_in(lesson))
        self._answers: dict[int, Answer] = {}
        self._met: set[int] = set()  # steps whose awaited thing has happened
        self._passed: set[int] = set()  # steps whose question was passed over
        self._old_training = ""  # that had ended when the step began
        self._training = False  # whether one is under way
        self._entered = False  # whether a snapshot has come since the step began

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.index]

    def go(self, steps: int) -> bool:
        """Go some steps forward, or back if negative; return whether that led to another step."""
        goal = min(max(self.index + steps, 0), len(self.lesson.steps) - 1)
        moved, self.index = goal != self.index, goal
        return moved

    @property
    def at_end(self) -> bool:
        """Whether this is the last step."""
        return self.index == len(self.lesson.steps) - 1

    # --- what happens -----------------------------------------------------------------------------

    def answer(self, letter: str) -> None:
        """Take the answer to the current question."""
        self._answer(Answer(self._known_letter(letter)))

    def count_hands(self, text: str) -> None:
        """Take a show of hands, such as `A 12, B 3`; the answer is the letter with most hands."""
        found = [_HANDS.fullmatch(part) for part in text.split(",")]
        if not all(found):
            raise UserError("Write a show of hands like: A 12, B 3")
        hands = {self._known_letter(match[1]): int(match[2]) for match in found if match}
        if not sum(hands.values()):
            raise UserError("No hand went up; write a show of hands like: A 12, B 3")
        most = max(hands, key=lambda letter: hands[letter])
        self._answer(Answer(most, tuple(hands.items())))

    def _known_letter(self, letter: str) -> str:
        question = self.step.question
        if question is None:
            raise UserError("This step asks nothing.")
        if letter.upper() not in question.letters:
            raise UserError(f"Answer with {' or '.join(question.letters)}.")
        return letter.upper()

    def _answer(self, answer: Answer) -> None:
        self._answers[self.index] = answer
        if self.step.awaited.kind == "answer":
            self._met.add(self.index)

    def skip(self) -> None:
        """Pass a question over; where none is asked, wait no longer for what is awaited."""
        if not self.asking or self.step.awaited.kind == "answer":
            self._met.add(self.index)
        self._passed.add(self.index)

    def begin(self, settings: Settings) -> None:
        """Take note that the step begins, with these settings."""
        self.follow(settings)
        self._entered = False

    def follow(self, settings: Settings) -> None:
        """Take note of what is shown from now on; numbers of anything else are not known then."""
        self._measured.begin(settings)

    def begin_run(self) -> None:
        """Forget the errors of the run that State estimation showed: another one begins."""
        self._measured.forget_run()

    def press(self, key: str) -> None:
        """Take note of a key that was pressed, as Qt writes it; none counts before the answer."""
        if self.asking:
            return
        if self.step.awaited.kind == "key" and self.step.awaited.key == key:
            self._met.add(self.index)

    def see(self, snapshot: Snapshot) -> None:
        """Take the numbers of a snapshot, and note what has come about with it."""
        self._measured.take(snapshot)
        training = snapshot.training
        self._training = training is not None and training.state.under_way
        if not self._entered:
            self._entered = True
            self._old_training = "" if training is None or self._training else training.name
        if self.step.awaited.kind == "training" and self.has_trained(snapshot):
            self._met.add(self.index)
        self._await_numbers()

    def see_run(self, run: RunView) -> None:
        """Take the numbers of a run of the State-estimation page."""
        self._measured.take_run(run)
        self._await_numbers()

    def has_trained(self, snapshot: Snapshot) -> bool:
        """Return whether a training has ended well since the step began."""
        training = snapshot.training
        if training is None or not self._entered or training.name == self._old_training:
            return False
        return training.state is TrainingStatus.DONE

    def _await_numbers(self) -> None:
        awaited = self.step.awaited
        if awaited.numbers is not None and awaited.numbers.holds(self._measured.numbers):
            self._met.add(self.index)

    # --- what is said -----------------------------------------------------------------------------

    @property
    def answered(self) -> Answer | None:
        """The answer to the current question; None where there is none."""
        return self._answers.get(self.index)

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        unanswered = self.answered is None and self.index not in self._passed
        return self.step.question is not None and unanswered

    @property
    def trains(self) -> bool:
        """Whether a training is part of the lesson."""
        return any(step.awaited.kind == "training" for step in self.lesson.steps)

    @property
    def waiting(self) -> bool:
        """Whether what the step waits for has not happened yet."""
        return self.asking or self._awaiting

    @property
    def _awaiting(self) -> bool:
        return self.step.awaited.kind != "nothing" and self.index not in self._met

    @property
    def said(self) -> tuple[str, ...]:
        """What the step says, with the numbers known so far."""
        return tuple(self._filled(text) for text in self.step.said)

    @property
    def numbers_said(self) -> bool:
        """Whether all numbers that the step speaks of before its conclusion are known."""
        named = {name for text in self.step.said for name in placeholders(text)}
        return named <= {*self._measured.numbers, "answer"}

    @property
    def awaited_words(self) -> str:
        """What the class is to do now, or what is waited for; empty for nothing."""
        awaited = self.step.awaited
        if self.asking and self.step.question is not None:
            letters = self.step.question.letters
            return f"Press {', '.join(letters[:-1])} or {letters[-1]}."
        if not self.waiting:
            measuring = self.step.conclusions and not self.conclusion
            return "It is being measured …" if measuring else ""
        return {
            "key": f"Now press {awaited.key}.",
            "training": "It goes on when the training is done."
            if self._training
            else "Now press Start in Training.",
            "number": "It goes on when the numbers are there.",
        }.get(awaited.kind, "")

    @property
    def next_words(self) -> str:
        """What going on means now."""
        if self.asking:
            return "Pass ▸"
        if self.waiting and self.step.awaited.kind == "key":
            return f"Press {self.step.awaited.key} ▸"
        if self.waiting and self.step.awaited.kind == "training" and not self._training:
            return "Start ▸"
        if self.waiting:
            return "Do not wait ▸"
        return "That was all" if self.at_end else "Next ▸"

    @property
    def conclusion(self) -> str:
        """The conclusion, once the step waits no longer and all its numbers are known."""
        if self.waiting:
            return ""
        chosen = self._chosen()
        if chosen is None:
            return ""
        known = {*self._measured.numbers, "answer"}
        if not set(placeholders(chosen.text)) <= known:
            return ""
        return self._filled(chosen.text)

    def _chosen(self) -> Conclusion | None:
        """Return the first conclusion whose condition holds; None while one before is unknown."""
        for each in self.step.conclusions:
            holds = True if each.when is None else each.when.holds(self._measured.numbers)
            if holds is None:
                return None
            if holds:
                return each
        return None

    def _filled(self, text: str) -> str:
        asked = [at for at in range(self.index + 1) if self.lesson.steps[at].question is not None]
        given = self._answers.get(asked[-1]) if asked else None
        answer = self._no_answer if given is None else given.words
        return filled(text, self._measured.numbers, answer)


def _named_in(lesson: Lesson) -> set[str]:
    """Return the names of all numbers that a lesson speaks of or waits for."""
    names: set[str] = set()
    for step in lesson.steps:
        conditions = [step.awaited.numbers, *(each.when for each in step.conclusions)]
        names |= {name for each in conditions if each is not None for name in each.names}
        for text in (*step.said, *(each.text for each in step.conclusions)):
            names.update(placeholders(text))
    return names
