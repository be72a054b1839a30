"""Training video for natural scenes: many small fields of view in lockstep, each on a moving clip.

A network for natural scenes sees fields far smaller than a frame. It learns from windows of that
size, which stay at one place of the frame for the length of a clip while the scene moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.errors import UserError
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.preprocess import Preprocessing
from dpcn_app.video.source import FrameSource, Image

CLIPS = 4
"""Clips shown at once."""

WINDOWS = 8
"""Fields of view on each clip."""

LENGTH = 8
"""Frames of a clip."""

_MARGIN = 8  # pixels at a frame's border, where contrast normalisation sees one side only
_TRIES = 40  # to find a window that is not flat
_ROUNDS_KEPT = 256  # about 160 MB
_SAMPLED = 48  # frames from which the gain is found


class FieldsOfView:
    """Windows of a video in lockstep, a `TrainingStream`.

    Parameters
    ----------
    spec
        The network that the windows are for.
    source, preprocessing
        The video, and the preprocessing of its frames.
    clips
        The first frame of each clip; they are shown `CLIPS` at a time.
    length
        Frames of a clip.
    seed
        Seed of the windows' places.
    """

    def __init__(
        self,
        spec: NetworkSpec,
        source: FrameSource,
        preprocessing: Preprocessing,
        clips: Sequence[int],
        length: int,
        seed: int,
    ) -> None:
        self._shape = preprocessing.shape(source.frame_shape)
        spec.unit_corners(self._shape)  # refuses frames smaller than a field
        self._field = spec.field[0] - 2 * spec.padding, spec.field[1] - 2 * spec.padding
        self._spec, self._source, self._preprocessing = spec, source, preprocessing
        self._clips, self._length, self._seed = clips, length, seed
        self._grid = PatchGrid.of(spec, self._field, preprocessing)
        self._windows = lru_cache(maxsize=_ROUNDS_KEPT)(self._cut_round)

    @property
    def preprocessing(self) -> Preprocessing:
        """Preprocessing of the frames, with its gain."""
        return self._preprocessing

    def with_preprocessing(self, preprocessing: Preprocessing) -> FieldsOfView:
        """Return the same windows with another preprocessing, such as that of other windows."""
        return FieldsOfView(
            self._spec, self._source, preprocessing, self._clips, self._length, self._seed
        )

    @property
    def steps(self) -> int:
        """Time steps in one pass."""
        return len(self._clips) // CLIPS * self._length

    @property
    def frames(self) -> int:
        """Frames in one pass."""
        return self.steps * CLIPS

    def patches(self, step: int) -> NDArray[np.float32]:
        """Return the patches of all windows at one time step."""
        patches = self._grid.cut(self.windows(step))
        return patches.reshape(-1, patches.shape[-1])

    def windows(self, step: int) -> NDArray[np.float32]:
        """Return what all windows show at one time step, shape (windows, height, width)."""
        round_, time = divmod(step, self._length)
        shown: NDArray[np.float32] = self._windows(round_)[time]
        return shown

    def starts(self, step: int) -> bool:
        """Return whether clips begin at this step."""
        return step % self._length == 0

    def _cut_round(self, round_: int) -> NDArray[np.float32]:
        """Return the windows of some clips, shape (frames, windows, height, width)."""
        rng = np.random.default_rng((self._seed, round_))
        clips = self._clips[round_ * CLIPS : (round_ + 1) * CLIPS]
        return np.concatenate([self._cut_clip(first, rng) for first in clips], axis=1)

    def _cut_clip(self, first: int, rng: np.random.Generator) -> NDArray[np.float32]:
        images = np.stack([self._seen(first + time) for time in range(self._length)])
        height, width = self._field
        windows = []
        for _ in range(WINDOWS):
            top, left = self._place(images[self._length // 2], rng)
            windows.append(images[:, top : top + height, left : left + width])
        return np.stack(windows, axis=1)

    def _seen(self, index: int) -> Image:
        return self._preprocessing.apply(self._source.frame(index).image)

    def _place(self, image: Image, rng: np.random.Generator) -> tuple[int, int]:
        """Return the corner of a window that is not flat, or of the least flat one tried."""
        height, width = self._field
        best, most = (0, 0), -1.0
        for _ in range(_TRIES):
            top, left = (
                _within(rng, pixels - side)
                for pixels, side in zip(self._shape, self._field, strict=True)
            )
            window = image[top : top + height, left : left + width]
            if float(window.std()) > most:
                best, most = (top, left), float(window.std())
            if not self._preprocessing.is_flat(window.reshape(-1)):
                break
        return best


def _within(rng: np.random.Generator, room: int) -> int:
    """Return a corner between 0 and `room`, away from the frame's border if there is room."""
    margin = min(_MARGIN, room // 4)
    return int(rng.integers(margin, room - margin + 1))


def photographs_stream(
    spec: NetworkSpec,
    preprocessing: Preprocessing,
    frames: int,
    seed: int,
    **config: object,
) -> FieldsOfView:
    """Return windows on moving photographs.

    Further arguments are those of `PhotographsConfig`; by default windows keep to the part `train`.
    """
    rounds = _rounds(frames)
    given = {"part": "train", "frame_shape": (72, 72), "seed": seed} | config
    moving = PhotographsConfig(**given, sequence_length=LENGTH)  # type: ignore[arg-type]
    source = MovingPhotographs(moving, rounds * CLIPS * LENGTH)
    clips = range(0, len(source), LENGTH)
    return FieldsOfView(spec, source, with_gain(preprocessing, source), clips, LENGTH, seed)


def video_stream(
    spec: NetworkSpec,
    preprocessing: Preprocessing,
    source: FrameSource,
    frames: int,
    seed: int,
    between: tuple[float, float] = (0.0, 1.0),
) -> FieldsOfView:
    """Return windows on any video.

    Clips are spread evenly over the part of the video that lies between two shares of its length.
    """
    first, last = (round(share * len(source)) for share in between)
    if last - first < 2:
        raise UserError("A network needs at least two frames to learn from; this video is shorter.")
    length = min(LENGTH, last - first)
    rounds = _rounds(frames)
    spread = np.linspace(first, last - length, rounds * CLIPS).astype(int)
    clips = np.random.default_rng((seed, 1)).permutation(spread).tolist()
    return FieldsOfView(spec, source, with_gain(preprocessing, source), clips, length, seed)


def _rounds(frames: int) -> int:
    least = CLIPS * LENGTH
    if not least <= frames <= 1_000_000:
        raise UserError(f"Training takes from {least} to 1,000,000 frames, not {frames}.")
    return frames // least


def with_gain(preprocessing: Preprocessing, source: FrameSource) -> Preprocessing:
    """Return the preprocessing with the gain that gives the video's pixels an RMS of 1."""
    plain = replace(preprocessing, gain=1.0)
    indices = np.unique(np.linspace(0, len(source) - 1, _SAMPLED).astype(int))
    squares = [float((plain.apply(source.frame(int(i)).image) ** 2).mean()) for i in indices]
    rms = float(np.sqrt(np.mean(squares)))
    if rms < 1e-3:
        raise UserError("There is nothing to see in this video: all its frames are uniform grey.")
    return replace(plain, gain=1 / rms)
