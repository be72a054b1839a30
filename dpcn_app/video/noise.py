"""Noise put on any video; the clean frame is kept beside it, so that denoising can be measured.

Named by a text such as `gaussian:0.1`:

- `structured:1.5` — objects of random shape at random places, new in each frame, on average so
  many in every 32×32 pixels (as in the paper's §3.2);
- `gaussian:0.1` — independent numbers of this standard deviation on every pixel;
- `occlusion:0.2` — a grey rectangle that covers this share of the frame and wanders about.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.outlines import outline
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source import Frame, FrameSource, Image

NOISE_KINDS = {"structured": 20.0, "gaussian": 1.0, "occlusion": 0.9}
"""Kinds of noise, and the largest amount of each."""

_FIELD = 32 * 32
_WANDERING = 0.02  # of the room a frame, at most


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
            raise UserError(
                f"There is no noise called {self.kind!r}; choose from {', '.join(NOISE_KINDS)}."
            )
        most = NOISE_KINDS[self.kind]
        if not 0 <= self.amount <= most:
            raise UserError(f"{self.kind} noise goes from 0 to {most:g}, not {self.amount}.")
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

    def put_on(self, image: Image, index: int) -> Image:
        """Return a noisy copy of frame `index`."""
        match self.kind:
            case "gaussian":
                rng = np.random.default_rng((self.seed, index))
                noise = rng.standard_normal(image.shape, dtype=np.float32)
                return np.clip(image + np.float32(self.amount) * noise, 0, 1)
            case "occlusion":
                return self._occlude(image, index)
        return self._scatter(image, index)

    def _scatter(self, image: Image, index: int) -> Image:
        """Draw objects of the paper's first set over a frame."""
        rng = np.random.default_rng((self.seed, index))
        shapes, size = SHAPE_SETS["easy"]
        size = min(size, *image.shape)
        noisy = image.copy()
        if size < 4:
            return noisy
        count = int(rng.poisson(self.amount * max(image.size / _FIELD, 1)))
        room = np.array(image.shape) - size + 1
        places = rng.integers(0, room, size=(count, 2))
        for (top, left), kind in zip(places, rng.integers(0, len(shapes), count), strict=True):
            mask = outline(shapes[kind], size)
            noisy[top : top + size, left : left + size][mask] = 1.0
        return noisy

    def _occlude(self, image: Image, index: int) -> Image:
        """Cover part of a frame; the cover flies straight and turns back at the edges."""
        rng = np.random.default_rng(self.seed)
        place = rng.uniform(0, 2, 2) + index * rng.uniform(0.5, 1, 2) * _WANDERING
        away = 1 - np.abs(place % 2 - 1)  # 0 … 1 and back
        sides = np.maximum(1, np.rint(np.array(image.shape) * sqrt(self.amount))).astype(int)
        top, left = np.rint(away * (np.array(image.shape) - sides)).astype(int)
        noisy = image.copy()
        noisy[top : top + sides[0], left : left + sides[1]] = 0.5
        return noisy


class Noisy(FrameSource):
    """A video with noise on it.

    Parameters
    ----------
    source
        The clean video.
    noise
        What is put on it.
    """

    def __init__(self, source: FrameSource, noise: Noise) -> None:
        self.source, self.noise = source, noise

    @property
    def classes(self) -> tuple[str, ...]:
        return self.source.classes

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self.source.frame_shape

    def label(self, index: int) -> int:
        return self.source.label(index)

    @property
    def rate(self) -> float:
        return self.source.rate

    @property
    def indexed(self) -> float:
        return self.source.indexed

    @property
    def problems(self) -> tuple[str, ...]:
        return self.source.problems

    def __len__(self) -> int:
        return len(self.source)

    def frame(self, index: int) -> Frame:
        frame = self.source.frame(index)
        clean = frame.image if frame.clean is None else frame.clean
        return Frame(index, self.noise.put_on(frame.image, index), frame.label, clean)

    def close(self) -> None:
        self.source.close()


def with_noise(source: FrameSource, noise: Noise) -> FrameSource:
    """Return a video with noise on it: itself where there is none."""
    return Noisy(source, noise) if noise.amount > 0 else source
