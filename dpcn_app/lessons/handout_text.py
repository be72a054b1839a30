"""A lesson as a page for students: Markdown with pictures, questions and what was measured."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dpcn_app.lessons.lesson import Lesson, LessonStep

BLANK = "…………"
"""Stands for the answer that a student writes down."""
NOT_MEASURED = "This could not be measured here."

_MARKS = re.compile(r"([\\`*_\[\]<>#|~!])")


@dataclass(frozen=True)
class HandoutStep:
    """A step as it was walked.

    Parameters
    ----------
    step
        The step.
    said
        What it says, with its numbers.
    conclusion
        The conclusion with its numbers; empty where there is none.
    pictures
        Paths of its pictures as the page names them: as the step sets the window up, and, where it
        waits for something, after that.
    """

    step: LessonStep
    said: tuple[str, ...]
    conclusion: str
    pictures: tuple[str, ...]


def handout_page(lesson: Lesson, steps: Sequence[HandoutStep]) -> str:
    """Return the page; whatever looks like markup in a lesson stays as it was written."""
    parts = [f"# {_plain(lesson.title)}"]
    if lesson.about:
        parts.append(f"*{_plain(lesson.about)}*")
    for number, each in enumerate(steps, 1):
        parts.append(f"## {number}. {_plain(each.step.title)}")
        parts += [_plain(text) for text in each.said]
        parts += [_picture(number, path) for path in each.pictures[:1]]
        parts += _question(each.step)
        parts += [_awaited(each.step)] if _awaited(each.step) else []
        parts += [_picture(number, path) for path in each.pictures[1:]]
        if each.conclusion:
            parts.append(f"> {_plain(each.conclusion)}")
    return "\n\n".join(parts) + "\n"


def _question(step: LessonStep) -> list[str]:
    if step.question is None:
        return []
    answers = zip(step.question.letters, step.question.answers, strict=True)
    listed = "\n".join(f"- {letter}. {_plain(answer)}" for letter, answer in answers)
    return [f"**{_plain(step.question.text)}**", listed]


def _awaited(step: LessonStep) -> str:
    """Return what the class does in the window before the conclusion."""
    return {
        "key": f"*Then {step.awaited.key} is pressed.*",
        "training": "*Then the training is started, and waited for.*",
    }.get(step.awaited.kind, "")


def _picture(number: int, path: str) -> str:
    return f"![The window in step {number}]({path})"


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return _MARKS.sub(r"\\\1", text.replace("&", "&amp;"))
