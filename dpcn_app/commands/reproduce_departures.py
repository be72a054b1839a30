"""`dpcn-app reproduce departures`: what is done otherwise than in the paper, taken back in turn."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.analysis.estimates import Estimate
from dpcn_app.commands.arguments import chosen_workers, make_folder, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seeds_in_words
from dpcn_app.commands.reproduce_shapes import add_training_options
from dpcn_app.commands.result_tables import Sheet, mean_and_interval, short
from dpcn_app.commands.terminal import Report
from dpcn_app.errors import UserError
from dpcn_app.experiments.departures import CONTROL, DeparturesResult, reproduce_departures
from dpcn_app.experiments.natural_departures import NATURAL_SET
from dpcn_app.experiments.shape_departures import SHAPE_SETS

SETS = SHAPE_SETS | {"natural": NATURAL_SET}
"""The departures, by the set that they are measured on."""


class DeparturesExperiment(Experiment[DeparturesResult]):
    """Networks with one departure from the paper taken back at a time."""

    name = "departures"
    deciding = ("set", "noise", "seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--set", default="hard", help=f"{', '.join(SETS)} (default hard); natural has no noise"
        )
        parser.add_argument(
            "--noise", type=float, default=1.5, help="mean number of noise objects (default 1.5)"
        )
        add_training_options(parser)

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], DeparturesResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        if arguments.set not in SETS:
            raise UserError(
                f"There is no set called {arguments.set!r}; choose from {', '.join(SETS)}."
            )
        kept: Path | None = None if arguments.out is None else arguments.out / "runs"
        if kept is not None:
            make_folder(kept)
        return lambda report: reproduce_departures(
            SETS,
            arguments.set,
            arguments.noise,
            seeds,
            arguments.frames,
            kept,
            report,
            chosen_workers(arguments),
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return str(arguments.set)

    def rows(self, result: DeparturesResult) -> Iterator[Sequence[object]]:
        yield ["taken back", "measure", "seed", "value"]
        for name, measures in result.values.items():
            for measure, values in measures.items():
                for seed, value in zip(result.seeds, values, strict=True):
                    yield [name, measure, seed, f"{value:.4f}"]

    def draw(self, result: DeparturesResult, folder: Path) -> None:
        from dpcn_app.experiments.departures_figures import draw_departures  # matplotlib is slow

        draw_departures(result, folder)

    def sheets(self, result: DeparturesResult) -> Sequence[Sheet]:
        kind = result.kind
        rows = [
            (
                kind.titles[name],
                *(
                    mean_and_interval(measures[each], 3) if each in measures else "–"
                    for each in kind.measures
                ),
            )
            for name, measures in result.values.items()
        ]
        where = f"{result.named} set" + (f", noise {result.noise:g}" if kind.noisy else "")
        return [
            Sheet(
                f"Departures taken back, {where}: mean and 95 % interval",
                ("", *kind.measures.values()),
                tuple(rows),
            )
        ]

    def words(self, result: DeparturesResult) -> Sequence[str]:
        """Say what each change does beyond doubt, as differences from the control seed by seed."""
        sentences = []
        for name in result.values:
            if name == CONTROL:
                continue
            changes = result.beyond_doubt(name)
            told = [f"{result.kind.measures[each]} {_told(changes[each])}" for each in changes]
            changed = "; ".join(told) if told else "no change beyond doubt"
            sentences.append(f"With {result.kind.titles[name]}: {changed}.")
        return sentences

    def seeds(self, result: DeparturesResult) -> str:
        return seeds_in_words(result.seeds)

    def checks(self, result: DeparturesResult) -> Mapping[str, bool]:
        return result.checks


def _told(change: Estimate) -> str:
    """Return a difference with its sign and half its interval: +.031 ±.012."""
    sign = "+" if change.mean > 0 else "−"
    return f"{sign}{short(abs(change.mean), 3)} ±{short(change.half or 0.0, 3)}"


EXPERIMENT = DeparturesExperiment()
