"""`dpcn-app reproduce attention`: what a belief makes of two shapes at once."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from dpcn_app.commands.arguments import amounts_of_noise, chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seeds_in_words
from dpcn_app.commands.reproduce_shapes import add_training_options
from dpcn_app.commands.result_tables import Sheet, mean_and_worst, short
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.attention import MODES, AttentionResult, reproduce_attention
from dpcn_app.video.shapes import SHAPE_SETS

TITLES = {
    "belief": "belief",
    "matched-placebo": "matched placebo",
    "prior": "left alone",
    "off": "bottom-up",
}
"""What the modes are called in a table."""


class AttentionExperiment(Experiment[AttentionResult]):
    """Every belief over every pair of classes."""

    name = "attention"
    deciding = ("set", "noise", "seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--set", default="hard", help="easy or hard (default hard)")
        parser.add_argument(
            "--noise", default="0,1.5", help="mean numbers of noise objects (default 0,1.5)"
        )
        add_training_options(parser)

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], AttentionResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        noises = amounts_of_noise(arguments.noise)
        workers = chosen_workers(arguments)
        return lambda report: reproduce_attention(
            arguments.set, noises, seeds, arguments.frames, report, workers=workers
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return str(arguments.set)

    def rows(self, result: AttentionResult) -> Iterator[Sequence[object]]:
        yield ["mode", "noise", "believed", "other", "seed", "selectivity", "kept", "read"]
        tables = result.selectivity, result.kept, result.read
        for mode in MODES:
            for noise in result.noises:
                for pair in result.pairs:
                    for index, seed in enumerate(result.seeds):
                        values = (f"{table[mode][noise][pair][index]:.4f}" for table in tables)
                        yield [mode, f"{noise:g}", *pair.split(">"), seed, *values]

    def draw(self, result: AttentionResult, folder: Path) -> None:
        from dpcn_app.experiments.attention_figures import draw_attention  # matplotlib is slow

        draw_attention(result, folder)

    def sheets(self, result: AttentionResult) -> Sequence[Sheet]:
        return [
            sheet
            for noise in result.noises
            for sheet in (selectivity_at(result, noise), left_alone_at(result, noise))
        ]

    def words(self, result: AttentionResult) -> Sequence[str]:
        sentences = []
        for noise in result.noises:
            read = _mean(result.read["belief"][noise])
            kept = {mode: _mean(result.kept[mode][noise]) for mode in MODES}
            sentences.append(
                f"Noise {noise:g}: of what is believed {short(kept['belief'])} is kept "
                f"(left alone {short(kept['prior'])}, bottom-up {short(kept['off'])}), and "
                f"{read:.0%} of the frames are read as the believed class."
            )
        return sentences

    def seeds(self, result: AttentionResult) -> str:
        return seeds_in_words(result.seeds)

    def checks(self, result: AttentionResult) -> Mapping[str, bool]:
        return result.checks


def _mean(by_pair: Mapping[str, Sequence[float]]) -> float:
    return float(np.mean(list(by_pair.values())))


def selectivity_at(result: AttentionResult, noise: float) -> Sheet:
    """Return kept(believed) − kept(other) of every ordered pair: mean, and the worst seed."""
    rows = []
    for pair in result.pairs:
        cells = (mean_and_worst(result.selectivity[mode][noise][pair]) for mode in TITLES)
        rows.append((pair.replace(">", " > "), *cells))
    rows.append(("all pairs", *(short(result.mean(mode, noise)) for mode in TITLES)))
    return Sheet(
        f"Selectivity, {result.shape_set} set, noise {noise:g}: mean (worst seed)",
        ("believed > other", *TITLES.values()),
        tuple(rows),
        "kept(believed) − kept(other); without a belief the two orders of a pair are opposite.",
    )


def left_alone_at(result: AttentionResult, noise: float) -> Sheet:
    """Return what the prior settles on by itself where two classes are shown."""
    rows = []
    for one, other in combinations(SHAPE_SETS[result.shape_set].classes, 2):
        cells = []
        for pair in (f"{one}>{other}", f"{other}>{one}"):
            cells.append(mean_and_worst(result.read["prior"][noise][pair]))
        changes = np.mean(result.switches["prior"][noise][f"{one}>{other}"])
        rows.append((f"{one}, {other}", *cells, f"{changes:.1f}"))
    return Sheet(
        f"Left alone, {result.shape_set} set, noise {noise:g}: what two shapes are read as",
        ("shown", "the first", "the second", "switches in 100 frames"),
        tuple(rows),
        "Shares of the frames, mean (least of a seed).",
    )


EXPERIMENT = AttentionExperiment()
