"""`dpcn-app reproduce wide`: belief and context where the top sees a wide frame."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import amounts_of_noise, chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seeds_in_words
from dpcn_app.commands.reproduce_shapes import add_training_options
from dpcn_app.commands.result_tables import Sheet, mean_and_interval, mean_and_worst
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.wide import MEASURES, MODES, SETS, WideResult, reproduce_wide

AROUND = {
    "context": "the first",
    "nothing": "nothing",
    "third": "a third class",
    "placebo": "the first, placebo",
    "bottom-up": "the first, bottom-up",
}
"""What is around the quadrant, as a table calls it."""

BELIEVING = {"belief": "belief", "matched-placebo": "matched placebo", "prior": "left alone"}

_PIXELS = 4  # times 32×32 in a wide frame


class WideExperiment(Experiment[WideResult]):
    """Noise, beliefs and contexts on wide frames."""

    name = "wide"
    deciding = ("set", "noise", "seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--set", default="wide", help=f"{' or '.join(SETS)} (default wide: the hard shapes)"
        )
        parser.add_argument(
            "--noise",
            default="1,4",
            help="mean numbers of noise objects in 32×32 pixels (default 1,4)",
        )
        add_training_options(parser)

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], WideResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        noises = amounts_of_noise(arguments.noise)
        workers = chosen_workers(arguments)
        return lambda report: reproduce_wide(
            arguments.set, noises, seeds, arguments.frames, report, workers=workers
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return str(arguments.set)

    def rows(self, result: WideResult) -> Iterator[Sequence[object]]:
        yield ["what", "condition", "noise", "measure", "seed", "value"]
        for index, seed in enumerate(result.seeds):
            for mode in MODES:
                for noise, measures in result.watched[mode].items():
                    for name in MEASURES:
                        value = f"{measures[name][index]:.4f}"
                        yield ["watched", mode, f"{noise:g}", name, seed, value]
            for what, table in (("belief", result.belief), ("context", result.context)):
                for condition, pairs in table.items():
                    for pair in result.pairs:
                        yield [what, condition, "0", pair, seed, f"{pairs[pair][index]:.4f}"]

    def draw(self, result: WideResult, folder: Path) -> None:
        from dpcn_app.experiments.wide_figures import draw_wide  # matplotlib is slow

        draw_wide(result, folder)

    def sheets(self, result: WideResult) -> Sequence[Sheet]:
        noisy = [noise_sheet(result, noise) for noise in result.noises]
        return [*noisy, context_sheet(result), belief_sheet(result)]

    def words(self, result: WideResult) -> Sequence[str]:
        clean = f"K-means accuracy on clean video: {mean_and_worst(result.clean_kmeans, 3)}."
        health = f"Health of the networks, from 0 to 1: {mean_and_worst(result.health)}."
        return [clean, health]

    def seeds(self, result: WideResult) -> str:
        return seeds_in_words(result.seeds)

    def checks(self, result: WideResult) -> Mapping[str, bool]:
        return result.checks


def noise_sheet(result: WideResult, noise: float) -> Sheet:
    """Return what every mode made of the noisy video."""
    rows = [
        (mode, *(mean_and_interval(result.watched[mode][noise][name], 3) for name in MEASURES))
        for mode in MODES
    ]
    return Sheet(
        f"{result.shape_set.capitalize()} set, noise {noise:g}, {_PIXELS * noise:g} objects a "
        "frame: mean ± 95 % interval",
        ("mode", *MEASURES.values()),
        tuple(rows),
        "Leak: less is better.",
    )


def context_sheet(result: WideResult) -> Sheet:
    """Return kept(first) − kept(other) in the quadrant, by what is around it."""
    return _by_pair(
        result,
        result.context,
        AROUND,
        f"Context, {result.shape_set} set, no noise: selectivity by what is around",
        "kept(first) − kept(other) in the quadrant, mean ± 95 % interval. With nothing or a third "
        "class around the two orders of a pair are opposite, and their mean is 0.",
    )


def belief_sheet(result: WideResult) -> Sheet:
    """Return kept(first) − kept(other) where two classes are shown at once, by what is told."""
    return _by_pair(
        result,
        result.belief,
        BELIEVING,
        f"Belief, {result.shape_set} set, no noise: selectivity where the first is believed",
        "kept(first) − kept(other), mean ± 95 % interval; both classes are all over the frame.",
    )


def _by_pair(
    result: WideResult,
    table: dict[str, dict[str, list[float]]],
    titles: Mapping[str, str],
    title: str,
    note: str,
) -> Sheet:
    rows = [
        (pair.replace(">", " > "), *(mean_and_interval(table[each][pair]) for each in titles))
        for pair in result.pairs
    ]
    means = (mean_and_interval(result.by_seed(table, each)) for each in titles)
    rows.append(("all pairs", *means))
    return Sheet(title, ("first > other", *titles.values()), tuple(rows), note)


EXPERIMENT = WideExperiment()
