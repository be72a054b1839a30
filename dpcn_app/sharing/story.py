"""A lesson as a page tells it: what is said, asked and concluded, step by step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StoryStep:
    """One step of a lesson, as a page tells it.

    Parameters
    ----------
    title, said
        Its title and its paragraphs.
    question, answers
        What it asks, and the answers from A on; both empty where it asks nothing.
    conclusions
        What it concludes, one for each answer, or one alone where it asks nothing; empty texts
        where that was not measured.
    modes
        Modes that it shows, before and after what the class is to do.
    frame
        Frame that it goes to, from 0; None to stay.
    here
        Whether it looks at the video that the page shows.
    """

    title: str
    said: tuple[str, ...]
    question: str
    answers: tuple[str, ...]
    conclusions: tuple[str, ...]
    modes: tuple[tuple[str, ...], tuple[str, ...]]
    frame: int | None
    here: bool = True


@dataclass(frozen=True)
class Story:
    """A lesson, as a page tells it: its title and its steps."""

    title: str
    steps: tuple[StoryStep, ...]
