"""Running an experiment at several amounts of noise: a network a seed, whoever trains it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpcn_app.errors import UserError
from dpcn_app.experiments.outcomes import Found
from dpcn_app.experiments.seed_results import results_in_order
from dpcn_app.experiments.shapes import shapes_trainings
from dpcn_app.experiments.workers import Workers
from dpcn_app.video.noise import Noise

NoiseJob = tuple[str, tuple[float, ...], int, int | None]
"""The work of a seed: set of shapes, amounts of noise, seed, and length of the training video."""


def check_noises_and_seeds(noises: Sequence[float], seeds: Sequence[int]) -> None:
    """Refuse amounts of noise that cannot be, none at all, and a seed that is given twice."""
    if not noises:
        raise UserError("At least one amount of noise is needed.")
    for noise in noises:
        Noise("structured", noise)
    if len(set(seeds)) < len(seeds):
        raise UserError("Give each seed once.")


def train_each_seed(
    work: Callable[[NoiseJob], Found],
    shape_set: str,
    noises: Sequence[float],
    seeds: Sequence[int],
    frames: int | None,
    on_progress: Callable[[float, str], None] | None,
    workers: Workers,
) -> list[Found]:
    """Return what is found of the network of every seed, in the order of the seeds.

    Parameters
    ----------
    work
        A module's function, which trains the network of a seed and tests it.
    shape_set, noises, seeds, frames
        What was asked for; bad input is refused before any work.
    on_progress
        Called with the share done and a few words, at the start and after each seed.
    workers
        Who shares the seeds.
    """
    check_noises_and_seeds(noises, seeds)
    shapes_trainings(shape_set, seeds, frames)
    tell = on_progress or _tell_nobody
    tell(0.0, f"seed {seeds[0]}: training")
    return results_in_order(
        work,
        [(shape_set, tuple(noises), seed, frames) for seed in seeds],
        workers,
        lambda index, done: tell(done / len(seeds), f"seed {seeds[index]}: done"),
    )


def _tell_nobody(share: float, words: str) -> None:
    """Tell nobody how far the work is."""
