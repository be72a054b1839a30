"""The four races, and the requirements that each must meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from dpcn_app.benchmarks.benchmark import Environment
from dpcn_app.benchmarks.peers import frames
from dpcn_app.benchmarks.peers.contest import Contestant, Heat, run_heat
from dpcn_app.benchmarks.peers.dictionary import DictionaryRace, dictionary_race
from dpcn_app.benchmarks.peers.installed import versions
from dpcn_app.benchmarks.peers.lasso import dense, lasso_contestants, our_contestant
from dpcn_app.benchmarks.peers.machine import Machine, Scaling, measure_machine
from dpcn_app.benchmarks.peers.numpy_methods import ADMM
from dpcn_app.benchmarks.peers.problems import (
    StateProblem,
    natural_problem,
    photograph_problem,
    shapes_problem,
)
from dpcn_app.benchmarks.peers.temporal import SMOOTHED, cvxpy_contestant, temporal_contestants
from dpcn_app.benchmarks.scaling import Growth
from dpcn_app.benchmarks.timing import one_thread
from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import normalise_columns


@dataclass(frozen=True)
class PeerSizes:
    """How much is measured.

    Parameters
    ----------
    rounds
        How often each contestant is timed.
    batches
        Patches at once in the lasso.
    temporal, convex
        Patches at once in E1, and for the convex solver, which is slow.
    states, side, steps
        K and the width of a patch in the photograph's problem, and steps to learn its dictionary.
    at_once
        Frames at once, in the heat of many frames.
    compiled
        Whether PyTorch compiles as well, which takes a minute.
    learnt, learning_rounds
        Patches of shapes and of natural frames in the race of training, and how often they are
        learnt.
    grown
        Values of K, of P and of the batch for which growth is measured.
    tiles
        Frames side by side, in each direction, for which growth is measured.
    threads
        The same, for two threads.
    """

    rounds: int = 5
    batches: tuple[int, ...] = (16, 256, 1024)
    temporal: int = 256
    convex: int = 4
    states: int = 400
    side: int = 15
    steps: int = 100
    at_once: int = 64
    compiled: bool = True
    learnt: tuple[int, int] = (24_000, 12_000)
    learning_rounds: int = 3
    grown: tuple[tuple[int, ...], ...] = (
        (50, 100, 200, 400, 800),
        (36, 72, 144, 288, 576),
        (16, 64, 256, 1024),
    )
    tiles: tuple[int, ...] = (1, 2, 4, 8)
    threads: tuple[int, ...] = (4, 8)


FULL = PeerSizes()
QUICK = PeerSizes(
    rounds=1,
    batches=(8,),
    temporal=8,
    convex=1,
    states=20,
    side=5,
    steps=3,
    at_once=2,
    compiled=False,
    learnt=(600, 600),
    learning_rounds=1,
    grown=((10, 20), (9, 18), (4, 8)),
    tiles=(1, 2),
    threads=(2,),
)
"""Enough to see that it works; too little for reliable numbers."""


@dataclass(frozen=True)
class Requirement:
    """A number that a race must reach, and the number that it reached."""

    what: str
    asked: float
    reached: float

    @property
    def met(self) -> bool:
        """Whether the requirement was met."""
        return self.reached >= self.asked


@dataclass(frozen=True)
class Race:
    """The result of one race.

    Parameters
    ----------
    name
        As given on the command line.
    heats
        One for each problem.
    growth
        How the engine's time grows.
    threads
        The times of one thread and of two.
    learning
        The learning curves on each set of patches, in the race `training`.
    requirements
        The numbers that it must reach.
    """

    name: str
    heats: tuple[Heat, ...] = ()
    growth: tuple[Growth, ...] = ()
    threads: tuple[Scaling, ...] = ()
    learning: tuple[DictionaryRace, ...] = ()
    requirements: tuple[Requirement, ...] = ()


@dataclass(frozen=True)
class PeersResult:
    """All races of a run, and the machine that they were run on.

    Parameters
    ----------
    environment, machine
        Versions and system, and the limits of the machine.
    peers
        The version of every peer; None if it is not installed.
    races
        The results.
    """

    environment: Environment
    machine: Machine
    peers: dict[str, str | None]
    races: tuple[Race, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Peers that are not installed."""
        return tuple(name for name, version in self.peers.items() if version is None)

    def as_dict(self) -> dict[str, Any]:
        """Return the results as values that JSON can hold; times are in seconds."""
        document = asdict(self) | {"missing": list(self.missing)}
        for race, shown in zip(self.races, document["races"], strict=True):
            for each, dictionary in zip(race.requirements, shown["requirements"], strict=True):
                dictionary["met"] = each.met
        return document


def run_races(
    names: Sequence[str],
    sizes: PeerSizes = FULL,
    report: Callable[[float, str], None] = lambda share, words: None,
) -> PeersResult:
    """Run the named races of `RACES` and return their results."""
    with one_thread():
        report(0.0, "the machine")
        machine, peers = measure_machine(sizes.rounds), versions()
        races = []
        for number, name in enumerate(names):
            report((number + 0.1) / (len(names) + 0.1), name)
            races.append(RACES[name](sizes))
    report(1.0, "done")
    return PeersResult(Environment.here(), machine, peers, tuple(races))


