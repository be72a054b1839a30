"""`dpcn-app reproduce shapes`: the role of top-down information (§3.2)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seed_by_seed, seeds_in_words
from dpcn_app.commands.result_tables import Sheet, mean_and_worst
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.shapes import CONDITIONS, ShapesResult, reproduce_shapes

MEASURES = {"kmeans": "k-means", "centroid": "nearest centroid", "silhouette": "silhouette"}
"""Scores of the top causes, with their titles."""

TITLES = {
    "clean_bottom_up": "clean, bottom-up",
    "noisy_bottom_up": "noisy, bottom-up",
    "noisy_top_down": "noisy, top-down",
    "noisy_coherence": "noisy, coherence at the top alone",
    "noisy_predictions": "noisy, predictions handed down alone",
    "noisy_moving_average": "noisy, moving average without top-down",
}
"""What the conditions are called."""


class ShapesExperiment(Experiment[ShapesResult]):
    """Bouncing shapes in six conditions."""

    name = "shapes"
    deciding = ("set", "noise", "seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--set", default="easy", help="easy or hard (default easy)")
        parser.add_argument(
            "--noise", type=float, default=1.5, help="mean number of noise objects (default 1.5)"
        )
        add_training_options(parser)

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], ShapesResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        workers = chosen_workers(arguments)
        return lambda report: reproduce_shapes(
            arguments.set,
            arguments.noise,
            seeds,
            arguments.frames,
            seed_by_seed(report, seeds),
            workers,
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return str(arguments.set)

    def rows(self, result: ShapesResult) -> Iterator[Sequence[object]]:
        yield ["condition", "seed", *MEASURES]
        for condition in CONDITIONS:
            for each in result.results:
                scores = each.scores[condition]
                values = [f"{getattr(scores, name):.4f}" for name in MEASURES]
                yield [condition, each.seed, *values]

    def draw(self, result: ShapesResult, folder: Path) -> None:
        from dpcn_app.experiments.shapes_figures import draw_shapes  # matplotlib is slow to import

        draw_shapes(result, folder)

    def sheets(self, result: ShapesResult) -> Sequence[Sheet]:
        rows = []
        for condition in CONDITIONS:
            cells = (mean_and_worst(result.measure(condition, name), 3) for name in MEASURES)
            rows.append((TITLES[condition], *cells))
        title = f"Shapes, {result.shape_set} set, noise {result.noise:g}: mean (worst seed)"
        return [Sheet(title, ("condition", *MEASURES.values()), tuple(rows))]

    def seeds(self, result: ShapesResult) -> str:
        return seeds_in_words(result.seeds)

    def checks(self, result: ShapesResult) -> Mapping[str, bool]:
        return result.checks


def add_training_options(parser: argparse.ArgumentParser) -> None:
    """Describe which networks of bouncing shapes are trained."""
    parser.add_argument("--seeds", default="2,3,4", help="one network each (default 2,3,4)")
    parser.add_argument(
        "--frames", type=int, help="length of the training video (default: the preset's)"
    )


EXPERIMENT = ShapesExperiment()
