"""How fast the exact solver and its peers are, on frames of a video and on batches of patches.

The peers are the engine's own `paper` solver and a plain NumPy version of it, both Algorithm 1 with
the iterations and the early stop of the recipe.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dpcn_app.benchmarks.reference import reference_layer, reference_step
from dpcn_app.benchmarks.replay import LayerSolver, Problem
from dpcn_app.benchmarks.timing import Ratio, Timing, interleaved
from dpcn_app.engine.inference import infer_layer, infer_step
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import FrameSource

FrameSolver = Callable[[Network, Array, NetworkState | None, TopDown], NetworkState]

_NOISE = 1.5
_VIDEO_SEED = 7  # of the videos to infer; networks are trained on others

FRAME_SOLVERS: dict[str, FrameSolver] = {
    "exact": infer_step,
    "paper": partial(infer_step, solver="paper"),
    "numpy": reference_step,
}
LAYER_SOLVERS: dict[str, LayerSolver] = {
    "exact": infer_layer,
    "paper": partial(infer_layer, solver="paper"),
    "numpy": reference_layer,
}


@dataclass(frozen=True)
class Comparison:
    """The times of the three solvers on the same work, which take turns round by round.

    Parameters
    ----------
    what
        What was inferred.
    unit
        The unit of work that the seconds are for: one frame, or one patch.
    units
        Number of units in a round.
    numpy_to_exact, paper_to_exact
        How many times as long as the exact solver the other two take.
    exact, paper, numpy
        Seconds for one unit.
    """

    what: str
    unit: str
    units: int
    numpy_to_exact: Ratio
    paper_to_exact: Ratio
    exact: Timing
    paper: Timing
    numpy: Timing

    @classmethod
    def of(
        cls,
        what: str,
        unit: str,
        units: int,
        tasks: Mapping[str, Callable[[], object]],
        rounds: int,
    ) -> Comparison:
        """Time the tasks `exact`, `paper` and `numpy`."""
        seconds = interleaved(tasks, rounds)
        return cls(
            what=what,
            unit=unit,
            units=units,
            numpy_to_exact=Ratio.of(seconds["numpy"], seconds["exact"]),
            paper_to_exact=Ratio.of(seconds["paper"], seconds["exact"]),
            **{name: Timing.of(each, units) for name, each in seconds.items()},
        )


@dataclass(frozen=True)
class BatchComparison:
    """The three solvers on one batch of patches, and how low an energy each one reaches.

    Parameters
    ----------
    speed
        Seconds for a patch.
    paper_energy_excess, numpy_energy_excess
        How far a solver's final energy lies above that of the exact solver: .01 is 1 %.
    """

    speed: Comparison
    paper_energy_excess: float
    numpy_energy_excess: float


def noisy_video(shapes: str, frames: int) -> FrameSource:
    """Return a noisy video of bouncing shapes, with sequences so short that all classes occur."""
    config = ShapesConfig.named(shapes, seed=_VIDEO_SEED)
    length = math.ceil(frames / len(config.shapes))
    return noisy_shapes(replace(config, sequence_length=min(length, 100)), frames, _NOISE)


def noisy_images(shapes: str, frames: int) -> Array:
    """Return the frames of `noisy_video`, shape (frames, height, width)."""
    source = noisy_video(shapes, frames)
    return np.stack([source.frame(index).image for index in range(frames)])


def noisy_patches(spec: NetworkSpec, shapes: str, frames: int) -> Array:
    """Return `noisy_video` cut into patches for a network, shape (frames, patches, P)."""
    images = noisy_images(shapes, frames)
    return PatchGrid.of(spec, images.shape[1:]).cut(images)


def batch_problem(layer: Layer, spec: NetworkSpec, shapes: str, frames: int) -> Problem:
    """Return layer 1's problem for many frames at once, as in training.

    Each frame follows one that has been inferred before, so that x starts at A x_{t−1} as it does
    in a video.
    """
    video = noisy_patches(spec, shapes, frames + 1)
    return Problem(layer, video[1:], infer_layer(layer, video[:-1]).states)


def compare_on_frames(
    network: Network, shapes: str, mode: str, frames: int, rounds: int
) -> Comparison:
    """Compare the solvers on a noisy video, frame after frame, all layers.

    Parameters
    ----------
    network
        A trained network.
    shapes
        The set of shapes, `easy` or `hard`.
    mode
        The mode, by its name in `MODES`.
    frames, rounds
        Length of the video, and how often each solver watches it from its start.
    """
    return compare_on_video(
        network, shapes, noisy_patches(network.spec, shapes, frames), mode, rounds
    )


def compare_on_video(
    network: Network, what: str, video: Array, mode: str, rounds: int
) -> Comparison:
    """Compare the solvers on a video cut into patches, shape (frames, patches, P)."""
    top_down = TopDown.named(mode)

    def watch(solver: FrameSolver) -> None:
        state: NetworkState | None = None
        for patches in video:
            state = solver(network, patches, state, top_down)

    tasks = {name: partial(watch, solver) for name, solver in FRAME_SOLVERS.items()}
    flow = "bottom-up" if mode == "off" else f"top-down {mode}"
    return Comparison.of(f"{what}, {flow}", "frame", len(video), tasks, rounds)


def compare_on_patches(network: Network, shapes: str, frames: int, rounds: int) -> BatchComparison:
    """Compare the solvers on layer 1 alone, on many frames at once."""
    problem = batch_problem(network.layers[0], network.spec, shapes, frames)
    patches = problem.inputs.size // network.layers[0].spec.inputs
    tasks = {name: partial(problem.solve, solver) for name, solver in LAYER_SOLVERS.items()}
    speed = Comparison.of(f"layer 1, {patches} patches", "patch", patches, tasks, rounds)
    energy = {
        name: float(problem.solve(solver).energy.total.sum(dtype=np.float64))
        for name, solver in LAYER_SOLVERS.items()
    }
    return BatchComparison(
        speed,
        paper_energy_excess=energy["paper"] / energy["exact"] - 1,
        numpy_energy_excess=energy["numpy"] / energy["exact"] - 1,
    )
