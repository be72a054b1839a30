"""`dpcn-app reproduce robustness`: every mode and control against noise."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path

from dpcn_app.analysis.fading import Fading
from dpcn_app.commands.arguments import amounts_of_noise, chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seeds_in_words
from dpcn_app.commands.reproduce_shapes import add_training_options
from dpcn_app.commands.result_tables import Sheet, mean_and_interval, mean_and_worst, short
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.robustness import (
    AVERAGE,
    MEASURES,
    MODES,
    RobustnessResult,
    reproduce_robustness,
)

OVERVIEW = {
    "off": "bottom-up",
    "both": "the paper",
    "prior": "`prior`",
    "matched-placebo": "matched placebo",
    AVERAGE: "best average",
}
"""Modes of the table that comes first on a page, and what they are called there."""

LESS_IS_BETTER = ("leak", "iou_noise")

_OF_LAYER_1 = tuple(field.name for field in fields(Fading))


class RobustnessExperiment(Experiment[RobustnessResult]):
    """Every mode at several amounts of noise."""

    name = "robustness"
    deciding = ("set", "noise", "seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--set", default="hard", help="easy or hard (default hard)")
        parser.add_argument(
            "--noise", default="1.5,3,4.5", help="mean numbers of noise objects (default 1.5,3,4.5)"
        )
        add_training_options(parser)

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], RobustnessResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        noises = amounts_of_noise(arguments.noise)
        workers = chosen_workers(arguments)
        return lambda report: reproduce_robustness(
            arguments.set, noises, seeds, arguments.frames, report, workers
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return str(arguments.set)

    def rows(self, result: RobustnessResult) -> Iterator[Sequence[object]]:
        yield ["mode", "noise", "seed", *MEASURES]
        for mode in MODES:
            for noise, measures in result.conditions[mode].items():
                for index, seed in enumerate(result.seeds):
                    values = [f"{measures[name][index]:.4f}" for name in MEASURES]
                    yield [mode, f"{noise:g}", seed, *values]

    def draw(self, result: RobustnessResult, folder: Path) -> None:
        from dpcn_app.experiments.robustness_figures import draw_robustness  # matplotlib is slow

        draw_robustness(result, folder)

    def sheets(self, result: RobustnessResult) -> Sequence[Sheet]:
        return [sheet for noise in result.noises for sheet in sheets_at(result, noise)]

    def page_tables(self, result: RobustnessResult) -> str:
        """Return the means of the modes that matter most, then everything in a part to unfold."""
        everything = "\n\n".join(sheet.as_markdown() for sheet in self.sheets(result))
        return (
            f"{overview(result).as_markdown()}\n\n"
            f"<details>\n<summary>All modes and measures, with 95 % intervals</summary>\n\n"
            f"{everything}\n\n</details>"
        )

    def words(self, result: RobustnessResult) -> Sequence[str]:
        clean = f"K-means accuracy on clean video: {mean_and_worst(result.clean_kmeans, 3)}."
        health = f"Health of the networks, from 0 to 1: {mean_and_worst(result.health)}."
        return [*result.words, clean, health]

    def seeds(self, result: RobustnessResult) -> str:
        return seeds_in_words(result.seeds)

    def checks(self, result: RobustnessResult) -> Mapping[str, bool]:
        return result.checks


def sheets_at(result: RobustnessResult, noise: float) -> tuple[Sheet, Sheet]:
    """Return what was measured of the top causes and of layer 1, each narrow enough for 80 columns.

    Numbers are written like .92 ±.03: the mean over the seeds, and half its 95 % interval.
    """
    top = [name for name in MEASURES if name not in _OF_LAYER_1]
    weights = ", ".join(
        f"{weight:g} ({MEASURES[name]})" for name, weight in result.average_weights[noise].items()
    )
    averaged = f"average: a moving average at the weight that suits each measure best: {weights}"
    return (
        _sheet(result, noise, "top causes", top, averaged),
        _sheet(result, noise, "layer 1", _OF_LAYER_1, "leak and IoU noise: less is better"),
    )


def _sheet(
    result: RobustnessResult, noise: float, what: str, names: Sequence[str], note: str
) -> Sheet:
    rows = []
    for mode in MODES:
        measures = result.conditions[mode][noise]
        rows.append((mode, *(mean_and_interval(measures[name]) for name in names)))
    title = f"{what.capitalize()}, {result.shape_set} set, noise {noise:g}: mean ± 95 % interval"
    return Sheet(title, ("mode", *(MEASURES[name] for name in names)), tuple(rows), note)


def overview(result: RobustnessResult) -> Sheet:
    """Return means over the seeds, all amounts of noise in one cell, the best of a row in bold."""
    rows = [
        (MEASURES[name], *(_cell(result, name, mode) for mode in OVERVIEW))
        for name in (*_OF_LAYER_1, *(each for each in MEASURES if each not in _OF_LAYER_1))
    ]
    noises = " / ".join(f"{noise:g}" for noise in result.noises)
    return Sheet(
        f"{result.shape_set.capitalize()} set: means at noise {noises}, the best in bold",
        ("", *OVERVIEW.values()),
        tuple(rows),
        "Leak and IoU noise: less is better. The average has the weight that suits each measure "
        "best, and the picture of bottom-up.",
    )


def _cell(result: RobustnessResult, name: str, mode: str) -> str:
    """Return the means of one mode; an average of causes has no picture of its own."""
    if mode == AVERAGE and name in _OF_LAYER_1:
        return ""
    best = min if name in LESS_IS_BETTER else max
    written = []
    for noise in result.noises:
        means = {each: result.mean(each, noise, name) for each in OVERVIEW}
        figure = short(means[mode])
        written.append(f"**{figure}**" if means[mode] == best(means.values()) else figure)
    return " / ".join(written)


EXPERIMENT = RobustnessExperiment()
