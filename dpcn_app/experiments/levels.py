"""Levels learnt without labels: shapes by place in the second layer, scenes in the third.

A network of three layers watches scenes, each of two shapes that go together. Its second layer has
units that see a quarter of the frame each, its third sees all of it. What each level stands for is
measured on a fresh video: in layer 2 the shapes that units see alone, in layer 3 the scenes.

Beside it stand two ways without a third layer: layer 2's causes added up over its units, and
another network of two layers, learnt from the same frames, whose second sees the whole frame.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.scores import kmeans_accuracy, silhouette
from dpcn_app.analysis.shapes_by_place import ShapesTold, ShapesToldSoFar
from dpcn_app.engine.network import Network
from dpcn_app.engine.top_down import TopDown
from dpcn_app.engine.trainer import Progress
from dpcn_app.errors import UserError
from dpcn_app.experiments.seed_results import OnSeed, seed_results
from dpcn_app.experiments.shapes import TEST_SEED
from dpcn_app.experiments.video_run import top_causes, watch
from dpcn_app.experiments.workers import HERE, Workers
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import Preset, preset
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.shapes import SHAPE_SETS, ShapesConfig
from dpcn_app.video.source import FrameSource

LEVELS = "levels"
"""The set of scenes."""

TEST_FRAMES_PER_SCENE = 200
"""Of the fresh video: two sequences a scene."""

NOISE = 1.5
"""Mean number of noise objects in 32×32 pixels of the noisy video."""

WAYS = ("three layers", "layer 2 added up", "two wide layers")
"""Ways to tell the scenes: the top causes, those of layer 2 without a third, another network's."""

CONDITIONS = {
    "clean": (0.0, "off"),
    "noisy": (NOISE, "off"),
    "noisy, top-down": (NOISE, "both"),
    "noisy, prior": (NOISE, "prior"),
}
"""Noise and mode of every condition."""

SHAPES_FOUND = 0.9
SCENES_FOUND = 0.95
"""From these shares on, shapes and scenes count as found."""

TIGHT = 0.90
"""Least silhouette of the scenes on clean video."""

ENOUGH = 0.8
"""Least share of the seeds on which they have to be found."""


@dataclass(frozen=True)
class Told:
    """How well scenes are told: share that k-means puts into their class, and silhouette."""

    kmeans: float
    silhouette: float


@dataclass(frozen=True, eq=False)
class Watched:
    """What a network of three layers made of a video.

    Parameters
    ----------
    top, below
        Causes of layer 3, shape (T, 2), and of layer 2, shape (T, units, 4).
    labels
        Scene of every frame, shape (T,).
    shapes
        What layer 2 told of the shapes.
    """

    top: NDArray[np.floating]
    below: NDArray[np.floating]
    labels: NDArray[np.int_]
    shapes: ShapesTold


@dataclass(frozen=True, eq=False)
class LevelsSeedResult:
    """The networks of one seed.

    Parameters
    ----------
    seed
        Their seed.
    shapes
        What layer 2 told of the shapes, by condition.
    scenes
        How well the scenes were told, by condition and way.
    watched
        What the network of three layers made of the clean video.
    """

    seed: int
    shapes: dict[str, ShapesTold]
    scenes: dict[str, dict[str, Told]]
    watched: Watched

    @property
    def shapes_found(self) -> bool:
        """Whether layer 2 has found the shapes: each has its cause, and that is the strongest."""
        clean = self.shapes["clean"]
        return clean.told >= SHAPES_FOUND and set(clean.names) == set(SHAPE_SETS[LEVELS].shapes)

    @property
    def scenes_found(self) -> bool:
        """Whether layer 3 has found the scenes."""
        return self.scenes["clean"][WAYS[0]].kmeans >= SCENES_FOUND


