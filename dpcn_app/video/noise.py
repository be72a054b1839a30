"""Noise on any video; each frame keeps its clean version, so that denoising can be measured.

Noise is named by a text such as `gaussian:0.1`:

- `structured:1.5` — objects of random shape at random places, new in each frame, on average so
  many in every 32×32 pixels (as in the paper's §3.2);
- `gaussian:0.1` — independent numbers of this standard deviation on every pixel;
- `occlusion:0.2` — a grey rectangle that covers this share of the frame and wanders about.

To add a kind, write a function here and add it to `NOISE_KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.outlines import ObjectStyle
from dpcn_app.video.shapes import SHAPE_SETS, BouncingShapes, ShapesConfig
from dpcn_app.video.source import Frame, FrameSource, Image, WrappedSource

_OBJECTS = 1  # random stream that places objects; shapes move by another one
_FIELD = 32 * 32
_WANDERING = 0.02  # largest step a frame, as a share of the room


@dataclass(frozen=True)
class Noise:
    """What is put on a video.

    Parameters
    ----------
    kind
        A key of `NOISE_KINDS`.
    amount
        How much, as the kind counts it.
    seed
        Same seed, same noise.
    """

    kind: str = "structured"
    amount: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in NOISE_KINDS:
            kinds = ", ".join(NOISE_KINDS)
            raise UserError(f"There is no noise called {self.kind[:40]!r}; choose from {kinds}.")
        most = NOISE_KINDS[self.kind].largest
        if not 0 <= self.amount <= most:
            raise UserError(
                f"{self.kind.capitalize()} noise goes from 0 to {most:g}, not {self.amount}."
            )
        if self.seed < 0:
            raise UserError(f"A seed must be zero or more, not {self.seed}.")

    @classmethod
    def named(cls, text: str, seed: int = 0) -> Noise:
        """Return the noise that a text such as `gaussian:0.1` names."""
        kind, _, amount = text.partition(":")
        try:
            return cls(kind, float(amount), seed)
        except ValueError:
            raise UserError(
                f"Noise is a kind and an amount, such as gaussian:0.1, not {text!r}."
            ) from None

    def put_on(self, image: Image, index: int, objects: ObjectStyle | None = None) -> Image:
        """Return a noisy copy of frame `index`.

        Objects that are added look like those of the video, where it has any.
        """
        style = objects or SHAPE_SETS["easy"].style
        return NOISE_KINDS[self.kind].put_on(self, image, index, style)


@dataclass(frozen=True)
class NoiseKind:
    """One kind of noise.

    Parameters
    ----------
    unit
        Unit of its amount.
    largest, step, usual
        The largest amount, the step of an arrow key, and the usual amount.
    put_on
        Returns a noisy copy of a frame, given the noise, the frame, its number, and what objects
        look like.
    """

    unit: str
    largest: float
    step: float
    usual: float
    put_on: Callable[[Noise, Image, int, ObjectStyle], Image]


def _scatter(noise: Noise, image: Image, index: int, objects: ObjectStyle) -> Image:
    """Draw objects of random shape over a frame, at random places."""
    rng = np.random.default_rng((noise.seed, _OBJECTS, index))
    noisy = image.copy()
    size = min(objects.size, *image.shape)
    if size < 4:
        return noisy
    count = int(rng.poisson(noise.amount * max(image.size / _FIELD, 1)))
    room = np.array(image.shape) - size + 1
    places = rng.integers(0, room, size=(count, 2))
    style = ObjectStyle(objects.shapes, size, objects.stroke)
    style.draw(noisy, places, rng.integers(0, len(objects.shapes), count))
    return noisy


def _add_gaussian(noise: Noise, image: Image, index: int, objects: ObjectStyle) -> Image:
    rng = np.random.default_rng((noise.seed, index))
    grain = rng.standard_normal(image.shape, dtype=np.float32)
    return np.clip(image + np.float32(noise.amount) * grain, 0, 1)


def _occlude(noise: Noise, image: Image, index: int, objects: ObjectStyle) -> Image:
    """Cover part of a frame; the cover moves straight and turns back at the edges."""
    rng = np.random.default_rng(noise.seed)
    place = rng.uniform(0, 2, 2) + index * rng.uniform(0.5, 1, 2) * _WANDERING
    away = 1 - np.abs(place % 2 - 1)  # 0 … 1 and back
    sides = np.maximum(1, np.rint(np.array(image.shape) * sqrt(noise.amount))).astype(int)
    top, left = np.rint(away * (np.array(image.shape) - sides)).astype(int)
    noisy = image.copy()
    noisy[top : top + sides[0], left : left + sides[1]] = 0.5
    return noisy


NOISE_KINDS = {
    "structured": NoiseKind("mean number of objects in 32×32 pixels", 20.0, 0.5, 1.5, _scatter),
    "gaussian": NoiseKind("standard deviation", 1.0, 0.05, 0.1, _add_gaussian),
    "occlusion": NoiseKind("share of the frame", 0.9, 0.1, 0.2, _occlude),
}
"""Kinds of noise by name."""


class Noisy(WrappedSource):
    """A video with noise on it.

    Parameters
    ----------
    source
        The clean video.
    noise
        What is put on it.
    """

    def __init__(self, source: FrameSource, noise: Noise) -> None:
        super().__init__(source)
        self.noise = noise

    def frame(self, index: int) -> Frame:
        frame = self.source.frame(index)
        clean = frame.image if frame.clean is None else frame.clean
        image = self.noise.put_on(frame.image, index, self.source.objects)
        return replace(frame, image=image, clean=clean)


def with_noise(source: FrameSource, noise: Noise) -> FrameSource:
    """Return a video with noise on it; the video itself if the amount is 0."""
    return Noisy(source, noise) if noise.amount > 0 else source


def noisy_shapes(config: ShapesConfig, frames: int, noise: float) -> FrameSource:
    """Return bouncing shapes with structured noise of the same seed, as in the paper's §3.2."""
    return with_noise(BouncingShapes(config, frames), Noise("structured", noise, config.seed))
