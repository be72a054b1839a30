"""`dpcn-app reproduce levels`: shapes by place in layer 2, scenes in layer 3, without labels."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seed_by_seed, seeds_in_words
from dpcn_app.commands.reproduce_shapes import add_training_options
from dpcn_app.commands.result_tables import Sheet, mean_and_interval, mean_and_worst, short
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
        return [
            _seeds_sheet(result),
            _shapes_sheet(result),
            _ways_sheet(result, "kmeans", "k-means"),
            _ways_sheet(result, "silhouette", "silhouette"),
        ]

    def words(self, result: LevelsResult) -> Sequence[str]:
        return [_difference(result, condition) for condition in CONDITIONS]

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
                _found(told.told, each.shapes_found),
                _found(scenes.kmeans, each.scenes_found),
                short(scenes.silhouette),
            )
        )
    heads = ("seed", *shapes, "shapes", "scenes", "silhouette")
    note = (
        "Shapes: share of layer 2's units that see one shape alone, and all of it, in which the "
        "one cause named after that shape is the strongest; a silent unit counts as wrong. "
        "Scenes: k-means of layer 3's causes, and their silhouette. Found: shapes from "
        f"{short(SHAPES_FOUND, 1)} on, scenes from {short(SCENES_FOUND)} on."
    )
    return Sheet("Clean video, seed by seed", heads, tuple(rows), note)


def _difference(result: LevelsResult, condition: str) -> str:
    """Return how far three layers are ahead of two wide ones, in a sentence."""
    three, two = result.told(condition, WAYS[0]), result.told(condition, WAYS[2])
    ahead = {
        name: mean_and_interval(
            [
                getattr(one, name) - getattr(other, name)
                for one, other in zip(three, two, strict=True)
            ],
            3,
        )
        for name in ("kmeans", "silhouette")
    }
    return (
        f"Three layers minus two wide layers, {condition}: k-means {ahead['kmeans']}, "
        f"silhouette {ahead['silhouette']}."
    )


def _found(value: float, found: bool) -> str:
    return f"{short(value)} {'found' if found else 'NOT found'}"


def _ways_sheet(result: LevelsResult, name: str, title: str) -> Sheet:
    """Return how well scenes are told with a third layer and without, by one measure."""
    rows = []
    for condition in CONDITIONS:
        cells = [
            mean_and_worst([getattr(each, name) for each in result.told(condition, way)], 3)
            for way in WAYS
        ]
        rows.append((condition, *cells))
    return Sheet(f"Scenes, {title}: mean (worst seed)", ("condition", *WAYS), tuple(rows))


def _shapes_sheet(result: LevelsResult) -> Sheet:
    """Return how many shapes layer 2 tells in every condition."""
    rows = [
        (condition, mean_and_worst(result.shapes_told(condition), 3)) for condition in CONDITIONS
    ]
    title = f"Shapes told by layer 2, noise {NOISE:g}: mean (worst seed)"
    return Sheet(title, ("condition", "shapes told"), tuple(rows))


EXPERIMENT = LevelsExperiment()
