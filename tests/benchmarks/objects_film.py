"""A film that is no photograph in motion: things that move on their own, as in a real video.

    python tests/benchmarks/objects_film.py objects.mp4

It follows what is known of ordinary pictures, the *dead leaves*: things of all sizes, the smaller
the more (their number falls with the cube of the size), lie before each other in random order. Some
travel and turn, each at its own velocity, before a ground of others over which a camera pans. Their
outlines are polygons, bars and rounded blobs; a third of the blobs change shape. Each has its own
grey, shaded from one side to the other, and most have a surface: grain as coarse as it is fine
(1/f), grain drawn out one way as in wood, stripes, or now and then checks. The camera blurs a
little and adds noise. The seed is fixed, so that the film can be made again; `dpcn-app reproduce
natural --video objects.mp4` learns it.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, map_coordinates

HEIGHT, WIDTH, FRAMES = 240, 320, 720
TRAVELLING, RESTING = 240, 4000
_PAN = (0.4, 0.7)  # pixels a frame, down and across
_SMALLEST, _LARGEST = 6.0, 60.0  # radius in pixels
_AROUND = 70  # pixels beyond the frame, where things turn up and vanish
_FASTEST = 1.6  # pixels a frame, down and across
_SURFACES = ("plain", "grain", "wood", "stripes", "checks")
_OFTEN = (0.35, 0.3, 0.2, 0.1, 0.05)

Plane = NDArray[np.float64]


def _grain(rng: np.random.Generator, shape: tuple[int, int], drawn_out: float = 1.0) -> Plane:
    """Return noise whose amplitude falls as 1/f, of standard deviation 1, wrapping around.

    Drawn out, it changes less from left to right than up and down.
    """
    down, across = np.fft.fftfreq(shape[0])[:, None], np.fft.fftfreq(shape[1])[None, :]
    frequency = np.hypot(down, across * drawn_out)
    frequency[0, 0] = np.inf
    spectrum = np.fft.fft2(rng.normal(size=shape)) / frequency
    grain: Plane = np.fft.ifft2(spectrum).real
    return grain / grain.std()


class _Thing:
    """Something with an outline and a surface, on its way."""

    def __init__(self, rng: np.random.Generator, room: tuple[int, int]) -> None:
        self.room = room
        # The inverse of the distribution function of a density ∝ r⁻³.
        low, high = _SMALLEST**-2, _LARGEST**-2
        self.radius = float((low + rng.uniform() * (high - low)) ** -0.5)
        self.place = rng.uniform(0, np.add(room, 2 * _AROUND))
        self.velocity = rng.uniform(-_FASTEST, _FASTEST, 2)
        self.turn, self.spin = rng.uniform(0, 2 * np.pi), rng.uniform(-0.03, 0.03)
        self.outline = str(rng.choice(["polygon", "bar", "blob"], p=[0.4, 0.2, 0.4]))
        self.corners = int(rng.integers(3, 7))
        self.slimness = rng.uniform(0.15, 0.5)
        self.lobes = rng.uniform(-0.25, 0.25, 4), rng.uniform(0, 2 * np.pi, 4)
        self.wobble = rng.uniform(-0.15, 0.15, 4) * (rng.uniform() < 1 / 3)
        self.grey, self.shading = rng.uniform(0.15, 0.85), rng.uniform(0, 0.15)
        self.contrast = rng.uniform(0.03, 0.15)
        self.surface = str(rng.choice(_SURFACES, p=_OFTEN))
        self.period = rng.uniform(4, 14)
        side = 2 * int(np.ceil(1.5 * self.radius)) + 1
        self.grain = _grain(rng, (side, side), 6.0 if self.surface == "wood" else 1.0)

    def draw(self, image: Plane, time: int) -> None:
        """Paint over what lies behind it."""
        middle = np.mod(self.place + time * self.velocity, np.add(self.room, 2 * _AROUND)) - _AROUND
        reach = 1.5 * self.radius + 1
        first = np.maximum(np.floor(middle - reach), 0).astype(int)
        last = np.minimum(np.ceil(middle + reach) + 1, image.shape).astype(int)
        if (first >= last).any():
            return
        down, across = np.ogrid[first[0] : last[0], first[1] : last[1]]
        y, x = down - middle[0], across - middle[1]
        turn = self.turn + time * self.spin
        along, beside = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
        cover = np.clip(self._inside(along, beside, time) + 0.5, 0, 1)
        grey = self.grey + self.shading * along / self.radius + self._surface(along, beside)
        part = image[first[0] : last[0], first[1] : last[1]]
        part += cover * (grey - part)

    def _inside(self, along: Plane, beside: Plane, time: int) -> Plane:
        """Return about how far within the outline a place lies, in pixels; negative outside."""
        if self.outline == "bar":
            inside: Plane = np.minimum(
                self.radius - np.abs(along), self.slimness * self.radius - np.abs(beside)
            )
            return inside
        if self.outline == "polygon":
            angles = 2 * np.pi * np.arange(self.corners) / self.corners
            sides = [np.cos(angle) * along + np.sin(angle) * beside for angle in angles]
            return 0.8 * self.radius - np.max(sides, axis=0)
        angle = np.arctan2(beside, along)
        swell = sum(
            strength / number * np.cos(number * angle + phase + speed * time)
            for number, strength, phase, speed in zip(
                range(1, 5), *self.lobes, self.wobble, strict=True
            )
        )
        return self.radius * (1 + swell) - np.hypot(along, beside)

    def _surface(self, along: Plane, beside: Plane) -> Plane | float:
        if self.surface == "plain":
            return 0.0
        if self.surface in ("grain", "wood"):
            middle = self.grain.shape[0] // 2
            places = np.stack([beside + middle, along + middle])
            sampled: Plane = map_coordinates(self.grain, places, order=1, mode="wrap")
            return self.contrast * sampled
        stripes = np.sin(2 * np.pi * along / self.period)
        if self.surface == "checks":
            stripes = np.sign(stripes * np.sin(2 * np.pi * beside / self.period))
        return self.contrast * stripes


def frames(seed: int = 0, count: int = FRAMES) -> list[NDArray[np.uint8]]:
    """Return the film's pictures."""
    rng = np.random.default_rng(seed)
    pans = np.multiply.outer(np.arange(count), _PAN)
    whole = (HEIGHT + int(FRAMES * _PAN[0]) + 2, WIDTH + int(FRAMES * _PAN[1]) + 2)
    ground = np.full(whole, 0.5)
    for _ in range(RESTING):
        _Thing(rng, whole).draw(ground, 0)
    things = [_Thing(rng, (HEIGHT, WIDTH)) for _ in range(TRAVELLING)]
    pictures = []
    for time, pan in enumerate(pans):
        places = np.indices((HEIGHT, WIDTH)) + pan[:, None, None]
        image: Plane = map_coordinates(ground, places, order=1)
        for thing in things:
            thing.draw(image, time)
        image = gaussian_filter(image, 0.5) + rng.normal(0, 0.01, image.shape)
        pictures.append(np.clip(image * 255, 0, 255).astype(np.uint8))
    return pictures


def write_film(path: Path, seed: int = 0) -> None:
    """Write the film as h264, 30 frames a second."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"crf": "18"})
        stream.width, stream.height = WIDTH, HEIGHT
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(1, 30)
        for grey in frames(seed):
            frame = av.VideoFrame.from_ndarray(np.repeat(grey[..., None], 3, axis=2), "rgb24")
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


if __name__ == "__main__":
    write_film(Path(sys.argv[1]))
