"""A film that is no photograph in motion: things that move on their own, as in a real video.

    python -m tests.films.objects_film objects.mp4 [FRAMES]

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
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.ndimage import map_coordinates

from tests.films.film import Picture, Plane, Thing, photographed, within_lobes, write_film

HEIGHT, WIDTH, FRAMES = 240, 320, 720
TRAVELLING, RESTING = 240, 4000
_PAN = (0.4, 0.7)  # pixels a frame, down and across
_SMALLEST, _LARGEST = 6.0, 60.0  # radius in pixels
_AROUND = 70  # pixels beyond the frame, where things turn up and vanish
_FASTEST = 1.6  # pixels a frame, down and across
_SURFACES = ("plain", "grain", "wood", "stripes", "checks")
_OFTEN = (0.35, 0.3, 0.2, 0.1, 0.05)


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


class _Leaf(Thing):
    """Something with an outline and a surface."""

    def __init__(self, rng: np.random.Generator, room: tuple[int, int]) -> None:
        # The inverse of the distribution function of a density ∝ r⁻³.
        low, high = _SMALLEST**-2, _LARGEST**-2
        radius = float((low + rng.uniform() * (high - low)) ** -0.5)
        place = rng.uniform(0, np.add(room, 2 * _AROUND))
        velocity = rng.uniform(-_FASTEST, _FASTEST, 2)
        turn, spin = rng.uniform(0, 2 * np.pi), rng.uniform(-0.03, 0.03)
        super().__init__(room, _AROUND, radius, place, velocity, turn, spin)
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

    def look(self, along: Plane, beside: Plane, time: int) -> tuple[Plane, Plane]:
        """Return how far within its outline a place lies, and the grey there."""
        grey = self.grey + self.shading * along / self.radius + self._surface(along, beside)
        return self._inside(along, beside, time), grey

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
        strengths, phases = self.lobes
        return within_lobes(along, beside, self.radius, strengths, phases + time * self.wobble)

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


def frames(seed: int = 0, count: int = FRAMES) -> Iterator[Picture]:
    """Return the film's pictures, one after the other."""
    rng = np.random.default_rng(seed)
    pans = np.multiply.outer(np.arange(count), _PAN)
    whole = (HEIGHT + int(FRAMES * _PAN[0]) + 2, WIDTH + int(FRAMES * _PAN[1]) + 2)
    ground = np.full(whole, 0.5)
    for _ in range(RESTING):
        _Leaf(rng, whole).draw(ground, 0)
    things = [_Leaf(rng, (HEIGHT, WIDTH)) for _ in range(TRAVELLING)]
    for time, pan in enumerate(pans):
        places = np.indices((HEIGHT, WIDTH)) + pan[:, None, None]
        image: Plane = map_coordinates(ground, places, order=1)
        for thing in things:
            thing.draw(image, time)
        yield photographed(image, rng)


if __name__ == "__main__":
    asked = int(sys.argv[2]) if len(sys.argv) > 2 else FRAMES
    write_film(Path(sys.argv[1]), frames(count=asked), (HEIGHT, WIDTH), rate=30)
