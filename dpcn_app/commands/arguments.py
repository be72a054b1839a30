"""Arguments that several commands share: lists of numbers, a region and scale, folders, workers."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.experiments.workers import Workers
from dpcn_app.storage.atomic import check_writable
from dpcn_app.video.preprocess import Preprocessing


def whole_numbers(text: str, what: str) -> tuple[int, ...]:
    """Return the numbers in "2,3,4"; `what` names them in an error, as in "Seeds"."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UserError(f"{what} are whole numbers with commas between, not {text!r}.") from None


def amounts_of_noise(text: str) -> tuple[float, ...]:
    """Return the amounts in "0,1.5", each once."""
    try:
        return tuple(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        raise UserError(
            f"Amounts of noise are numbers with commas between, not {text!r}."
        ) from None


def make_folder(folder: Path) -> None:
    """Make a folder for results; refuse one that cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    check_writable(folder / "table.csv")


def add_frame_arguments(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """Add the arguments for the region and the scale of the frames."""
    parser.add_argument(
        "--region",
        metavar="TOP,LEFT,HEIGHT,WIDTH",
        help=f"part of the frames to look at, in pixels (otherwise {otherwise})",
    )
    parser.add_argument("--scale", type=float, help="factor on the size of the frames")


def as_asked(own: Preprocessing, arguments: argparse.Namespace) -> Preprocessing:
    """Return a preprocessing with the region and the scale that the command line names."""
    if arguments.region is not None:
        region = whole_numbers(arguments.region, "Regions")
        if len(region) != 4:
            raise UserError("A region is four whole numbers: top, left, height and width.")
        own = replace(own, region=(region[0], region[1], region[2], region[3]))
    return own if arguments.scale is None else replace(own, scale=arguments.scale)


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say who does the work."""
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument(
        "--processes", type=int, metavar="N", help="runs made at once (default: one per core)"
    )
    workers.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="let a Dask cluster do them, such as tcp://127.0.0.1:8786",
    )


def chosen_workers(arguments: argparse.Namespace) -> Workers:
    """Return who does the work, as the command line says."""
    return Workers(arguments.processes, arguments.scheduler)
