"""`dpcn-app export`: what was seen, to take home; `export page` writes a page for the browser."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from dpcn_app.commands.terminal import print_json, progress_bar, say
from dpcn_app.engine.modes import MODES
from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.lessons.library import find_lesson
from dpcn_app.live.choices import open_with
from dpcn_app.live.measures import written
from dpcn_app.live.network_modes import known_parts
from dpcn_app.live.settings import Settings
from dpcn_app.sharing.page_order import check_frames
from dpcn_app.sharing.recording import Recording, record
from dpcn_app.sharing.told_lesson import lesson_settings, record_with_lesson
from dpcn_app.sharing.web_page import save_page
from dpcn_app.storage.atomic import check_writable
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import Model
from dpcn_app.video.noise import NOISE_KINDS, Noise
from dpcn_app.video.source_spec import FILE, SourceSpec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    purpose = "one file for the browser: play, step, T and P, the cloud, the scores; offline"
    page = kinds.add_parser("page", help=purpose, description=purpose)
    page.add_argument("--out", required=True, type=Path, help="file to write, .html")
    page.add_argument(
        "--source",
        help="video: a file, or a generated one such as shapes:set=hard,seed=7,noise=1.5 "
        "(default: the window's demonstration)",
    )
    page.add_argument(
        "--model", help=f"model file, or a bundled one: {', '.join(bundled_models())}"
    )
    page.add_argument(
        "--modes",
        help="modes with commas between (default off,both,prior as far as the network knows them): "
        f"{', '.join(MODES)}; beliefs as in prior@square",
    )
    page.add_argument("--frames", type=int, default=300, help="number of frames (default 300)")
    page.add_argument(
        "--noise",
        metavar="KIND:AMOUNT",
        help=f"{', '.join(f'{name}:{kind.usual:g}' for name, kind in NOISE_KINDS.items())}",
    )
    page.add_argument(
        "--lesson",
        dest="told",  # the lesson of a namespace is one that opens the window
        metavar="NAME",
        help="tell a lesson on the page, which shows that lesson's video, network and modes "
        "(see dpcn-app lesson --list)",
    )
    page.add_argument("--seed", type=int, help="seed of the noise, and of generated video")
    page.add_argument("--json", action="store_true", help="print one JSON document")


# Numbers near the end of their range may overflow; what then is shown black is told.
@np.errstate(over="ignore", invalid="ignore")
def run(arguments: argparse.Namespace) -> int:
    """Record the video and write the page."""
    out: Path = arguments.out
    if out.suffix.lower() not in (".html", ".htm"):
        raise UserError(f"A page's name ends with .html, and {str(out)!r} does not; rename it.")
    check_frames(arguments.frames)
    lesson = _lesson(arguments)
    settings, model = _settings(arguments) if lesson is None else (lesson_settings(lesson), None)
    check_writable(out)
    with progress_bar() as report:
        if lesson is None:
            recording = record(settings, arguments.frames, report, model)
        else:
            recording = record_with_lesson(lesson, settings, arguments.frames, report)
    size = save_page(out, recording)
    for problem in recording.problems:
        say(f"Warning: {problem}")
    _tell(arguments, recording, size)
    return 0


def _lesson(arguments: argparse.Namespace) -> Lesson | None:
    """Return the lesson that is named; refuse what would take its place beside it."""
    if arguments.told is None:
        return None
    for name in ("source", "model", "modes", "noise", "seed"):
        if getattr(arguments, name) is not None:
            raise UserError(
                f"A lesson brings its own video, network and modes; leave --{name} out."
            )
    return find_lesson(arguments.told)


def _settings(arguments: argparse.Namespace) -> tuple[Settings, Model | None]:
    """Return what to record, and the network where it comes from a file."""
    settings = Settings()
    if arguments.source is not None:
        spec = SourceSpec.parse(arguments.source)
        text = str(Path(spec.path).absolute()) if spec.kind == FILE else arguments.source
        settings = open_with(text)
    spec = SourceSpec.parse(settings.source)
    if spec.kind != FILE:
        spec = replace(spec, given={**spec.given, "frames": arguments.frames})
        settings = replace(settings, source=spec.text)
    if arguments.noise is not None:
        noise = Noise.named(arguments.noise)
        settings = replace(settings, noise_kind=noise.kind, noise=noise.amount)
    if arguments.seed is not None:
        settings = replace(settings, seed=arguments.seed)
    name: str = arguments.model or settings.model
    opened = open_model(name)
    modes = _modes(arguments.modes, opened)
    if name in bundled_models():
        return replace(settings, model=name, modes=modes), None
    return replace(settings, model=Path(name).stem, modes=modes), opened


def _modes(text: str | None, model: Model) -> tuple[str, ...]:
    if text is not None:
        return tuple(text.split(","))
    return ("off", "both", "prior") if known_parts(model.network) else ("off", "both")


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
