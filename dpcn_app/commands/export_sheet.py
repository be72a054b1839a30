"""`dpcn-app export sheet`: a handout in A4 of what was seen and what the network has learnt."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from dpcn_app.commands.export_source import add_source_arguments, asked_for
from dpcn_app.commands.export_steps import add_led_argument, steps_reported
from dpcn_app.commands.terminal import print_json, say
from dpcn_app.errors import UserError
from dpcn_app.sharing.recording import Recording, record
from dpcn_app.sharing.watched_frames import Report
from dpcn_app.storage.bundled import open_model

MOST_SHEET_FRAMES = 3_000
"""Most frames that a sheet tells of."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--out", required=True, type=Path, help="file to write, .pdf")
    add_source_arguments(parser)
    parser.add_argument("--frames", type=int, help="number of frames (default 300)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_led_argument(parser)


# Numbers near the end of their range may overflow; what then is shown black is told.
@np.errstate(over="ignore", invalid="ignore")
def run(arguments: argparse.Namespace) -> int:
    """Record the video and write the sheet; Ctrl-C leaves no file."""
    with steps_reported(arguments.led) as report:
        recording, size = _made(arguments, report)
    for problem in recording.problems:
        say(f"Warning: {problem}")
    out: Path = arguments.out
    if arguments.json:
        modes = {mode.name: mode.numbers for mode in recording.modes}
        told = {"out": str(out), "bytes": size, "frames": len(recording.input), "modes": modes}
        print_json(told)
    else:
        print(f"{out}: {len(recording.input):,} frames, {size / 1e6:.1f} MB, ready to print in A4.")
    return 0


def _made(arguments: argparse.Namespace, report: Report) -> tuple[Recording, int]:
    """Make the sheet; return what it tells of, and its size in bytes."""
    from dpcn_app.sharing.sheet import check_sheet, save_sheet  # Matplotlib takes a second

    check_sheet(arguments.out)
    frames = 300 if arguments.frames is None else arguments.frames
    if not 2 <= frames <= MOST_SHEET_FRAMES:
        raise UserError(f"A sheet tells of 2 to {MOST_SHEET_FRAMES:,} frames, not {frames:,}.")
    own_length = arguments.session is not None and arguments.frames is None
    asked = asked_for(arguments, None if own_length else frames)
    if asked.seen is not None and arguments.frames is None:
        frames = min(len(asked.seen), MOST_SHEET_FRAMES)
    recording = record(
        asked.settings,
        frames,
        lambda share, words: report(0.9 * share, words),
        asked.model,
        seen=asked.seen,
    )
    report(0.9, "drawing")
    model = asked.model or open_model(asked.settings.model)
    return recording, save_sheet(arguments.out, recording, model)
