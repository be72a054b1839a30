"""Reading a lesson: Markdown with a small header for each step; mistakes are told with their line.

# Title
- minutes: 5
- about: what it is about

## Title of a step
- noise: 0                      a setting, as in a session file, or frame, playing, panels, …
- wait: key T                   or: answer, training done, silhouette:both > 0.6
- light: noise                  the one control or panel that matters
- training: preset=shapes-easy, frames=600, seed=1     what Training offers
- run: lambda=0.01              what State estimation simulates (panels: states)
- stays: yes                    goes along with whatever the user has opened meanwhile
- after: answer                 shows all this once the question below is answered

One or two sentences that are said.

? Which will it be?
A. the one
B. the other

= if silhouette:both > silhouette:off: It rose from {silhouette:off} to {silhouette:both}.
= else: It did not rise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.lessons.formulas import read_condition
from dpcn_app.lessons.lesson import (
    JUST_TRAINED,
    LETTERS,
    Conclusion,
    Lesson,
    LessonStep,
    Question,
)
from dpcn_app.lessons.named_numbers import check_number
from dpcn_app.lessons.step_header import StepHeader, not_there, read_header_line
from dpcn_app.lessons.wording import placeholders
from dpcn_app.live.settings import Settings
from dpcn_app.training.presets import PRESETS

MOST_BYTES = 200_000
"""Largest lesson file."""
MOST_STEPS = 60
"""Most steps of a lesson: more is a book."""
MOST_SAID = 600
"""Most characters that a step says: a class listens, it does not read."""
MOST_MINUTES = 60
_MOST_MISTAKES = 20  # that are told of one file


@dataclass(frozen=True)
class Mistake:
    """What is wrong in a line, counted from 1, and what to write instead."""

    line: int
    what: str


class LessonError(UserError):
    """A lesson that cannot be used, with its mistakes."""

    def __init__(self, name: str, mistakes: tuple[Mistake, ...]) -> None:
        lines = [f"line {each.line}: {each.what}" for each in mistakes]
        super().__init__(f"{name} is no lesson that can be used: " + "; ".join(lines) + ".")
        self.mistakes = mistakes


def load_lesson(path: Path) -> Lesson:
    """Read a lesson from a file."""
    try:
        if path.exists() and not path.is_file():  # a pipe would wait for its other end
            raise UserError(f"{path} is not a file; choose another one.")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > MOST_BYTES:
        raise UserError(f"{path} is too large for a lesson; it may have {MOST_BYTES:,} bytes.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not text in UTF-8; save it as UTF-8.") from error
    return read_lesson(text, path.name)


def read_lesson(text: str, name: str = "This text") -> Lesson:
    """Read a lesson from its text; all mistakes are told together."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.take(number, line.rstrip())
        except UserError as error:
            reader.mistakes.append(Mistake(number, str(error).rstrip(".")))
        if len(reader.mistakes) >= _MOST_MISTAKES:
            break
    lesson = reader.lesson()
    if reader.mistakes:
        raise LessonError(name, tuple(sorted(reader.mistakes, key=lambda each: each.line)))
    return replace(lesson, text=text)


@dataclass
class _StepSoFar:
    """A step while its lines are read."""

    title: str
    line: int
    selecting: int = 0  # the line in which something is selected
    header: StepHeader = field(default_factory=StepHeader)
    said: list[str] = field(default_factory=list)
    question: str = ""
    answers: list[str] = field(default_factory=list)
    conclusions: list[Conclusion] = field(default_factory=list)


