"""The lessons there are: those that come with the app, and those in a folder of the user's own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.lessons.reading import load_lesson
from dpcn_app.storage.bundled import resources

SUFFIX = ".md"
_MOST = 200  # files of a folder that are listed


@dataclass(frozen=True)
class LessonEntry:
    """A lesson in the list.

    Parameters
    ----------
    name, number, path
        What it is called on the command line; the number that its file begins with, as in
        `04-noise.md`, or an empty text; and where its text is.
    lesson
        What it holds; None where it cannot be used.
    problem
        Why it cannot be used; empty where it can.
    own
        Whether it is the user's.
    """

    name: str
    number: str
    path: Path
    lesson: Lesson | None
    problem: str
    own: bool


def own_lessons() -> Path:
    """Return the folder of the user's own lessons, which need not be there."""
    return platformdirs.user_data_path("dpcn_app", appauthor=False) / "lessons"


def list_lessons(own: Path | None = None) -> tuple[LessonEntry, ...]:
    """Return all lessons, the bundled ones first; files that are no lessons say why."""
    folder = own_lessons() if own is None else own
    bundled = [_entry(path, own=False) for path in _texts(resources() / "lessons")]
    return (*bundled, *(_entry(path, own=True) for path in _texts(folder)))


def find_lesson(name: str, own: Path | None = None) -> Lesson:
    """Return a lesson by its name, its number, or the path of its text."""
    if name.endswith(SUFFIX):
        return load_lesson(Path(name))
    for entry in list_lessons(own):
        if name in (entry.name, entry.path.stem, entry.number):
            if entry.lesson is None:
                raise UserError(entry.problem)
            return entry.lesson
    known = ", ".join(entry.name for entry in list_lessons(own)) or "none yet"
    raise UserError(f"There is no lesson called {name!r}; there are: {known}. Or name a file.")


def lesson_after(lesson: Lesson, own: Path | None = None) -> Lesson | None:
    """Return the lesson that comes after one in the list; None after the last."""
    usable = [entry.lesson for entry in list_lessons(own) if entry.lesson is not None]
    titles = [each.title for each in usable]
    if lesson.title not in titles[:-1]:
        return None
    return usable[titles.index(lesson.title) + 1]


def _texts(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)[:_MOST]
    except OSError:  # no such folder, or none that may be read
        return []


def _entry(path: Path, *, own: bool) -> LessonEntry:
    numbered = re.fullmatch(r"0*([1-9]\d{0,3})-(.+)", path.stem, re.ASCII)
    number, name = ("", path.stem) if numbered is None else (numbered[1], numbered[2])
    try:
        return LessonEntry(name, number, path, load_lesson(path), "", own)
    except UserError as error:
        return LessonEntry(name, number, path, None, str(error), own)
