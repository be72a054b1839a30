"""Films in which most stands still, as a camera on a tripod sees a street.

    python -m tests.films.standing_films street.mp4 [FRAMES]

The name of the file says which. `street`: before a photograph that stands still a dozen small
things, cut from other photographs, travel from side to side. `still`: a photograph, and nothing
but the sensor's noise changes. `pan`: the camera pans over a photograph, a fifth of a pixel a
frame. The photographs come with scikit-image and are in the public domain or under CC0. The seed
is fixed, so that a film can be made again; `dpcn-app reproduce natural --video street.mp4` learns
it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.ndimage import map_coordinates
from skimage import data
from skimage.color import rgb2gray

from tests.films.film import Picture, Plane, Thing, photographed, within_lobes, write_film

HEIGHT, WIDTH, FRAMES = 240, 400, 400
FILMS = {"street": "camera", "still": "rocket", "pan": "coffee"}
"""The films, and the photograph that each shows."""

_THINGS = 12
_SURFACES = ("gravel", "chelsea", "coins")
_SMALLEST, _LARGEST = 6.0, 16.0  # radius in pixels
_AROUND = 26  # pixels beyond the frame, where things turn up and vanish
_SLOWEST, _FASTEST = 0.4, 2.0  # pixels a frame, to either side
_PAN = np.array([0.05, 0.2])  # pixels a frame, down and across


def _photograph(name: str) -> Plane:
    pixels = getattr(data, name)()
    grey: Plane = rgb2gray(pixels) if pixels.ndim == 3 else pixels / 255
    return grey


class _Passer(Thing):
    """A small rounded piece of a photograph on its way from side to side."""

    def __init__(self, rng: np.random.Generator, photograph: Plane) -> None:
        radius = float(rng.uniform(_SMALLEST, _LARGEST))
        place = rng.uniform(0, np.add((HEIGHT, WIDTH), 2 * _AROUND))
        across = rng.uniform(_SLOWEST, _FASTEST) * rng.choice([-1, 1])
        velocity = np.array([rng.uniform(-0.1, 0.1), across])
        super().__init__((HEIGHT, WIDTH), _AROUND, radius, place, velocity, 0.0, 0.0)
        self.lobes = rng.uniform(-0.25, 0.25, 4), rng.uniform(0, 2 * np.pi, 4)
        self.photograph = photograph
        self.cut_at = rng.uniform(0, photograph.shape)

    def look(self, along: Plane, beside: Plane, time: int) -> tuple[Plane, Plane]:
        """Return how far within its outline a place lies, and the grey there."""
        places = np.stack([beside + self.cut_at[0], along + self.cut_at[1]])
        grey: Plane = map_coordinates(self.photograph, places, order=1, mode="mirror")
        return within_lobes(along, beside, self.radius, *self.lobes), grey


def frames(film: str, seed: int = 0, count: int = FRAMES) -> Iterator[Picture]:
    """Return a film's pictures, one after the other."""
    rng = np.random.default_rng(seed)
    ground = _photograph(FILMS[film])
    surfaces = [_photograph(name) for name in _SURFACES]
    passing = _THINGS if film == "street" else 0
    things = [_Passer(rng, surfaces[number % len(surfaces)]) for number in range(passing)]
    corner = np.array([ground.shape[0] - HEIGHT - 25, 25])  # above the lower border
    moved = _PAN if film == "pan" else np.zeros(2)
    for time in range(count):
        places = np.indices((HEIGHT, WIDTH)) + (corner + time * moved)[:, None, None]
        image: Plane = map_coordinates(ground, places, order=1, mode="mirror")
        for thing in things:
            thing.draw(image, time)
        yield photographed(image, rng)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    asked = int(sys.argv[2]) if len(sys.argv) > 2 else FRAMES
    write_film(path, frames(path.stem, count=asked), (HEIGHT, WIDTH), rate=25)
