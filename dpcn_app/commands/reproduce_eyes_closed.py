"""`dpcn-app reproduce eyes-closed`: how long what was seen lives on in expectations alone."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import amounts_of_noise, chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seeds_in_words
from dpcn_app.commands.result_tables import Sheet, mean_and_worst
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.eyes_closed import (
    FOLLOWED,
    HELD,
    EyesClosedResult,
    mean_over_classes,
    reproduce_eyes_closed,
)

TITLES = {"prior": "prior", "both": "top-down", "off": "bottom-up", HELD: "last frame held"}
"""What the modes are called in a table."""


class EyesClosedExperiment(Experiment[EyesClosedResult]):
    """Many closings in every class, beside the last frame held."""

    name = "eyes-closed"
    deciding = ("set", "noise", "seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--set", default="easy", help="easy or hard (default easy)")
        parser.add_argument(
            "--noise", default="0,1.5", help="mean numbers of noise objects (default 0,1.5)"
        )
        parser.add_argument(
            "--seeds", default="", help="train one network each (default: the bundled network)"
        )
        parser.add_argument(
            "--frames", type=int, help="length of the training video (default: the preset's)"
        )

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], EyesClosedResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds") if arguments.seeds else ()
        noises = amounts_of_noise(arguments.noise)
        workers = chosen_workers(arguments)
        return lambda report: reproduce_eyes_closed(
            arguments.set, noises, seeds, arguments.frames, report, workers=workers
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return str(arguments.set)

    def rows(self, result: EyesClosedResult) -> Iterator[Sequence[object]]:
        yield ["mode", "noise", "class", "network", "frames", "exact", "read"]
        networks = result.seeds or ("bundled",)
        for mode in TITLES:
            for noise in result.noises:
                for name in result.classes:
                    for index, network in enumerate(networks):
                        values = [
                            f"{table[mode][noise][name][index]:.4f}" if mode in table else ""
                            for table in (result.frames, result.exact, result.read)
                        ]
                        yield [mode, f"{noise:g}", name, network, *values]

    def draw(self, result: EyesClosedResult, folder: Path) -> None:
        from dpcn_app.experiments.eyes_closed_figures import draw_eyes_closed  # matplotlib is slow

        draw_eyes_closed(result, folder)

    def sheets(self, result: EyesClosedResult) -> Sequence[Sheet]:
        return [sheet for noise in result.noises for sheet in sheets_at(result, noise)]

    def words(self, result: EyesClosedResult) -> Sequence[str]:
        sentences = []
        for noise in result.noises:
            lives = {mode: mean_over_classes(result.frames, mode, noise) for mode in TITLES}
            longest = max(TITLES, key=lambda mode: lives[mode])
            others = ", ".join(
                f"{TITLES[mode]} {lives[mode]:.1f}" for mode in TITLES if mode != longest
            )
            sentences.append(
                f"Noise {noise:g}: over all classes {TITLES[longest]} lives on longest, "
                f"{lives[longest]:.1f} frames ({others})."
            )
        return sentences

    def seeds(self, result: EyesClosedResult) -> str:
        return seeds_in_words(result.seeds) if result.seeds else "the bundled network"

    def checks(self, result: EyesClosedResult) -> Mapping[str, bool]:
        return result.checks


def sheets_at(result: EyesClosedResult, noise: float) -> tuple[Sheet, ...]:
    """Return the three tables of one amount of noise: blurred, pixel by pixel, and read."""
    about = f"{result.shape_set} set, noise {noise:g}"
    tables = (
        (result.frames, "Frames until the correlation with the truth falls below .5"),
        (result.exact, "The same pixel by pixel, without a blur"),
        (result.read, "Frames until it is read as another class, or as none"),
    )
    sheets = []
    for table, title in tables:
        columns = [mode for mode in TITLES if mode in table]
        rows = tuple(
            (name, *(mean_and_worst(table[mode][noise][name], 1) for mode in columns))
            for name in result.classes
        )
        heads = ("class", *(TITLES[mode] for mode in columns))
        sheets.append(Sheet(f"{title}; {about}", heads, rows))
    last = sheets[-1]
    note = f"Mean over all closings and networks (least of a network); {FOLLOWED} is the most."
    return (*sheets[:-1], Sheet(last.title, last.columns, last.rows, note))


EXPERIMENT = EyesClosedExperiment()
