"""`dpcn-app export film`: a film of what the window would show, frame by frame."""

from __future__ import annotations

import argparse
import base64
from pathlib import Path

import numpy as np

from dpcn_app.commands.export_source import Asked, add_source_arguments, asked_for
from dpcn_app.commands.export_steps import add_led_argument, steps_reported
from dpcn_app.commands.terminal import print_json
from dpcn_app.errors import UserError
from dpcn_app.live.overlays import Overlays
from dpcn_app.sharing.film_file import FILM_KINDS
from dpcn_app.sharing.film_order import RATE, SHOWN, FilmOrder, film_size, frame_range
from dpcn_app.video.source_spec import FILE, SourceSpec

_LENGTH = 300  # frames of generated video, as in the window


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument(
        "--out", required=True, type=Path, help=f"file to write: {', '.join(FILM_KINDS)}"
    )
    add_source_arguments(parser)
    parser.add_argument(
        "--show", default="both", help=f"one of {', '.join(SHOWN)} (default both: stage and cloud)"
    )
    parser.add_argument(
        "--frames", default="1-", help="range such as 1-300, 100- or 300 (default: all frames)"
    )
    parser.add_argument("--size", default="1280x720", help="width x height (default 1280x720)")
    parser.add_argument("--rate", type=int, default=RATE, help=f"frames a second (default {RATE})")
    parser.add_argument("--theme", default="dark", help="dark, light or projector (default dark)")
    parser.add_argument("--layout", default="", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_led_argument(parser)


# Numbers near the end of their range may overflow; what then is shown black is told.
@np.errstate(over="ignore", invalid="ignore")
def run(arguments: argparse.Namespace) -> int:
    """Make the film; Ctrl-C leaves no file."""
    from dpcn_app.gui.display import missing_qt

    with steps_reported(arguments.led) as report:
        reason = missing_qt()
        if reason is not None:
            raise UserError(f"A film is drawn by Qt, which is missing: {reason}.")
        from dpcn_app.gui.exporting.film import make_film

        asked = asked_for(arguments, _length(arguments))
        order = _order(arguments, asked)
        count = make_film(order, asked.settings, report, asked.model, asked.seen)
    _tell(arguments, order, count)
    return 0


def _order(arguments: argparse.Namespace, asked: Asked) -> FilmOrder:
    first, last = frame_range(arguments.frames)
    session = asked.session
    order = FilmOrder(
        out=arguments.out,
        show=arguments.show,
        first=first,
        last=last,
        size=film_size(arguments.size),
        rate=arguments.rate,
        theme=arguments.theme,
        camera=None if session is None else session.camera,
        overlays=Overlays() if session is None else session.overlays,
        layout=base64.b64decode(arguments.layout),
    )
    order.check()  # before anything is inferred
    return order


def _length(arguments: argparse.Namespace) -> int | None:
    """Return how long a generated video has to be; None for as long as it is."""
    _, last = frame_range(arguments.frames)
    spec = None if arguments.source is None else SourceSpec.parse(arguments.source)
    if arguments.session is not None or (spec is not None and spec.kind == FILE):
        return None
    if spec is not None and "frames" in spec.given:
        return None
    return max(_LENGTH, last or 0)


def _tell(arguments: argparse.Namespace, order: FilmOrder, count: int) -> None:
    size, width, height = order.out.stat().st_size, *order.size
    if arguments.json:
        told = {
            "out": str(order.out),
            "bytes": size,
            "frames": count,
            "size": [width, height],
            "rate": order.rate,
        }
        print_json(told)
        return
    print(
        f"{order.out}: {count:,} frames of {width}×{height} pixels, {order.rate} a second, "
        f"{size / 1e6:.1f} MB."
    )
