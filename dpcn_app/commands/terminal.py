"""What the commands show on a terminal: progress on stderr, results on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from dpcn_app.engine.trainer import Progress as TrainingProgress

Report = Callable[[float, str], None]


class Results(Console):
    """Where results are printed; a reader who leaves early is the caller's business, not rich's."""

    def on_broken_pipe(self) -> None:
        """Let the error through, where rich would exit with 1, a code that means a verdict here."""
        raise BrokenPipeError


@contextmanager
def progress_bar(period: float = 30.0) -> Iterator[Report]:
    """Yield a function that takes the share done and a few words; silent if nobody watches.

    The time left is estimated from the last `period` seconds, in which something has to be done.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    bar = Progress(
        *columns,
        console=console,
        disable=not console.is_terminal,
        speed_estimate_period=period,
    )
    task = bar.add_task("", total=1.0)

    def report(share: float, text: str) -> None:
        bar.update(task, completed=share, description=text)

    bar.start()
    try:
        yield report
    finally:
        with suppress(OSError):  # the terminal is closed; what was done counts nevertheless
            bar.stop()


def training_words(progress: TrainingProgress) -> str:
    """Say where a training stands."""
    place = progress.place
    if place.phase == "map":
        return "mapping which states follow which"
    doing = {"learn": "learning", "encode": "encoding for", "judge": "judging"}.get(place.phase, "")
    words = f"{doing} layer {place.layer + 1}"
    if place.phase == "learn":
        words += f", epoch {place.epoch + 1}"
    return words + (f", restart {place.restart + 1}" if place.restart else "")


def print_json(document: object) -> None:
    """Print one JSON document on stdout."""
    json.dump(document, sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def say(sentence: str) -> None:
    """Print a remark on stderr, where it disturbs no output; nobody may be there to read it."""
    with suppress(OSError):
        if sys.stderr is not None:
            print(sentence, file=sys.stderr)
