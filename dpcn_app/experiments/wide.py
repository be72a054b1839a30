"""Wide frames: a second layer that sees the whole frame, and what belief and context do there.

Networks for wide frames are trained from nothing. Of a fresh noisy video is measured, by mode, how
well the classes are told apart by the top causes, and how far noise fades from the picture; of two
classes at once, what a belief makes of them (`experiments.attention`) and what is decided by what
is around them (`experiments.context`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from dpcn_app.analysis.estimates import Estimate, estimate
from dpcn_app.analysis.scores import score
from dpcn_app.engine.network import Network
from dpcn_app.errors import UserError
from dpcn_app.experiments.attention import Watched, ordered_pairs, watch_pairs
from dpcn_app.experiments.context import CONDITIONS, Surrounded, watch_contexts
from dpcn_app.experiments.noise_results import NoiseResult, NoiseTable, noise_table, plain_table
from dpcn_app.experiments.noise_runs import NoiseJob, train_each_seed
from dpcn_app.experiments.robustness import watch_closely
from dpcn_app.experiments.shapes import TEST_SEED, fresh_video, shapes_trainings
from dpcn_app.experiments.video_run import labels, top_causes
from dpcn_app.experiments.workers import EVERY_CORE, Workers
from dpcn_app.video.shapes import SHAPE_SETS, ShapesConfig
from dpcn_app.video.source import Image

SETS = tuple(name for name in SHAPE_SETS if name.startswith("wide"))
"""Sets of shapes on wide frames."""

MODES = ("off", "both", "prior:T", "prior", "matched-placebo")
"""Modes that watch the noisy video."""

MEASURES = {
    "kmeans": "k-means",
    "silhouette": "silhouette",
    "leak": "leak",
    "kept": "kept",
    "correlation": "correlation",
}

_BELIEF_FRAMES = 100  # of each pair: enough for a mean over six ordered pairs


@dataclass(frozen=True, eq=False)
class WideResult(NoiseResult):
    """The whole experiment.

    Parameters
    ----------
    shape_set, noises, seeds, checks, seconds
        See `NoiseResult`.
    watched
        What each mode made of the noisy video, by measure.
    clean_kmeans, health
        K-means accuracy on clean video, and the health of the top layer, one a seed.
    belief, context
        Selectivity: by mode (`experiments.attention`), or by surrounding (`experiments.context`),
        and ordered pair of classes: a value a seed.
    examples
        Pictures of the first seed, see `Surrounded`.
    """

    experiment = "wide"

    watched: NoiseTable
    clean_kmeans: list[float]
    health: list[float]
    belief: dict[str, dict[str, list[float]]]
    context: dict[str, dict[str, list[float]]]
    examples: dict[str, dict[str, tuple[Image, Image]]]

    @property
    def pairs(self) -> tuple[str, ...]:
        """All ordered pairs of classes."""
        return ordered_pairs(self.shape_set)

    def by_seed(self, table: dict[str, dict[str, list[float]]], condition: str) -> list[float]:
        """Return the selectivity over all ordered pairs, a value a seed."""
        rows = [table[condition][pair] for pair in self.pairs]
        return [float(np.mean(each)) for each in zip(*rows, strict=True)]

    def by_context(self, condition: str) -> Estimate:
        """Return the selectivity of a surrounding over all ordered pairs, over the seeds."""
        return estimate(self.by_seed(self.context, condition))

    def mean(self, mode: str, noise: float, measure: str) -> float:
        """Return a measure of a mode, its mean over the seeds."""
        return float(np.mean(self.watched[mode][noise][measure]))

    def found(self) -> dict[str, object]:
        """Return what was found as JSON can hold it."""
        return {
            "watched": plain_table(self.watched),
            "clean_kmeans": self.clean_kmeans,
            "health": self.health,
            "belief": self.belief,
            "context": self.context,
        }


def reproduce_wide(
    shape_set: str = "wide",
    noises: Sequence[float] = (1.0, 4.0),
    seeds: Sequence[int] = (2, 3, 4),
    frames: int | None = None,
    on_progress: Callable[[float, str], None] | None = None,
    *,
    workers: Workers = EVERY_CORE,
) -> WideResult:
    """Train from nothing and test, once for each seed.

    Parameters
    ----------
    shape_set, noises
        One of `SETS`; mean numbers of noise objects in every 32×32 pixels of the test videos.
    seeds
        One network each.
    frames
        Length of the training video; None for the preset's.
    on_progress
        Called with the share done and a few words, after each seed.
    workers
        Who shares the seeds.
    """
    if shape_set not in SETS:
        raise UserError(f"{shape_set!r} has no wide frames; choose from {', '.join(SETS)}.")
    begun = time.monotonic()
    rows = train_each_seed(_train_and_watch, shape_set, noises, seeds, frames, on_progress, workers)
    pairs = ordered_pairs(shape_set)
    result = WideResult(
        shape_set=shape_set,
        noises=tuple(noises),
        seeds=tuple(seeds),
        watched=noise_table(
            rows,
            MODES,
            noises,
            tuple(MEASURES),
            lambda row, mode, noise, name: row.watched[mode, noise][name],
        ),
        clean_kmeans=[row.clean_kmeans for row in rows],
        health=[row.health for row in rows],
        belief={
            mode: {pair: [row.belief.selectivity[mode][pair] for row in rows] for pair in pairs}
            for mode in ("belief", "matched-placebo", "prior")
        },
        context={
            name: {pair: [row.context.selectivity[name][pair] for row in rows] for pair in pairs}
            for name in CONDITIONS
        },
        examples=rows[0].context.examples,
        checks={},
        seconds=time.monotonic() - begun,
    )
    result.checks.update(_checks(result))
    return result


@dataclass(frozen=True, eq=False)
class _Seed:
    """What was found of one seed's network; the noisy videos by mode and noise."""

    watched: dict[tuple[str, float], dict[str, float]]
    clean_kmeans: float
    health: float
    belief: Watched
    context: Surrounded


