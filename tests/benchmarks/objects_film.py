"""A film that is no photograph in motion: textured objects that move on their own, as a real video.

    python tests/benchmarks/objects_film.py objects.mp4

Bars, boxes and discs, plain, striped and checked, turn and travel over a shaded ground, in front of
each other, each at its own velocity. `dpcn-app reproduce natural --video objects.mp4` learns it.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

SIDE, FRAMES, OBJECTS = 160, 480, 24


def _texture(x: NDArray, y: NDArray, kind: int, period: float) -> NDArray:
    """Return stripes, checks, or shading from one end to the other."""
    stripes = np.sin(2 * np.pi * x / period)
    if kind == 0:
        return stripes
    if kind == 1:
        return np.sign(stripes * np.sin(2 * np.pi * y / period))
    return x / 30


class _Thing:
    """A textured object on its way."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.place, self.turn = rng.uniform(0, SIDE, 2), rng.uniform(0, np.pi)
        self.velocity = rng.uniform(-2.5, 2.5, 2)
        self.spin = rng.uniform(-0.03, 0.03)
        self.half = np.array([rng.uniform(8, 30), rng.uniform(5, 18)])
        self.round = rng.uniform() < 0.3
        self.grey, self.contrast = rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.3)
        self.kind, self.period = int(rng.integers(3)), rng.uniform(5, 12)

    def draw(self, image: NDArray, time: int) -> None:
        down, across = np.indices(image.shape, dtype=float)
        middle = np.mod(self.place + time * self.velocity, SIDE + 80) - 40
        turn = self.turn + time * self.spin
        y, x = down - middle[0], across - middle[1]
        along, beside = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
        if self.round:
            inside = self.half[0] - np.hypot(along, beside)
        else:
            inside = np.minimum(self.half[0] - np.abs(along), self.half[1] - np.abs(beside))
        cover = np.clip(inside + 0.5, 0, 1)
        texture = _texture(along, beside, self.kind, self.period)
        image += cover * (self.grey + self.contrast * texture - image)


def write_film(path: Path, seed: int = 0) -> None:
    """Write the film as h264, 30 frames a second."""
    rng = np.random.default_rng(seed)
    ground = (
        0.5 + 0.6 * gaussian_filter(rng.normal(size=(2 * SIDE, 2 * SIDE)), 25, mode="wrap") * 20
    )
    things = [_Thing(rng) for _ in range(OBJECTS)]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"crf": "18"})
        stream.width = stream.height = SIDE
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(1, 30)
        for time in range(FRAMES):
            shift = (time // 2) % SIDE
            image = ground[shift : shift + SIDE, :SIDE].copy()
            for thing in things:
                thing.draw(image, time)
            grey = np.clip(image * 255, 0, 255).astype(np.uint8)
            frame = av.VideoFrame.from_ndarray(np.repeat(grey[..., None], 3, axis=2), "rgb24")
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


if __name__ == "__main__":
    write_film(Path(sys.argv[1]))
