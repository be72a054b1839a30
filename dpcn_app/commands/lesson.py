"""`dpcn-app lesson`: list lessons, check the text of one, open the window in one, write it down."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.table import Table

from dpcn_app.commands.terminal import Results
from dpcn_app.errors import UserError
from dpcn_app.lessons.library import find_lesson, list_lessons, own_lessons
from dpcn_app.lessons.reading import LessonError, load_lesson


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = "Open the window in a lesson, list all lessons, or check a text."
    parser.add_argument(
        "name", nargs="?", metavar="NAME_OR_FILE", help="a lesson's name or number, or its text"
    )
    parser.add_argument("--list", action="store_true", help="list all lessons")
    parser.add_argument(
        "--check", action="store_true", help="read the text, say what is wrong, and open no window"
    )
    parser.add_argument(
        "--handout",
        metavar="OUT.md",
        type=Path,
        help="write the lesson down as a page for students, with pictures; opens no window",
    )


def run(arguments: Namespace) -> int:
    """List or check, and return the exit code; otherwise find the lesson that is to be opened."""
    if arguments.list:
        _list()
        return 0
    if arguments.name is None:
        raise UserError("Name a lesson, or list all of them with: dpcn-app lesson --list.")
    if arguments.check:
        return _check(arguments.name)
    arguments.lesson = find_lesson(arguments.name)
    return 0


def _list() -> None:
    table = Table(title="Lessons")
    for title in ("", "name", "minutes", "title, and what it is about"):
        table.add_column(title, no_wrap=title == "name")  # a name that is cut cannot be typed in
    for entry in list_lessons():
        if entry.lesson is None:
            table.add_row(entry.number, entry.name, "", f"cannot be used: {entry.problem}")
            continue
        lesson = entry.lesson
        about = f"{lesson.title}: {lesson.about}" if lesson.about else lesson.title
        table.add_row(entry.number, entry.name, str(lesson.minutes), about)
    console = Results()
    console.print(table)
    # Not wrapped: a path in two lines cannot be copied. Nor read as markup: it is not ours.
    console.print(
        f"Texts of your own go into {own_lessons()}", highlight=False, soft_wrap=True, markup=False
    )


def _check(name: str) -> int:
    """Say line by line what is wrong with a lesson."""
    path = Path(name)
    try:
        lesson = load_lesson(path) if os.path.exists(path) else find_lesson(name)
    except LessonError as error:
        for mistake in error.mistakes:
            print(f"{name}:{mistake.line}: {mistake.what}", file=sys.stderr)
        return 2
    print(f"{lesson.title}: {len(lesson.steps)} steps, no mistakes.")
    return 0
