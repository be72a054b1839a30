"""A training small enough to be carried out hundreds of times: bars that move over 16×16 pixels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.trainer import Trainer
from dpcn_app.video.patches import PatchGrid

FIRST = LayerSpec(64, 12, 4, square_offsets(4), sparsity=0.3, cause_sparsity=0.05, iterations=20)
SECOND = LayerSpec(4, 6, 2, square_offsets(4), 0.03, 0.1, 0.02, iterations=20)
SPEC = NetworkSpec((16, 16), 8, (FIRST, SECOND))
LEARNING = (
    LearningSpec(epochs=2, restarts=2),
    LearningSpec(epochs=2, coherence=0.03, cause_warm_up=0.5, restarts=3),
)


class BarsStream:
    """Three sequences in lockstep, of a bar that moves a pixel a step; upright and flat in turn."""

    def __init__(self, steps: int = 6, length: int = 3, seed: int = 0) -> None:
        self._steps, self._length = steps, length
        grid = PatchGrid((16, 16), SPEC.corners((16, 16), 0), SPEC.patch, SPEC.padding)
        rng = np.random.default_rng(seed)
        self._batches = []
        for _ in range(-(-steps // length)):
            places = rng.integers(0, 16, 3)
            for time in range(length):
                images = np.zeros((3, 16, 16), np.float32)
                for number, place in enumerate(places):
                    image = images[number].T if number % 2 else images[number]
                    image[(place + time) % 16] = 1
                self._batches.append(grid.cut(images).reshape(-1, 64))

    @property
    def steps(self) -> int:
        return self._steps

    def patches(self, step: int) -> Array:
        return self._batches[step]

    def starts(self, step: int) -> bool:
        return step % self._length == 0


def trainer(
    spec: NetworkSpec = SPEC,
    learning: tuple[LearningSpec, ...] = LEARNING,
    stream: BarsStream | None = None,
    seed: int = 0,
) -> Trainer:
    """Return a trainer that has not begun."""
    return Trainer(spec, learning, stream or BarsStream(), seed)


def without_restarts() -> tuple[LearningSpec, ...]:
    """Return the plainest way to learn both layers."""
    return tuple(replace(each, restarts=1) for each in LEARNING)


def differences(one: Network, other: Network) -> list[str]:
    """Return the names of what is not the same, bit for bit."""
    names = []
    for index, (a, b) in enumerate(zip(one.layers, other.layers, strict=True)):
        names += [
            f"{name} of layer {index}"
            for name in "ABCM"
            if _bytes(getattr(a, name)) != _bytes(getattr(b, name))
        ]
        if a.output_scale != b.output_scale:
            names.append(f"scale of layer {index}")
    return names


def _bytes(matrix: Array | None) -> bytes | None:
    return None if matrix is None else matrix.tobytes()


def finish(unfinished: Trainer) -> Trainer:
    for _ in unfinished:
        pass
    return unfinished


def assert_same(one: Trainer, other: Trainer) -> None:
    assert one.done and other.done
    assert differences(one.network, other.network) == []
    assert one.health == other.health
