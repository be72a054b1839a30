"""What the films of this folder share: things on their way, a camera, and a file to write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter

Plane = NDArray[np.float64]
Picture = NDArray[np.uint8]


class Thing(ABC):
    """Something on its way at a velocity of its own, turning, that hides what lies behind it.

    Parameters
    ----------
    room, around
        Height and width of the frame, and how far beyond it things turn up and vanish, in pixels.
    radius
        Half its size; no part of it is further than 1.5 radii from its middle.
    place, velocity
        Where it is first, down and across from the corner of all that it may reach, and the pixels
        it goes a frame.
    turn, spin
        Angle at first and change a frame, in radians.
    """

    def __init__(
        self,
        room: tuple[int, int],
        around: int,
        radius: float,
        place: Plane,
        velocity: Plane,
        turn: float,
        spin: float,
    ) -> None:
        self.room, self.around, self.radius = room, around, radius
        self.place, self.velocity = place, velocity
        self.turn, self.spin = turn, spin

    @abstractmethod
    def look(self, along: Plane, beside: Plane, time: int) -> tuple[Plane, Plane]:
        """Return how far within its outline a place lies, in pixels, and the grey there.

        Places count from its middle and turn with it; outside the outline the first is negative.
        """

    def draw(self, image: Plane, time: int) -> None:
        """Paint over what lies behind it."""
        reached = np.add(self.room, 2 * self.around)
        middle = np.mod(self.place + time * self.velocity, reached) - self.around
        reach = 1.5 * self.radius + 1
        first = np.maximum(np.floor(middle - reach), 0).astype(int)
        last = np.minimum(np.ceil(middle + reach) + 1, image.shape).astype(int)
        if (first >= last).any():
            return
        down, across = np.ogrid[first[0] : last[0], first[1] : last[1]]
        y, x = down - middle[0], across - middle[1]
        turn = self.turn + time * self.spin
        along, beside = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
        inside, grey = self.look(along, beside, time)
        part = image[first[0] : last[0], first[1] : last[1]]
        part += np.clip(inside + 0.5, 0, 1) * (grey - part)


def within_lobes(
    along: Plane, beside: Plane, radius: float, strengths: Plane, phases: Plane
) -> Plane:
    """Return how far within a rounded outline, r(φ) = radius (1 + Σ sₙ/n cos(nφ + pₙ)), it is."""
    angle = np.arctan2(beside, along)
    swell = sum(
        strength / number * np.cos(number * angle + phase)
        for number, (strength, phase) in enumerate(zip(strengths, phases, strict=True), start=1)
    )
    return radius * (1 + swell) - np.hypot(along, beside)


def photographed(image: Plane, rng: np.random.Generator) -> Picture:
    """Return the scene as a camera sees it, that blurs a little and adds noise."""
    seen = gaussian_filter(image, 0.5) + rng.normal(0, 0.01, image.shape)
    return np.clip(seen * 255, 0, 255).astype(np.uint8)


def write_film(path: Path, pictures: Iterable[Picture], shape: tuple[int, int], rate: int) -> None:
    """Write pictures of one height and width as h264, `rate` frames a second."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate, options={"crf": "18"})
        stream.height, stream.width = shape
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(1, rate)
        for grey in pictures:
            frame = av.VideoFrame.from_ndarray(np.repeat(grey[..., None], 3, axis=2), "rgb24")
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