class _Reader:
    """Takes the lines of a lesson one by one."""

    def __init__(self) -> None:
        self.mistakes: list[Mistake] = []
        self._title, self._about, self._minutes = "", "", 0
        self._steps: list[_StepSoFar] = []
        self._new_paragraph = True

    def take(self, number: int, line: str) -> None:
        """Take a line."""
        if line.startswith("## "):
            self._begin_step(number, line[3:].strip())
        elif line.startswith("# "):
            if self._title:
                raise UserError("a lesson has one title; begin a step with ##")
            self._title = line[2:].strip()
        elif line.startswith("#"):
            raise UserError("a title begins with '# ', a step with '## '")
        elif line.startswith("- "):
            self._take_header(number, line[2:])
        elif line.startswith("?"):
            self._take_question(line[1:].strip())
        elif match := re.match(rf"([{LETTERS}])\. (.*)", line):
            self._take_answer(match[1], match[2].strip())
        elif line.startswith("="):
            self._take_conclusion(line[1:].strip())
        elif line.strip():
            self._say(line.strip())
        self._new_paragraph = not line.strip()

    @property
    def _step(self) -> _StepSoFar:
        if not self._steps:
            raise UserError("this stands before the first step; begin one with '## ' and a title")
        return self._steps[-1]

    def _begin_step(self, number: int, title: str) -> None:
        if len(self._steps) >= MOST_STEPS:
            raise UserError(f"a lesson has at most {MOST_STEPS} steps; make two lessons of it")
        if not title:
            raise UserError("a step needs a title after '## '")
        self._steps.append(_StepSoFar(title, number))

    def _take_header(self, number: int, line: str) -> None:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not value:
            raise UserError(f"'- {line[:40]}' should be '- name: value'")
        if self._steps:
            step = self._step
            if step.said or step.question:
                raise UserError("settings come first in a step, before what is said")
            read_header_line(step.header, name, value)
            if name == "select":
                step.selecting = number
        elif name == "minutes":
            if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= MOST_MINUTES:
                raise UserError(f"minutes is a whole number from 1 to {MOST_MINUTES}")
            self._minutes = int(value)
        elif name == "about":
            self._about = value
        else:
            raise UserError(f"a lesson begins with minutes and about; {name[:40]!r} is neither")

    def _take_question(self, text: str) -> None:
        step = self._step
        if step.question:
            raise UserError("a step asks one question; begin another step for the next")
        if not text:
            raise UserError("write the question after '? '")
        step.question = text

    def _take_answer(self, letter: str, text: str) -> None:
        step = self._step
        if not step.question:
            raise UserError("an answer needs a question above it, in a line that begins with '? '")
        expected = LETTERS[len(step.answers)] if len(step.answers) < len(LETTERS) else ""
        if letter != expected or not text:
            raise UserError(
                f"the next answer should be '{expected}. …'"
                if expected
                else f"a question has at most {len(LETTERS)} answers"
            )
        step.answers.append(text)

    def _take_conclusion(self, line: str) -> None:
        step = self._step
        if step.conclusions and step.conclusions[-1].when is None:
            raise UserError("nothing can follow '= else:'; put it last")
        if match := re.match(r"if (.+?): +(.+)", line):
            when = read_condition(match[1])
            for name in when.names:
                check_number(name)
            step.conclusions.append(Conclusion(self._checked(match[2]), when))
        elif match := re.match(r"(?:else:)? *(.+)", line):
            if not line.startswith("else:") and step.conclusions:
                raise UserError("write '= if …: …' or '= else: …'")
            step.conclusions.append(Conclusion(self._checked(match[1])))
        else:
            raise UserError("a conclusion needs a sentence after '= '")

    def _say(self, text: str) -> None:
        said = self._step.said
        if self._step.conclusions or self._step.question:
            raise UserError("what is said comes before the question and the conclusion")
        if self._new_paragraph or not said:
            said.append(text)
        else:
            said[-1] += f" {text}"
        self._checked(text)
        if sum(map(len, said)) > MOST_SAID:
            raise UserError(f"a step says at most {MOST_SAID} characters; make two steps of it")

    def _checked(self, text: str) -> str:
        """Return a sentence whose numbers in braces all exist."""
        for name in placeholders(text):
            if name != "answer":
                check_number(name)
        return text

    def lesson(self) -> Lesson:
        """Return the lesson, after the last line; what it lacks is added to the mistakes."""
        if not self._title:
            self.mistakes.append(Mistake(1, "begin with '# ' and the lesson's title"))
        if not self._minutes:
            self.mistakes.append(Mistake(1, "say how long it takes: '- minutes: 5'"))
        if not self._steps:
            self.mistakes.append(Mistake(1, "there is no step; begin one with '## '"))
        steps = tuple(self._finished(step) for step in self._steps)
        self._check_together(steps)
        return Lesson(self._title, self._minutes, self._about, steps)

    def _check_together(self, steps: tuple[LessonStep, ...]) -> None:
        """Refuse steps that, with the settings of the steps before, cannot be shown."""
        settings, trained = Settings(), ""
        for step, so_far in zip(steps, self._steps, strict=True):
            settings = replace(settings, **step.setup.settings)
            if step.setup.training is not None:
                trained = step.setup.training["preset"]
            network = trained if settings.model == JUST_TRAINED else settings.model
            if network in PRESETS:
                lacking = not_there(step.setup, network)
                if lacking:
                    self.mistakes.append(Mistake(so_far.selecting, lacking))
            try:
                settings.check()
            except UserError as error:
                about = f"the step {step.title[:40]!r} cannot be shown: {error}"
                self.mistakes.append(Mistake(step.line, about.rstrip(".")))
                return

    def _finished(self, step: _StepSoFar) -> LessonStep:
        def miss(what: str) -> None:
            self.mistakes.append(Mistake(step.line, f"the step {step.title[:40]!r} {what}"))

        if not step.said:
            miss("says nothing; write a sentence")
        if step.question and len(step.answers) < 2:
            miss("asks without answers; write 'A. …' and 'B. …'")
        if step.header.others.get("after") and not step.question:
            miss("shows something after an answer, but asks nothing; write '? …'")
        if step.header.awaited.kind == "answer" and not step.question:
            miss("waits for an answer, but asks nothing; write '? …'")
        if step.conclusions and step.conclusions[-1].when is not None:
            miss("does not say what to conclude otherwise; write '= else: …' last")
        names = {each for one in step.conclusions for each in placeholders(one.text)}
        if "answer" in names and not any(before.question for before in self._steps):
            miss("speaks of an answer, but no question was asked; write '? …'")
        return LessonStep(
            step.title,
            tuple(step.said),
            step.line,
            step.header.setup(),
            step.header.light,
            Question(step.question, tuple(step.answers)) if step.question else None,
            step.header.awaited,
            tuple(step.conclusions),
        )
