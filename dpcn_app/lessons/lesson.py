"""What a lesson is made of: steps, each with a set-up, something said, and maybe a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dpcn_app.lessons.formulas import Condition

LETTERS = "ABCDEF"
"""Letters of the answers to a question."""
JUST_TRAINED = "just trained"
"""What a lesson calls the network that was trained last in it."""
RUN_VALUES = {
    "observations": (20, 200),
    "nonzeros": (1, 80),
    "innovations": (0, 10),
    "noise": (0, 1),
    "lambda": (0, 1),
    "gamma": (0, 1),
    "seed": (0, 999_999),
}
"""What a lesson may set in State estimation, with the least and the largest value."""


@dataclass(frozen=True)
class Question:
    """A question with answers, the first of which is A."""

    text: str
    answers: tuple[str, ...]

    @property
    def letters(self) -> str:
        """Letters of the answers, such as "ABC"."""
        return LETTERS[: len(self.answers)]


@dataclass(frozen=True)
class Awaited:
    """What a step waits for before it concludes.

    Parameters
    ----------
    kind
        `key`, `answer`, `training`, `number`, or `nothing`.
    key
        Which key, as Qt writes it.
    numbers
        Which comparison has to become true.
    """

    kind: str = "nothing"
    key: str = ""
    numbers: Condition | None = None


@dataclass(frozen=True)
class Conclusion:
    """A sentence with live numbers, and when it is the one to say; None: when no other was."""

    text: str
    when: Condition | None = None


@dataclass(frozen=True)
class Setup:
    """What a step brings about in the window.

    Parameters
    ----------
    settings
        Settings that change, by the names of their fields.
    frame
        Frame to go to, counted from 0; None to stay.
    playing
        Whether the video plays; None to leave it as it is.
    panels
        Names of the panels to bring to the front.
    atom, cause
        What to select: an atom of layer 1, a (layer, cause), counted from 0; None for nothing.
    camera
        Azimuth, elevation and zoom; None to leave it as it is.
    training
        What the Training panel offers to train: `preset`, `frames`, `seed`, and `values`, the
        hyper-parameters of each layer by name; None to leave it as it is.
    run
        What State estimation simulates, by the names in `RUN_VALUES`; the rest is the paper's. None
        to leave it as it is.
    stays
        Whether the step stays with whatever the user has gone to, such as a video of their own.
    after
        `answer` where settings and run come about only once the step's question is answered: until
        then the step before stays in view, which does not give the answer away. Else empty.
    """

    settings: Mapping[str, Any] = field(default_factory=dict)
    frame: int | None = None
    playing: bool | None = None
    panels: tuple[str, ...] = ()
    atom: int | None = None
    cause: tuple[int, int] | None = None
    camera: tuple[float, float, float] | None = None
    training: Mapping[str, Any] | None = None
    run: Mapping[str, float] | None = None
    stays: bool = False
    after: str = ""


@dataclass(frozen=True)
class LessonStep:
    """One page of a lesson.

    Parameters
    ----------
    title, said
        Its title, and what is said, in paragraphs.
    line
        Where it begins in the file, counted from 1.
    setup
        What it brings about.
    light
        Name of the one control or panel that matters; empty for none.
    question
        What the class is asked; None for nothing.
    awaited
        What the step waits for before it concludes.
    conclusions
        The first one whose condition holds is said.
    """

    title: str
    said: tuple[str, ...]
    line: int
    setup: Setup = Setup()
    light: str = ""
    question: Question | None = None
    awaited: Awaited = Awaited()
    conclusions: tuple[Conclusion, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson: its title, how many minutes it takes, what it is about, its steps, and its text."""

    title: str
    minutes: int
    about: str
    steps: tuple[LessonStep, ...]
    text: str = ""
