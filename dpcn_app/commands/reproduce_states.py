"""`dpcn-app reproduce states`: inferring sparse states with known parameters (supplement A.3)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seeds_in_words
from dpcn_app.commands.result_tables import Sheet, short
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.state_estimation import METHODS, EstimationResult, reproduce_states

_DOING = "simulating and estimating"


class StatesExperiment(Experiment[EstimationResult]):
    """The error of four estimators against the number of observations."""

    name = "states"
    deciding = ("observations", "runs", "seed")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--observations",
            default="40,60,80,100,140",
            help="numbers of observations (default 40,60,80,100,140)",
        )
        parser.add_argument("--runs", type=int, default=50, help="runs for each (default 50)")
        parser.add_argument("--seed", type=int, default=1, help="of all runs together (default 1)")

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], EstimationResult]:
        observations = whole_numbers(arguments.observations, "Observations")
        workers = chosen_workers(arguments)

        def work(report: Report) -> EstimationResult:
            report(0.0, _DOING)
            return reproduce_states(
                observations,
                arguments.runs,
                seed=arguments.seed,
                workers=workers,
                on_progress=lambda share: report(share, _DOING),
            )

        return work

    def table_name(self, arguments: argparse.Namespace) -> str:
        return "states"

    def rows(self, result: EstimationResult) -> Iterator[Sequence[object]]:
        yield ["method", "observations", "mean", "standard_error"]
        for name in METHODS:
            errors = result.standard_errors(name)
            for count, mean, error in zip(
                result.observations, result.means(name), errors, strict=True
            ):
                yield [name, count, f"{mean:.5f}", f"{error:.5f}"]

    def draw(self, result: EstimationResult, folder: Path) -> None:
        from dpcn_app.experiments.state_figures import draw_states  # matplotlib is slow to import

        draw_states(result, folder)

    def sheets(self, result: EstimationResult) -> Sequence[Sheet]:
        means = {name: result.means(name) for name in METHODS}
        errors = {name: result.standard_errors(name) for name in METHODS}
        rows = []
        for index, count in enumerate(result.observations):
            cells = (
                f"{short(means[name][index], 3)} ±{short(errors[name][index], 3)}"
                for name in METHODS
            )
            rows.append((str(count), *cells))
        title = (
            f"rMSE after {result.config.steps} steps, mean ± standard error of {result.runs} runs"
        )
        return [Sheet(title, ("observations", *METHODS.values()), tuple(rows))]

    def seeds(self, result: EstimationResult) -> str:
        return seeds_in_words([result.seed])

    def checks(self, result: EstimationResult) -> Mapping[str, bool]:
        return result.checks


EXPERIMENT = StatesExperiment()
