"""A film of cut-outs in several planes, as a cartoon's camera films them.

    python -m tests.films.cutouts_film cutouts.mp4 [FRAMES]

Before a ground over which the camera pans, 60 cut-outs of 30 to 150 pixels lie in four planes; the
nearer a plane, the faster the pan carries it past (parallax). Each cut-out also travels at its own
velocity, leaves and comes in again on the other side, turns slowly and hides what lies behind it. A
third of them wave as a flag does. Their outlines are irregular polygons and rounded blobs, each
with its own grey, shaded from one side to the other, and a surface cut from a photograph. The
photographs come with scikit-image, are in the public domain or under CC0 by its documentation, and
are none of those that the moving photographs show. The seed is fixed, so that the film can be made
again; `dpcn-app reproduce natural --video cutouts.mp4` learns it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.ndimage import map_coordinates, zoom
from skimage import data
from skimage.color import rgb2gray
from skimage.transform import rescale

from tests.films.film import Picture, Plane, Thing, photographed, within_lobes, write_film

HEIGHT, WIDTH, FRAMES = 360, 480, 1500
CUT_OUTS = 60
SURFACES = {"grass": 1.0, "gravel": 1.0, "clock": 1.0, "retina": 0.5, "hubble_deep_field": 1.0}
"""The photographs, by their name in `skimage.data`, and how much each is scaled."""

_GROUND = "gravel"
_MAGNIFIED = 2.0  # the ground, which is nearer than its photograph
_PAN = np.array([0.15, 0.5])  # pixels a frame, down and across, of the ground
_PLANES = (1.4, 1.8, 2.4, 3.2)  # times the pan, from far to near
_SMALLEST, _LARGEST = 15.0, 75.0  # radius in pixels
_AROUND = 115  # pixels beyond the frame, where cut-outs turn up and vanish
_FASTEST = 1.2  # pixels a frame, down and across


def _photograph(name: str) -> Plane:
    pixels = getattr(data, name)()
    grey = rgb2gray(pixels) if pixels.ndim == 3 else pixels / 255
    photograph: Plane = rescale(grey, SURFACES[name], anti_aliasing=SURFACES[name] < 1)
    return photograph


class _CutOut(Thing):
    """A piece of a photograph in a plane, `nearness` times as fast as the ground."""

    def __init__(self, rng: np.random.Generator, photograph: Plane, nearness: float) -> None:
        radius = float(np.exp(rng.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
        place = rng.uniform(0, np.add((HEIGHT, WIDTH), 2 * _AROUND))
        velocity = rng.uniform(-_FASTEST, _FASTEST, 2) - nearness * _PAN
        turn, spin = rng.uniform(0, 2 * np.pi), rng.uniform(-0.02, 0.02)
        super().__init__((HEIGHT, WIDTH), _AROUND, radius, place, velocity, turn, spin)
        self.grey, self.shading = rng.uniform(0.2, 0.8), rng.uniform(0, 0.15)
        self.contrast = rng.uniform(0.4, 1.0)
        self.surface = photograph - photograph.mean()
        self.cut_at = rng.uniform(0, photograph.shape)
        self.angular = rng.uniform() < 0.5
        self.lobes = rng.uniform(-0.25, 0.25, 4), rng.uniform(0, 2 * np.pi, 4)
        corners = int(rng.integers(4, 9))
        directions = 2 * np.pi * (np.arange(corners) + rng.uniform(-0.3, 0.3, corners)) / corners
        distances = radius * rng.uniform(0.65, 1.2, corners)
        self.directions = directions
        self.corners = distances * np.stack([np.cos(directions), np.sin(directions)])
        self.wave = rng.uniform(0.04, 0.1) * radius * (rng.uniform() < 1 / 3)
        self.beat, self.phase = rng.uniform(0.05, 0.15), rng.uniform(0, 2 * np.pi)

    def look(self, along: Plane, beside: Plane, time: int) -> tuple[Plane, Plane]:
        """Return how far within its outline a place lies, and the grey there."""
        sway = np.pi * along / self.radius + self.beat * time + self.phase
        beside = beside + self.wave * np.sin(sway)
        places = np.stack([beside + self.cut_at[0], along + self.cut_at[1]])
        surface = map_coordinates(self.surface, places, order=1, mode="mirror")
        grey = self.grey + self.shading * along / self.radius + self.contrast * surface
        if self.angular:
            return self._within_corners(along, beside), grey
        return within_lobes(along, beside, self.radius, *self.lobes), grey

    def _within_corners(self, along: Plane, beside: Plane) -> Plane:
        """Return the distance to the side that lies in a place's direction, negative beyond it."""
        angle = np.mod(np.arctan2(beside, along) - self.directions[0], 2 * np.pi)
        side = np.searchsorted(self.directions - self.directions[0], angle, side="right") - 1
        edges = np.roll(self.corners, -1, axis=1) - self.corners
        normals = np.stack([edges[1], -edges[0]]) / np.hypot(*edges)
        offsets = (normals * self.corners).sum(axis=0)
        within: Plane = offsets[side] - normals[0][side] * along - normals[1][side] * beside
        return within


def frames(seed: int = 0, count: int = FRAMES) -> Iterator[Picture]:
    """Return the film's pictures, one after the other."""
    rng = np.random.default_rng(seed)
    photographs = [_photograph(name) for name in SURFACES]
    ground = zoom(_photograph(_GROUND), _MAGNIFIED, order=3)
    # From far to near, each photograph and each plane in turn.
    cut_outs = [
        _CutOut(
            rng, photographs[number % len(photographs)], _PLANES[number * len(_PLANES) // CUT_OUTS]
        )
        for number in range(CUT_OUTS)
    ]
    for time in range(count):
        places = np.indices((HEIGHT, WIDTH)) + (time * _PAN)[:, None, None]
        image: Plane = map_coordinates(ground, places, order=1, mode="mirror")
        for cut_out in cut_outs:
            cut_out.draw(image, time)
        yield photographed(image, rng)


if __name__ == "__main__":
    asked = int(sys.argv[2]) if len(sys.argv) > 2 else FRAMES
    write_film(Path(sys.argv[1]), frames(count=asked), (HEIGHT, WIDTH), rate=25)
