"""The time of a training with the exact solver, and an estimate for Algorithm 1 in NumPy."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from dpcn_app.benchmarks.reference import reference_layer
from dpcn_app.benchmarks.replay import LearningReplay, encode
from dpcn_app.benchmarks.timing import Ratio, Timing
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.trainer import Place, Trainer
from dpcn_app.training.presets import Preset
from dpcn_app.training.shapes_stream import ShapesStream
from dpcn_app.video.shapes import ShapesConfig


@dataclass(frozen=True)
class LayerCost:
    """The time to infer one layer while it is learnt, for both solvers on the same steps.

    Parameters
    ----------
    layer
        Number of the layer, from 1.
    inferences
        Batches of this layer that the whole training inferred.
    sampled
        Batches that both solvers were timed on.
    numpy_to_exact
        How many times as long as the exact solver NumPy takes, batch by batch.
    exact, numpy
        Seconds for one batch.
    exact_mean, numpy_mean
        Mean seconds for one batch, from which the whole training is estimated.
    """

    layer: int
    inferences: int
    sampled: int
    numpy_to_exact: Ratio
    exact: Timing
    numpy: Timing
    exact_mean: float
    numpy_mean: float


@dataclass(frozen=True)
class TrainingCost:
    """Time of a whole training.

    Parameters
    ----------
    frames, steps
        Length of the training video, and steps of the whole plan.
    exact_seconds
        Measured: the trainer from its first step to its last, including drawing the video.
    numpy_seconds
        Estimated, not measured: the same, but with the inferences of all layers at the mean time
        that NumPy took on the sampled ones.
    numpy_to_exact
        The ratio of the two.
    layers
        The sampled inferences of each layer.
    explanation
        How the numbers were obtained, in words for the user.
    """

    frames: int
    steps: int
    exact_seconds: float
    numpy_seconds: float
    numpy_to_exact: float
    layers: tuple[LayerCost, ...]
    explanation: str


def timed_training(
    preset: Preset, frames: int, seed: int, report: Callable[[float], None]
) -> tuple[Network, float, Counter[int], int]:
    """Train a network; return it, the seconds, the inferences of each layer, and the steps.

    Parameters
    ----------
    preset
        The network, its shapes and how it is learnt.
    frames
        Length of the training video.
    seed
        Seed of the video and of the training.
    report
        Called with the share that is done.
    """
    inferences: Counter[int] = Counter()
    steps = 0
    start = time.perf_counter()
    trainer = Trainer(preset.network, preset.learning, _stream(preset, frames, seed), seed)
    for progress in trainer:
        steps += 1
        inferences.update(_layers_inferred(progress.place))
        report(progress.share)
    return trainer.network, time.perf_counter() - start, inferences, steps


def training_cost(
    preset: Preset, frames: int, every: int, seed: int, report: Callable[[float], None]
) -> tuple[Network, TrainingCost]:
    """Train a network with the exact solver, and time NumPy on a sample of the same inferences.

    Parameters
    ----------
    preset, frames, seed, report
        As for `timed_training`.
    every
        Both solvers are timed on each `every`-th step of each layer's learning.

    Returns
    -------
    network, cost
        The trained network, and the cost of its training.
    """
    network, seconds, inferences, steps = timed_training(
        preset, frames, seed, lambda share: report(share / (1 + preset.network.depth))
    )
    stream = _stream(preset, frames, seed)
    starts = [stream.starts(step) for step in range(stream.steps)]
    inputs: list[Array] = [stream.patches(step) for step in range(stream.steps)]
    layers = []
    for index, spec in enumerate(preset.network.layers):
        replay = LearningReplay(spec, preset.learning[index], inputs, starts, seed, index)
        layers.append(_layer_cost(replay, index + 1, inferences[index], every))
        inputs = encode(network.layers[index], inputs, starts)
        report((2 + index) / (1 + preset.network.depth))
    extra = sum(each.inferences * (each.numpy_mean - each.exact_mean) for each in layers)
    sampled = " and ".join(f"{each.sampled} of layer {each.layer}" for each in layers)
    explanation = (
        f"Exact: measured, the whole training ({steps} steps, {stream.frames} frames). "
        f"NumPy: reckoned. Both solvers were timed on the same batches ({sampled}: one "
        f"step in {every}); to the measured time was added what NumPy's inference takes longer on "
        f"average, times all {sum(inferences.values())} inferences. Updates and video cost the "
        "same."
    )
    cost = TrainingCost(
        frames=stream.frames,
        steps=steps,
        exact_seconds=seconds,
        numpy_seconds=seconds + extra,
        numpy_to_exact=(seconds + extra) / seconds,
        layers=tuple(layers),
        explanation=explanation,
    )
    return network, cost


def _stream(preset: Preset, frames: int, seed: int) -> ShapesStream:
    return ShapesStream(preset.network, ShapesConfig.named(preset.shapes, seed=seed), frames)


def _layers_inferred(place: Place) -> range:
    """Return the layers (from 0) for which a step of the trainer infers a batch."""
    first = 0 if place.phase in ("encode", "map") else place.layer
    return range(first, place.layer if place.phase == "encode" else place.layer + 1)


def _layer_cost(replay: LearningReplay, number: int, inferences: int, every: int) -> LayerCost:
    """Time both solvers in turn on every `every`-th problem of a layer's learning."""
    seconds: dict[str, list[float]] = {"exact": [], "numpy": []}
    solvers = (("exact", infer_layer), ("numpy", reference_layer))
    for problem in islice(replay, 0, None, every):
        for name, solver in solvers:
            start = time.perf_counter()
            problem.solve(solver)
            seconds[name].append(time.perf_counter() - start)
    exact, numpy = seconds["exact"], seconds["numpy"]
    return LayerCost(
        layer=number,
        inferences=inferences,
        sampled=len(exact),
        numpy_to_exact=Ratio.of(numpy, exact),
        exact=Timing.of(exact),
        numpy=Timing.of(numpy),
        exact_mean=sum(exact) / len(exact),
        numpy_mean=sum(numpy) / len(numpy),
    )