def _train_and_watch(job: NoiseJob) -> _Seed:
    """Train the network of one seed and let it watch everything."""
    shape_set, noises, seed, frames = job
    (training,) = shapes_trainings(shape_set, [seed], frames)
    trained = training.run()
    health = 0.0 if trained.health is None else trained.health.score
    return watch_all(trained.network, shape_set, noises, seed, health)


def watch_all(
    network: Network, shape_set: str, noises: Sequence[float], seed: int, health: float
) -> _Seed:
    """Let the network of a seed watch noisy videos, pairs under beliefs, and pairs in contexts."""
    watched, clean_kmeans = {}, 0.0
    for noise in noises:
        video = fresh_video(shape_set, noise, seed)
        truth, clean = labels(video), top_causes(network, video, clean=True)
        clean_kmeans = score(clean, truth, clean).kmeans
        for mode in MODES:
            run = watch_closely(network, video, mode)
            scores = score(run.causes, truth, clean)
            found = {"kmeans": scores.kmeans, "silhouette": scores.silhouette} | run.fading
            watched[mode, noise] = {name: float(found[name]) for name in MEASURES}
    config = ShapesConfig.named(shape_set, seed=seed + TEST_SEED)
    belief = watch_pairs(network, shape_set, 0.0, seed, _BELIEF_FRAMES)
    return _Seed(watched, clean_kmeans, health, belief, watch_contexts(network, config))


_FIGURES = {"wide": (0.98, 0.85, 0.08, 0.68, 0.25), "wide-easy": (0.98, 0.83, 0.08, 0.68, 0.22)}
"""Least k-means and silhouette, most leak, least kept, and least selectivity by context, by set."""

_FOUR_A_FRAME = 1.0  # noise: as many objects in every 32×32 pixels


def _checks(result: WideResult) -> dict[str, bool]:
    """Return what must hold, means over the seeds; figures were set for four objects a frame."""
    checks = {}
    kmeans, silhouette, leak, kept, context = _FIGURES[result.shape_set]
    if _FOUR_A_FRAME in result.noises:
        prior = {name: result.mean("prior", _FOUR_A_FRAME, name) for name in MEASURES}
        checks[f"the prior's k-means accuracy is at least {kmeans:g}"] = prior["kmeans"] >= kmeans
        checks[f"its silhouette is at least {silhouette:g}"] = prior["silhouette"] >= silhouette
        checks[f"its leak is at most {leak:g}"] = prior["leak"] <= leak
        checks[f"it keeps at least {kept:g}"] = prior["kept"] >= kept
    ours, placebo = result.by_context("context"), result.by_context("placebo")
    checks[f"selectivity by context is at least {context:g}"] = ours.mean >= context
    if len(result.seeds) > 1:
        checks["its interval lies above that of the matched placebo"] = ours.above(placebo)
    return checks
