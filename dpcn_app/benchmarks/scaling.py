"""How the time of exact inference grows with the number of states, of frames and of pixels."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dpcn_app.benchmarks.replay import LearningReplay
from dpcn_app.benchmarks.solver_speed import batch_problem, noisy_images, noisy_patches
from dpcn_app.benchmarks.timing import Timing, interleaved
from dpcn_app.engine.inference import infer_layer, infer_step
from dpcn_app.engine.network import Array, Network
from dpcn_app.training.presets import Preset
from dpcn_app.training.shapes_stream import ShapesStream
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

_FRAMES_AT_ONCE = 16


@dataclass(frozen=True)
class Growth:
    """Time against one size, with the others fixed.

    Parameters
    ----------
    what
        The size that grows.
    sizes, seconds
        Its values, and the seconds of exact inference at each.
    slope
        Slope of log seconds against log size, by least squares: 1 is proportional, 2 quadratic.
    """

    what: str
    sizes: tuple[int, ...]
    seconds: tuple[Timing, ...]
    slope: float

    @classmethod
    def of(cls, what: str, tasks: Mapping[int, Callable[[], object]], rounds: int) -> Growth:
        """Time one task per size, in turn."""
        seconds = tuple(Timing.of(each) for each in interleaved(tasks, rounds).values())
        slope = log_slope(tuple(tasks), [timing.median for timing in seconds])
        return cls(what, tuple(tasks), seconds, slope)


def log_slope(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the exponent p of the power law seconds ∝ sizeᵖ that fits best."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def growth_with_states(preset: Preset, frames: int, states: Sequence[int], rounds: int) -> Growth:
    """Time layer 1 with different numbers K of states, each layer learnt in one pass over `frames`.

    The layers are learnt, not random, since the number of active states decides the time.
    """
    stream = ShapesStream(preset.network, ShapesConfig.named(preset.shapes), frames)
    inputs = [stream.patches(step) for step in range(stream.steps)]
    starts = [stream.starts(step) for step in range(stream.steps)]
    learning = replace(preset.learning[0], epochs=1)
    tasks: dict[int, Callable[[], object]] = {}
    for K in states:
        spec = replace(preset.network.layers[0], states=K)
        replay = LearningReplay(spec, learning, inputs, starts, seed=0)
        deque(replay, maxlen=0)  # runs the learning to its end
        problem = batch_problem(replay.layer, preset.network, preset.shapes, _FRAMES_AT_ONCE)
        tasks[K] = partial(problem.solve, infer_layer)
    return Growth.of("states K of layer 1", tasks, rounds)


def growth_with_frames(network: Network, shapes: str, counts: Sequence[int], rounds: int) -> Growth:
    """Time all layers on different numbers of frames at once."""
    video = noisy_patches(network.spec, shapes, max(counts) + 1)
    tasks = {count: _second_step(network, video[:count], video[1 : count + 1]) for count in counts}
    return Growth.of("frames at once", tasks, rounds)


def growth_with_pixels(network: Network, shapes: str, tiles: Sequence[int], rounds: int) -> Growth:
    """Time all layers on one large frame: `tiles` × `tiles` frames of the video side by side."""
    images = noisy_images(shapes, max(tiles) ** 2 + 1)
    tasks = {}
    for across in tiles:
        before, now = (tiled(images[start:], across) for start in (0, 1))
        grid = PatchGrid.of(network.spec, now.shape)
        tasks[now.size] = _second_step(network, grid.cut(before), grid.cut(now))
    return Growth.of("pixels of one frame", tasks, rounds)


def _second_step(network: Network, before: Array, now: Array) -> Callable[[], object]:
    """Return a task that infers a frame or batch, given the state inferred for the one before."""
    P = network.layers[0].spec.inputs
    return partial(
        infer_step, network, now.reshape(-1, P), infer_step(network, before.reshape(-1, P))
    )


def tiled(images: Array, across: int) -> Array:
    """Return the first `across`² images as one, row by row."""
    _, height, width = images.shape
    rows = images[: across**2].reshape(across, across, height, width).swapaxes(1, 2)
    return rows.reshape(across * height, across * width)