def lasso_race(sizes: PeerSizes) -> Race:
    """Race the plain lasso on shapes, a photograph and natural frames, in batches."""
    most = max(sizes.batches)
    heats, threads = [], []
    for problem in _problems(sizes, most, temporal=False):
        for batch in sizes.batches:
            some = problem.first(batch)
            heats.append(_state_heat(some, lasso_contestants(some), sizes.rounds))
        tolerance = heats[-1].entries[0].setting.effort
        solve = our_contestant(problem).solve
        what = f"lasso, {_size(problem)}"
        task = partial(_with_threads, solve, tolerance)
        threads.append(Scaling.of(what, task, sizes.rounds))
    worst = min(heat.best_peer.behind.median for heat in heats)
    return Race(
        "lasso",
        tuple(heats),
        _state_growth(sizes),
        tuple(threads),
        requirements=(Requirement("lasso: how far the best peer is behind", 1.5, worst),),
    )


def temporal_race(sizes: PeerSizes) -> Race:
    """Race E1 with the temporal term on shapes, a photograph and natural frames."""
    heats, convex = [], []
    for problem in _problems(sizes, sizes.temporal, temporal=True):
        heats.append(_state_heat(problem, temporal_contestants(problem), sizes.rounds))
        few = problem.first(sizes.convex)
        cvxpy = cvxpy_contestant(few)
        if cvxpy is not None:
            rivals = [our_contestant(few), cvxpy]
            convex.append(_state_heat(few, rivals, min(sizes.rounds, 3)))
    behind = {
        name: min(entry.behind.median for heat in heats if (entry := heat.entry(name)) is not None)
        for name in (SMOOTHED, ADMM)
    }
    return Race(
        "temporal",
        (*heats, *convex),
        requirements=(
            Requirement("E1: how far the paper's smoothed FISTA is behind", 10, behind[SMOOTHED]),
            Requirement("E1: how far ADMM is behind", 1, behind[ADMM]),
        ),
    )


def frame_race(sizes: PeerSizes) -> Race:
    """Race a whole frame of shapes through both layers, and two threads on larger ones."""
    heats = frames.frame_race(sizes.rounds, sizes.at_once, sizes.compiled)
    threads = frames.two_threads(sizes.threads, sizes.rounds)
    requirements = []
    for name, asked in ((frames.TORCH, 10), (frames.NUMPY, 4)):
        entry = heats[0].entry(name)
        if entry is not None:
            what = f"one frame: how far {name} is behind"
            requirements.append(Requirement(what, asked, entry.behind.median))
    for heat in heats:
        what = f"{heat.what}: how far the best peer is behind"
        requirements.append(Requirement(what, 1, heat.best_peer.behind.median))
    for scaling in threads:
        what = f"{scaling.what}: how much faster two threads are"
        requirements.append(Requirement(what, 1.7, scaling.faster.median))
    growth = frames.growth_with_frame_size(sizes.tiles, sizes.rounds)
    return Race("frame", heats, (growth,), threads, requirements=tuple(requirements))


def training_race(sizes: PeerSizes) -> Race:
    """Race the learning of a dictionary, of shapes and of natural frames."""
    learning = tuple(
        dictionary_race(what, count, sizes.learning_rounds)
        for what, count in zip(("noisy shapes", "natural frames"), sizes.learnt, strict=True)
    )
    requirements = tuple(
        Requirement(f"learning {race.what}: how far {name} is behind", 1, behind.median)
        for race in learning
        for name, behind in race.behind.items()
    )
    return Race("training", learning=learning, requirements=requirements)


RACES: dict[str, Callable[[PeerSizes], Race]] = {
    "lasso": lasso_race,
    "temporal": temporal_race,
    "frame": frame_race,
    "training": training_race,
}


def _problems(sizes: PeerSizes, count: int, temporal: bool) -> Iterator[StateProblem]:
    yield shapes_problem(count, temporal)
    yield photograph_problem(count, temporal, sizes.side, sizes.states, sizes.steps)
    yield natural_problem(count, temporal)


def _state_heat(problem: StateProblem, contestants: list[Contestant], rounds: int) -> Heat:
    batch = len(problem.inputs)
    what = f"{_size(problem)}, batch {batch}"

    def gap(states: Any) -> float:
        return problem.gap(dense(states, problem))

    return run_heat(what, "patch", batch, contestants, gap, rounds)


def _size(problem: StateProblem) -> str:
    P, K = problem.C.shape
    return f"{problem.what}, P={P} K={K}"


def _with_threads(solve: Callable[..., object], tolerance: float, threads: int) -> object:
    return solve(0.0, tolerance, threads)


def _state_growth(sizes: PeerSizes) -> tuple[Growth, ...]:
    """Time the lasso against K, P and the batch: Gaussian dictionaries, ten atoms per patch."""
    states, pixels, batches = sizes.grown
    n, P, K = batches[-1] // 4, pixels[len(pixels) // 2], states[len(states) // 2]
    with_states = {size: _gaussian(n, P, size) for size in states}
    with_pixels = {size: _gaussian(n, size, K) for size in pixels}
    with_batch = {size: _gaussian(size, P, K) for size in batches}
    return (
        Growth.of("lasso: states K", with_states, sizes.rounds),
        Growth.of("lasso: pixels P of a patch", with_pixels, sizes.rounds),
        Growth.of("lasso: patches at once", with_batch, sizes.rounds),
    )


def _gaussian(n: int, P: int, K: int) -> Callable[[], object]:
    rng = np.random.default_rng(0)
    C = normalise_columns(rng.normal(size=(P, K))).astype(np.float32)
    x = rng.normal(size=(n, K)) * (rng.random((n, K)) < 10 / K)
    y = (x @ C.T + 0.02 * rng.normal(size=(n, P))).astype(np.float32)
    return partial(infer_states, C, y, transition_weight=0.0, sparsity=0.1, tolerance=0.02)