@dataclass(frozen=True, eq=False)
class LevelsResult:
    """The whole experiment: what was asked for, a result a seed, and the time taken."""

    seeds: tuple[int, ...]
    results: tuple[LevelsSeedResult, ...]
    seconds: float

    @property
    def checks(self) -> dict[str, bool]:
        """What had to hold, in words, and whether it did."""
        need = ENOUGH * len(self.results) - 1e-9
        tightness = np.mean([each.silhouette for each in self.told("clean", WAYS[0])])
        return {
            "four shapes are found in layer 2 on four seeds of five": (
                sum(each.shapes_found for each in self.results) >= need
            ),
            "two scenes are found in layer 3 on four seeds of five": (
                sum(each.scenes_found for each in self.results) >= need
            ),
            f"the clean silhouette of the scenes is at least {TIGHT:.2f}".replace("0.", "."): bool(
                tightness >= TIGHT
            ),
        }

    @property
    def verdict(self) -> str:
        """`pass` where all checks hold, else `fail`."""
        return "pass" if all(self.checks.values()) else "fail"

    def told(self, condition: str, way: str) -> list[Told]:
        """Return how well scenes are told in a condition and way, one for each seed."""
        return [result.scenes[condition][way] for result in self.results]

    def shapes_told(self, condition: str) -> list[float]:
        """Return the share of shapes that layer 2 tells in a condition, one for each seed."""
        return [result.shapes[condition].told for result in self.results]

    def as_dict(self) -> dict[str, object]:
        """Return the result as JSON can hold it."""
        return {
            "experiment": "levels",
            "seeds": list(self.seeds),
            "shapes_found": [each.shapes_found for each in self.results],
            "scenes_found": [each.scenes_found for each in self.results],
            "shapes": {condition: self.shapes_told(condition) for condition in CONDITIONS},
            "scenes": {
                condition: {
                    way: {
                        name: [getattr(each, name) for each in self.told(condition, way)]
                        for name in ("kmeans", "silhouette")
                    }
                    for way in WAYS
                }
                for condition in CONDITIONS
            },
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


def two_wide_layers() -> Preset:
    """Return what the network without a third layer is: two causes that see the whole frame.

    Its prior has the strengths of the network of three layers, which suit it best, too.
    """
    levels, wide = preset(f"shapes-{LEVELS}"), preset("shapes-wide-easy")
    first, second = wide.network.layers
    top = replace(second, causes=len(SHAPE_SETS[LEVELS].classes))
    network = replace(wide.network, layers=(first, top), prior=levels.network.prior)
    return replace(levels, name="two-wide-layers", network=network, learning=wide.learning)


def reproduce_levels(
    seeds: Sequence[int] = (2, 3, 4),
    frames: int | None = None,
    on_progress: OnSeed | None = None,
    workers: Workers = HERE,
) -> LevelsResult:
    """Train both networks from nothing and test them, once for each seed.

    Parameters
    ----------
    seeds
        Two networks each.
    frames
        Length of the training video; None for the preset's.
    on_progress
        Called with the index of the seed and each training step; where others do the work, with
        None when the seed is done.
    workers
        Who shares the seeds.
    """
    begun = time.monotonic()
    if not seeds:
        raise UserError("At least one seed is needed.")
    for seed in seeds:  # refuses bad input before any work
        _trainings(seed, frames)
    jobs = [(index, seed, frames) for index, seed in enumerate(seeds)]
    results = seed_results(_train_and_examine, jobs, workers, on_progress)
    return LevelsResult(tuple(seeds), tuple(results), time.monotonic() - begun)


def _trainings(seed: int, frames: int | None) -> list[Training]:
    """Return the trainings of a seed: three layers, then two wide ones."""
    recipes = (preset(f"shapes-{LEVELS}"), two_wide_layers())
    return [Training(each, each.frames if frames is None else frames, seed) for each in recipes]


def _train_and_examine(
    job: tuple[int, int, int | None], on_progress: OnSeed | None = None
) -> LevelsSeedResult:
    """Train the networks of one seed and test them in every condition."""
    index, seed, frames = job
    networks = []
    for number, training in enumerate(_trainings(seed, frames)):
        tell = None if on_progress is None else partial(_halfway, on_progress, index, number)
        networks.append(training.run(tell).network)
    return examine_levels(networks[0], networks[1], seed)


def _halfway(on_progress: OnSeed, index: int, number: int, progress: Progress) -> None:
    """Tell of a step of the first or the second training of a seed."""
    on_progress(index, replace(progress, share=(number + progress.share) / 2))


def examine_levels(levels: Network, wide: Network, seed: int) -> LevelsSeedResult:
    """Test a network of three layers, and beside it one of two wide layers."""
    shapes, scenes, shown = {}, {}, {}
    for condition, (noise, mode) in CONDITIONS.items():
        video, top_down = scenes_video(noise, seed), TopDown.named(mode)
        seen = shown[condition] = _watched(levels, video, top_down)
        shapes[condition] = seen.shapes
        causes = (seen.top, seen.below.sum(axis=1), top_causes(wide, video, top_down))
        scenes[condition] = {
            way: Told(kmeans_accuracy(each, seen.labels), silhouette(each, seen.labels))
            for way, each in zip(WAYS, causes, strict=True)
        }
    return LevelsSeedResult(seed, shapes, scenes, shown["clean"])


def scenes_video(noise: float, seed: int) -> FrameSource:
    """Return the fresh video that the networks of a seed are tested on."""
    config = ShapesConfig.named(LEVELS, seed=seed + TEST_SEED)
    return noisy_shapes(config, TEST_FRAMES_PER_SCENE * len(config.classes), noise)


def _watched(network: Network, video: FrameSource, top_down: TopDown) -> Watched:
    """Show a video to a network of three layers."""
    config, layer = SHAPE_SETS[LEVELS], network.spec.depth - 1
    shapes = ShapesToldSoFar(network.spec, video.frame_shape, layer, config.shapes)
    top, below, labels = [], [], []
    for frame, state in watch(network, video, top_down):
        shapes.add(frame.index, frame.placed, state.layers[-2].causes)
        top.append(state.top_causes.ravel())
        below.append(state.layers[-2].causes)
        labels.append(frame.label)
    told = shapes.result()
    assert told is not None
    return Watched(np.stack(top), np.stack(below), np.array(labels), told)
