"""Moving photographs: natural scenes that need no download.

A window moves over a photograph at a steady velocity, and zooms and turns slowly. Each sequence
shows a photograph chosen at random. All photographs come with scikit-image and are in the public
domain or under CC0. A strip of each is held out, so that a network trained on the rest can be
tested on pictures that it never saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.video.source import Frame, FrameSource, Image

PHOTOGRAPHS: dict[str, str] = {
    "camera": "CC0, Lav Varshney",
    "astronaut": "public domain, NASA",
    "chelsea": "CC0, Stefan van der Walt",
    "coffee": "CC0, Rachel Michetti",
    "rocket": "public domain, SpaceX",
    "brick": "CC0, CC0Textures",
}
"""The photographs, by their name in `skimage.data`, with licence and origin."""

HELD_OUT = 0.25
"""Share of each photograph's width, at its right, that the part `train` leaves out."""

Part = Literal["train", "held-out", "all"]
_LUMINANCE = np.array([0.2125, 0.7154, 0.0721])


@dataclass(frozen=True)
class PhotographsConfig:
    """What a video of moving photographs looks like.

    Parameters
    ----------
    frame_shape
        Height and width of the window, in pixels.
    speed
        Slowest and fastest pan, in pixels of the frame per frame.
    direction
        Direction of all windows, in degrees clockwise from right; None for random directions.
    zoom, turn
        Most change of scale per frame, as a share, and most degrees turned per frame.
    sequence_length
        Frames after which the next photograph begins.
    part
        Where windows may go: `train` and `held-out` share no pixel; `all` is the whole photograph.
    seed
        The same seed gives the same video.
    """

    frame_shape: tuple[int, int] = (64, 64)
    speed: tuple[float, float] = (1.0, 2.5)
    direction: float | None = None
    zoom: float = 0.005
    turn: float = 0.5
    sequence_length: int = 40
    part: Part = "held-out"
    seed: int = 0

    def __post_init__(self) -> None:
        if not all(8 <= side <= 96 for side in self.frame_shape):
            raise UserError("A window on a photograph must measure 8 to 96 pixels a side.")
        if not 0 <= self.speed[0] <= self.speed[1] <= 20:
            raise UserError("Speeds must go from slow to fast, between 0 and 20 pixels a frame.")
        if self.direction is not None and not np.isfinite(self.direction):
            raise UserError("A direction must be a number of degrees.")
        if not (0 <= self.zoom <= 0.05 and 0 <= self.turn <= 5):
            raise UserError("A window may zoom by up to 5 % and turn by up to 5 degrees a frame.")
        if not 1 <= self.sequence_length <= 10_000:
            raise UserError(f"A sequence has 1 to 10,000 frames, not {self.sequence_length}.")
        if self.part not in ("train", "held-out", "all"):
            raise UserError(
                f"Photographs have no part {self.part!r}; choose from train, held-out, all."
            )
        if self.seed < 0:
            raise UserError(f"A seed must be zero or more, not {self.seed}.")


@dataclass(frozen=True, eq=False)
class _Path:
    """Where a window goes in one sequence: centre (frames, 2), scale and angle (frames,)."""

    centre: NDArray[np.float64]
    scale: NDArray[np.float64]
    angle: NDArray[np.float64]


