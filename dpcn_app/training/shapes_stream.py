"""Training video for a network: many sequences of bouncing shapes in lockstep."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.errors import UserError
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import NONE, Preprocessing
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig

LOCKSTEP = 30
"""Sequences shown at once, classes in turn."""


class ShapesStream:
    """Sequences of shapes in lockstep, a `TrainingStream`; frames are drawn when asked for.

    Parameters
    ----------
    spec
        The network that the patches are for.
    config
        The shapes; sequences are shorter than it says if `frames` are too few for them.
    frames
        Number of frames in one pass, rounded down to whole sequences in lockstep.
    """

    def __init__(self, spec: NetworkSpec, config: ShapesConfig, frames: int) -> None:
        if not LOCKSTEP * 2 <= frames <= 10_000_000:
            raise UserError(
                f"Training takes from {LOCKSTEP * 2} to 10,000,000 frames, not {frames}."
            )
        self._length = min(config.sequence_length, frames // LOCKSTEP)
        rounds = max(1, frames // (LOCKSTEP * self._length))
        self._source = BouncingShapes(
            replace(config, sequence_length=self._length), rounds * LOCKSTEP * self._length
        )
        self._grid = PatchGrid.of(spec, config.frame_shape)

    @property
    def preprocessing(self) -> Preprocessing:
        """Preprocessing of the frames: none."""
        return NONE

    @property
    def steps(self) -> int:
        """Time steps in one pass."""
        return len(self._source) // LOCKSTEP

    @property
    def frames(self) -> int:
        """Frames in one pass."""
        return len(self._source)

    def patches(self, step: int) -> NDArray[np.float32]:
        """Return the patches of the frames of all sequences at one time step."""
        round_, time = divmod(step, self._length)
        first = round_ * LOCKSTEP
        images = np.stack(
            [
                self._source.frame((first + sequence) * self._length + time).image
                for sequence in range(LOCKSTEP)
            ]
        )
        patches = self._grid.cut(images)
        return patches.reshape(-1, patches.shape[-1])

    def starts(self, step: int) -> bool:
        """Return whether sequences begin at this step."""
        return step % self._length == 0
