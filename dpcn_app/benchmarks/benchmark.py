"""The benchmark: how fast the engine is, as ratios to its peers measured in the same run.

Everything runs in one thread. Peers take turns with the engine, round by round, after a warm-up;
medians and ranges of the rounds are reported.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

import dpcn_app
from dpcn_app.benchmarks.joint_speed import JointComparison, compare_with_states_alone
from dpcn_app.benchmarks.natural_frames import (
    compare_on_natural_frames,
    growth_with_natural_pixels,
)
from dpcn_app.benchmarks.replay import Problem
from dpcn_app.benchmarks.scaling import (
    Growth,
    growth_with_frames,
    growth_with_pixels,
    growth_with_states,
)
from dpcn_app.benchmarks.solver_speed import (
    LAYER_SOLVERS,
    BatchComparison,
    Comparison,
    compare_on_frames,
    compare_on_patches,
)
from dpcn_app.benchmarks.timing import one_thread
from dpcn_app.benchmarks.training_cost import TrainingCost, timed_training, training_cost
from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.training.presets import preset

_SEED = 0


@dataclass(frozen=True)
class BenchmarkSizes:
    """How much is measured.

    Parameters
    ----------
    rounds
        How often each task is timed.
    frames
        Length of the video that the solvers watch.
    batch
        Frames at once in the comparison on patches.
    training, every
        Frames of the training video, and the number of steps between those timed with NumPy.
    quick_training
        Frames of the training video of networks whose training is not measured.
    states, batches, tiles
        Numbers of states, of frames at once, and of frames side by side for which time is measured.
    natural_frames, natural_rounds, natural_tiles
        Length of the natural video, how often each solver watches it, and the numbers of windows
        side by side for which time is measured; the last but one is the video's.
    """

    rounds: int = 9
    frames: int = 30
    batch: int = 64
    training: int = 3000
    every: int = 6
    quick_training: int = 900
    states: tuple[int, ...] = (25, 50, 100, 200, 400)
    batches: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64)
    tiles: tuple[int, ...] = (1, 2, 3, 4)
    natural_frames: int = 2
    natural_rounds: int = 3
    natural_tiles: tuple[int, ...] = (1, 2, 3)


FULL = BenchmarkSizes()
QUICK = BenchmarkSizes(
    rounds=2,
    frames=4,
    batch=4,
    training=60,
    every=3,
    quick_training=60,
    states=(10, 20),
    batches=(1, 4),
    tiles=(1, 2),
    natural_frames=1,
    natural_rounds=1,
    natural_tiles=(1, 2),
)
"""Enough to see that it works; too little for reliable numbers."""


@dataclass(frozen=True)
class Environment:
    """The versions and the machine that the numbers were measured with."""

    dpcn_app: str
    python: str
    numpy: str
    numba: str
    system: str
    processor: str
    threads: int

    @classmethod
    def here(cls) -> Environment:
        """Return this machine's environment."""
        return cls(
            dpcn_app=dpcn_app.__version__,
            python=platform.python_version(),
            numpy=version("numpy"),
            numba=version("numba"),
            system=platform.system(),
            processor=platform.processor() or platform.machine(),
            threads=1,
        )


@dataclass(frozen=True)
class BenchmarkResult:
    """All results of the benchmark.

    Parameters
    ----------
    environment, sizes
        The machine, and how much was measured.
    network
        Which networks watched the videos.
    frames
        The solvers on noisy videos, all layers.
    patches
        The solvers on one large batch, layer 1.
    joint
        Joint inference of layer 1 against its states alone.
    training
        The cost of a whole training.
    growth
        The time of exact inference against size.
    """

    environment: Environment
    sizes: BenchmarkSizes
    network: str
    frames: tuple[Comparison, ...]
    patches: BatchComparison
    joint: tuple[JointComparison, ...]
    training: TrainingCost
    growth: tuple[Growth, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the results as values that JSON can hold; times are in seconds."""
        return asdict(self)


def run_benchmark(
    sizes: BenchmarkSizes = FULL,
    network: Network | None = None,
    report: Callable[[float, str], None] = lambda share, words: None,
) -> BenchmarkResult:
    """Run the whole benchmark and return its results.

    Parameters
    ----------
    sizes
        How much is measured.
    network
        A trained network for the videos of both sets; None trains one for each, in this run.
    report
        Called now and then with the share of the run that is done, and the name of its part.
    """
    with one_thread():
        report(0.0, "compiling")
        easy, hard = preset("shapes-easy"), preset("shapes-hard")
        _warm_up(easy.network.layers[0])
        trained, training = training_cost(
            easy, sizes.training, sizes.every, _SEED, lambda share: report(0.4 * share, "training")
        )
        if network is None:
            other, *_ = timed_training(hard, sizes.quick_training, _SEED, lambda share: None)
            networks = {"easy": trained, "hard": other}
            name = (
                f"trained in this run, on {sizes.training} (easy) and {sizes.quick_training} "
                "(hard) frames"
            )
        else:
            networks = {"easy": network, "hard": network}
            name = "given"

        frames: list[Comparison] = []
        for shapes, watching in networks.items():
            for mode in ("off", "both"):
                report(0.45 + 0.09 * len(frames), f"{shapes} shapes")
                frames.append(compare_on_frames(watching, shapes, mode, sizes.frames, sizes.rounds))
        across, rounds = sizes.natural_tiles[-2], sizes.natural_rounds
        report(0.82, "natural frames")
        frames.append(compare_on_natural_frames(sizes.natural_frames, across, rounds))
        report(0.87, "patches")
        patches = compare_on_patches(networks["easy"], "easy", sizes.batch, sizes.rounds)
        joint = compare_with_states_alone(
            networks["easy"], "easy", sizes.batch, across, sizes.rounds
        )
        report(0.92, "growth")
        growth = (
            growth_with_states(easy, sizes.quick_training, sizes.states, sizes.rounds),
            growth_with_frames(networks["easy"], "easy", sizes.batches, sizes.rounds),
            growth_with_pixels(networks["easy"], "easy", sizes.tiles, sizes.rounds),
            growth_with_natural_pixels(sizes.natural_tiles, sizes.rounds),
        )
    report(1.0, "done")
    return BenchmarkResult(
        Environment.here(), sizes, name, tuple(frames), patches, joint, training, growth
    )


def _warm_up(spec: LayerSpec) -> None:
    """Compile or load the kernels before anything is timed."""
    layer = Layer.initial(spec, np.random.default_rng(0))
    for solver in LAYER_SOLVERS.values():
        Problem(layer, np.zeros((spec.group, spec.inputs), np.float32)).solve(solver)