class MovingPhotographs(FrameSource):
    """A video of moving photographs, a `FrameSource` whose labels name the photograph."""

    def __init__(self, config: PhotographsConfig, frames: int) -> None:
        if frames < 1:
            raise UserError(f"A video needs at least one frame, not {frames}.")
        self.config = config
        self._frames = frames
        self._paths = lru_cache(maxsize=64)(self._travel)
        height, width = config.frame_shape
        down, across = np.meshgrid(
            np.arange(height) - (height - 1) / 2, np.arange(width) - (width - 1) / 2, indexing="ij"
        )
        self._grid = np.stack([down, across])

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the photographs."""
        return tuple(PHOTOGRAPHS)

    @property
    def frame_shape(self) -> tuple[int, int]:
        """Height and width of the window."""
        return self.config.frame_shape

    def __len__(self) -> int:
        """Return the number of frames."""
        return self._frames

    def frame(self, index: int) -> Frame:
        """Return what the window shows at frame `index`."""
        from scipy.ndimage import map_coordinates  # slow to import

        if not 0 <= index < self._frames:
            raise IndexError(f"frame {index} of {self._frames}")
        sequence, step = divmod(index, self.config.sequence_length)
        label, path = self._paths(sequence)
        turn = path.angle[step]
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        places = np.tensordot(rotation, self._grid, axes=1) * path.scale[step]
        places += path.centre[step][:, None, None]
        splines = _splines(self.classes[label])
        image = map_coordinates(splines, places, order=3, mode="mirror", prefilter=False)
        return Frame(index, np.clip(image, 0, 1).astype(np.float32), label)

    def label(self, index: int) -> int:
        """Return which photograph the window is on at frame `index`."""
        return self._paths(index // self.config.sequence_length)[0]

    def _travel(self, sequence: int) -> tuple[int, _Path]:
        """Return the photograph of a sequence, and the window's path over it.

        The path starts so that it stays inside the photograph; a path too long for that is
        reflected at the borders.
        """
        config = self.config
        rng = np.random.default_rng((config.seed, sequence))
        label = int(rng.integers(len(self.classes)))
        times = np.arange(config.sequence_length) - (config.sequence_length - 1) / 2
        scale = rng.uniform(0.85, 1.1) * np.exp(times * rng.uniform(-1, 1) * config.zoom)
        angle = np.deg2rad(rng.uniform(-5, 5) + times * rng.uniform(-1, 1) * config.turn)
        scale, angle = np.clip(scale, 0.75, 1.2), np.clip(angle, -0.35, 0.35)
        heading = rng.uniform(0, 2 * np.pi)
        if config.direction is not None:
            heading = np.deg2rad(config.direction)
        # The direction as seen within the window, so that it stays the same while the window turns.
        course, speed = heading - angle, rng.uniform(*config.speed) * scale
        velocity = speed[:, None] * np.stack([np.sin(course), np.cos(course)], axis=1)
        ways = np.cumsum(velocity, axis=0)
        ways -= ways[len(ways) // 2]
        half = (np.array(config.frame_shape) - 1) / 2
        upright, tilted = np.abs(np.cos(angle)), np.abs(np.sin(angle))
        reach = scale[:, None] * (upright[:, None] * half + tilted[:, None] * half[::-1])
        low, high = self._bounds(label)
        margin = reach.max(axis=0)
        first, last = low + margin, np.maximum(high - margin, low + margin)
        fits_from, fits_to = first - ways.min(axis=0), last - ways.max(axis=0)
        middle = (first + last) / 2
        fits = fits_from <= fits_to
        start = np.where(fits, rng.uniform(fits_from, np.maximum(fits_to, fits_from)), middle)
        return label, _Path(_reflected(start + ways, first, last), scale, angle)

    def _bounds(self, label: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the first and last pixel, down and across, of the part in use."""
        height, width = _splines(self.classes[label]).shape
        border = round(width * (1 - HELD_OUT))
        left = border if self.config.part == "held-out" else 0
        right = border if self.config.part == "train" else width
        return np.array([0.0, left]), np.array([height - 1.0, right - 1.0])


def _reflected(
    places: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return places reflected at low and high, so that they stay between them."""
    room = np.maximum(high - low, 1e-9)
    there = np.mod(places - low, 2 * room)
    return low + np.minimum(np.minimum(there, 2 * room - there), high - low)


@lru_cache(maxsize=len(PHOTOGRAPHS))
def _splines(name: str) -> Image:
    """Return the cubic spline coefficients of a photograph's luminance, 0 to 1."""
    from scipy.ndimage import spline_filter
    from skimage import data

    pixels: NDArray[Any] = getattr(data, name)()
    luminance = pixels @ _LUMINANCE if pixels.ndim == 3 else pixels.astype(float)
    return spline_filter(luminance / 255, order=3, output=np.float32)
