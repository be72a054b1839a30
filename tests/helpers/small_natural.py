"""A small network for natural scenes, a video of grey for it, and what is found of it."""

from functools import cache

import numpy as np
import pytest

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.stages import Stage
from dpcn_app.experiments import motion, natural
from dpcn_app.training.presets import Preset
from dpcn_app.video.preprocess import NATURAL
from dpcn_app.video.source import Frame, FrameSource

SMALL_NETWORK = NetworkSpec(
    (20, 20),
    9,
    (
        LayerSpec(81, 24, 8, square_offsets(2), 0.2, 1.0, 0.2, iterations=10),
        LayerSpec(8, 10, 4, square_offsets(3), 0.05, 0.2, 0.05, iterations=10),
    ),
)
STAGES = (
    Stage("C", share=0.5, inputs=1),
    Stage("A", share=0.2, inputs=1),
    Stage("B", share=0.3, rate=0.04, last_rate=0.01),
)
SMALL = Preset(
    "natural", "", SMALL_NETWORK, (LearningSpec(epochs=2, stages=STAGES),) * 2, 64, NATURAL
)


class Grey(FrameSource):
    """A video of one grey, or with a bright frame at its end."""

    def __init__(self, frames: int, shape: tuple[int, int] = (40, 40), rising: bool = False):
        self._frames, self._shape, self._rising = frames, shape, rising

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    def __len__(self) -> int:
        return self._frames

    def frame(self, index: int) -> Frame:
        rng = np.random.default_rng(index)
        image = np.full(self._shape, 0.5, np.float32)
        if self._rising:
            image[:, 20:] += rng.normal(0, 0.2, (self._shape[0], self._shape[1] - 20))
        return Frame(index, image.astype(np.float32))


@cache
def small_natural_result() -> natural.NaturalResult:
    """Return what the experiment finds of the small network, found once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(natural, "_TEST_FRAMES", 32)
        patch.setattr(natural, "_DIRECTED_FRAMES", 32)
        patch.setattr(motion, "_STEPS_OF_A", 16)
        return natural.reproduce_natural((1,), recipe=SMALL)
