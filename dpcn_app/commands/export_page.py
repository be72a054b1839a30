"""`dpcn-app export page`: what was seen as one page for the browser."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dpcn_app.commands.export_source import Asked, add_source_arguments, asked_for
from dpcn_app.commands.export_steps import add_led_argument, steps_reported
from dpcn_app.commands.terminal import print_json, say
from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.lessons.library import find_lesson
from dpcn_app.live.measures import written
from dpcn_app.sharing.film_order import frame_range
from dpcn_app.sharing.page_order import check_frames
from dpcn_app.sharing.recording import Recording, record
from dpcn_app.sharing.told_lesson import lesson_settings, record_with_lesson
from dpcn_app.sharing.watched_frames import Report
from dpcn_app.sharing.web_page import save_page
from dpcn_app.storage.atomic import check_writable

_USUAL = 300  # frames of a page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--out", required=True, type=Path, help="file to write, .html")
    add_source_arguments(parser)
    parser.add_argument(
        "--frames", default="1-", help=f"range such as 1-200, 100- or 200 (default {_USUAL} frames)"
    )
    parser.add_argument(
        "--lesson",
        dest="told",  # the lesson of a namespace is one that opens the window
        metavar="NAME",
        help="tell a lesson on the page, which shows that lesson's video, network and modes, or "
        "those of the session that is named (see dpcn-app lesson --list)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_led_argument(parser)


# Numbers near the end of their range may overflow; what then is shown black is told.
@np.errstate(over="ignore", invalid="ignore")
def run(arguments: argparse.Namespace) -> int:
    """Record the video and write the page; Ctrl-C leaves no file."""
    out: Path = arguments.out
    if out.suffix.lower() not in (".html", ".htm"):
        raise UserError(f"A page's name ends with .html, and {str(out)!r} does not; rename it.")
    with steps_reported(arguments.led) as report:
        recording = _recorded(arguments, report)
        report(1.0, "writing")
        size = save_page(out, recording)
    for problem in recording.problems:
        say(f"Warning: {problem}")
    _tell(arguments, recording, size)
    return 0


def _frames(text: str) -> tuple[int, int]:
    """Return the first frame, from 0, and how many there are at most."""
    first, last = frame_range(text)
    if first < 1 or (last is not None and last < first):
        raise UserError(
            "The frames of a page go from a first to a later one, counted from 1, as in 1-300."
        )
    frames = _USUAL if last is None else last - first + 1
    check_frames(frames)
    return first - 1, frames


def _recorded(arguments: argparse.Namespace, report: Report) -> Recording:
    """Record what is asked for; refuse it before that where no page can be made."""
    first, frames = _frames(arguments.frames)
    lesson = _lesson(arguments)
    if lesson is None or arguments.session is not None:
        # A session's video stays as long as it is: its scores are those of the window.
        asked = asked_for(arguments, None if arguments.session else first + frames)
    else:
        asked = Asked(lesson_settings(lesson), None)
    check_writable(arguments.out)
    settings, model, seen = asked.settings, asked.model, asked.seen
    if lesson is None:
        return record(settings, frames, report, model, first, seen)
    return record_with_lesson(lesson, settings, frames, report, model, first, seen)


def _lesson(arguments: argparse.Namespace) -> Lesson | None:
    """Return the lesson that is named; refuse what would take its place beside it."""
    if arguments.told is None:
        return None
    for name in () if arguments.session else ("source", "model", "modes", "noise", "seed"):
        if getattr(arguments, name) is not None:
            raise UserError(
                f"A lesson brings its own video, network and modes; leave --{name} out."
            )
    return find_lesson(arguments.told)


def _tell(arguments: argparse.Namespace, recording: Recording, size: int) -> None:
    if arguments.json:
        print_json(
            {
                "out": str(arguments.out),
                "bytes": size,
                "frames": len(recording.input),
                "model": recording.model,
                "video": recording.video,
                "noise": recording.noise,
                "modes": {mode.name: mode.numbers for mode in recording.modes},
                "problems": list(recording.problems),
            }
        )
        return
    print(
        f"{arguments.out}: {len(recording.input):,} frames, {size / 1e6:.1f} MB; open it in any "
        "browser."
    )
    for mode in recording.modes:
        print(f"  {mode.title:20} {_in_words(mode.numbers)}")


def _in_words(numbers: dict[str, float]) -> str:
    words: Sequence[str] = [f"{name} {written(value)}" for name, value in numbers.items()]
    return "  ".join(words)
