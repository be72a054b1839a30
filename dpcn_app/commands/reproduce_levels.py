"""`dpcn-app reproduce levels`: shapes by place in layer 2, scenes in layer 3, without labels."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seed_by_seed, seeds_in_words
from dpcn_app.commands.reproduce_shapes import add_training_options
from dpcn_app.commands.result_tables import Sheet, mean_and_worst, short
from dpcn_app.commands.terminal import Report
from dpcn_app.experiments.levels import (
    CONDITIONS,
    NOISE,
    SCENES_FOUND,
    SHAPES_FOUND,
    WAYS,
    LevelsResult,
    reproduce_levels,
)
from dpcn_app.video.shapes import SHAPE_SETS


class LevelsExperiment(Experiment[LevelsResult]):
    """Three layers, and two ways without a third one."""

    name = "levels"
    deciding = ("seeds", "frames")

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        add_training_options(parser)

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], LevelsResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        workers = chosen_workers(arguments)
        return lambda report: reproduce_levels(
            seeds, arguments.frames, seed_by_seed(report, seeds), workers
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        return "levels"

    def rows(self, result: LevelsResult) -> Iterator[Sequence[object]]:
        yield ["condition", "seed", "shapes told", "way", "kmeans", "silhouette"]
        for condition in CONDITIONS:
            for each in result.results:
                for way, told in each.scenes[condition].items():
                    shapes = f"{each.shapes[condition].told:.4f}" if way == WAYS[0] else ""
                    scores = [f"{value:.4f}" for value in (told.kmeans, told.silhouette)]
                    yield [condition, each.seed, shapes, way, *scores]

    def draw(self, result: LevelsResult, folder: Path) -> None:
        from dpcn_app.experiments.levels_figures import draw_levels  # matplotlib is slow to import

        draw_levels(result.results[0], folder)

    def sheets(self, result: LevelsResult) -> Sequence[Sheet]:
        return [_seeds_sheet(result), _scenes_sheet(result)]

    def seeds(self, result: LevelsResult) -> str:
        return seeds_in_words(result.seeds)

    def checks(self, result: LevelsResult) -> Mapping[str, bool]:
        return result.checks


def _seeds_sheet(result: LevelsResult) -> Sheet:
    """Return what each seed has found on clean video."""
    shapes = SHAPE_SETS["levels"].shapes
    rows = []
    for each in result.results:
        told, scenes = each.shapes["clean"], each.scenes["clean"][WAYS[0]]
        rows.append(
            (
                str(each.seed),
                *(short(told.by_shape.get(name, 0.0)) for name in shapes),
                f"{short(told.told)}{' found' if each.shapes_found else ' not found'}",
                f"{short(scenes.kmeans)}{' found' if each.scenes_found else ' not found'}",
                short(scenes.silhouette),
            )
        )
    heads = ("seed", *shapes, "four shapes", "two scenes: k-means", "silhouette")
    note = (
        "Shapes: share of layer 2's units that see one shape alone, all of it, in which the one "
        "cause named after that shape is the strongest; a silent unit counts as wrong. Found: "
        f"from {short(SHAPES_FOUND, 1)} on for the shapes, from {short(SCENES_FOUND)} on for the "
        "scenes."
    )
    return Sheet("Clean video, seed by seed", heads, tuple(rows), note)


def _scenes_sheet(result: LevelsResult) -> Sheet:
    """Return how well scenes are told with a third layer and without."""
    rows = []
    for condition in CONDITIONS:
        cells = [
            mean_and_worst([getattr(each, name) for each in result.told(condition, way)], 3)
            for way in WAYS
            for name in ("kmeans", "silhouette")
        ]
        rows.append((condition, mean_and_worst(result.shapes_told(condition), 3), *cells))
    heads = [f"{way}: {name}" for way in WAYS for name in ("k-means", "silhouette")]
    title = f"Shapes told by layer 2, and scenes by three ways, noise {NOISE:g}: mean (worst seed)"
    return Sheet(title, ("condition", "shapes told", *heads), tuple(rows))


EXPERIMENT = LevelsExperiment()
