"""Pictures like those of a camera that is shown a drawing on a sheet of paper."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter

from dpcn_app.video.source import Image as Luminance

_LINES: dict[str, list[tuple[tuple[float, float], ...]]] = {
    "square": [((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))],
    "diamond": [((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5), (0.5, 0))],
    "triangle": [((0.5, 0), (1, 1), (0, 1), (0.5, 0))],
    "x": [((0, 0), (1, 1)), ((1, 0), (0, 1))],
}
_FINER = 3  # drawn so many times as large, and shrunk


@dataclass(frozen=True)
class PaperPhotograph:
    """A drawing on a sheet that is held into the picture, by a hand that is not quite still.

    Parameters
    ----------
    shape
        What is drawn; empty for a blank sheet.
    height, width
        Of the picture, in pixels.
    size
        Width and height of the drawing, as a share of the picture's height.
    pen
        Width of the pen's line, as a share of the picture's height.
    ink
        Share of the paper's light that the ink gives back.
    turned
        Degrees by which the sheet is turned.
    noise
        Standard deviation of the sensor's noise.
    chalk
        Whether the drawing is light and the sheet dark.
    seed
        Same seed, same picture.
    """

    shape: str = "square"
    height: int = 240
    width: int = 320
    size: float = 0.42
    pen: float = 0.018
    ink: float = 0.35
    turned: float = 0.0
    noise: float = 0.03
    chalk: bool = False
    seed: int = 0

    def take(self) -> Luminance:
        """Return the picture: luminance from 0 to 1."""
        rng = np.random.default_rng(self.seed)
        high, wide = self.height * _FINER, self.width * _FINER
        middle = np.array([wide, high]) * (0.5 + rng.uniform(-0.08, 0.08, 2))
        angle = np.deg2rad(self.turned)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

        def placed(points: np.ndarray) -> list[tuple[float, float]]:
            return [tuple(each) for each in (points @ turn.T) * high + middle]

        sheet = Image.new("L", (wide, high), 0)
        corners = np.array([(-0.45, -0.38), (0.45, -0.38), (0.45, 0.38), (-0.45, 0.38)])
        ImageDraw.Draw(sheet).polygon(placed(corners), fill=255)
        lines = Image.new("L", (wide, high), 0)
        pen = ImageDraw.Draw(lines)
        for line in _LINES.get(self.shape, []):
            ends = np.array(line) - 0.5 + rng.normal(0, 0.012, (len(line), 2))
            points = [ends[0]]
            for start, end in pairwise(ends):
                steps = np.linspace(0, 1, 24)[1:, None]
                points += list(start + (end - start) * steps + rng.normal(0, 0.004, (23, 2)))
            drawn = placed(np.array(points) * self.size)
            pen.line(drawn, fill=255, width=max(1, round(self.pen * high)), joint="curve")
        paper = np.asarray(sheet.resize((self.width, self.height), Image.Resampling.BOX)) / 255
        inked = np.asarray(lines.resize((self.width, self.height), Image.Resampling.BOX)) / 255
        return self._lit(paper, inked, rng)

    def _lit(self, paper: np.ndarray, inked: np.ndarray, rng: np.random.Generator) -> Luminance:
        """Put the sheet into a room, under a lamp on one side, and into a camera."""
        room = gaussian_filter(rng.uniform(0, 1, paper.shape), 9)
        room = 0.15 + 0.35 * (room - room.min()) / np.ptp(room)
        sheet = 1 - (1 - self.ink) * inked
        if self.chalk:
            sheet = self.ink + (1 - self.ink) * inked
        scene = room * (1 - paper) + 0.95 * sheet * paper
        down, across = np.mgrid[0 : self.height, 0 : self.width]
        from_lamp = across / self.width * 0.7 + down / self.height * 0.3
        light = 1.0 - 0.55 * from_lamp
        seen = gaussian_filter(scene * light, 0.8)
        seen = seen + rng.normal(0, self.noise, seen.shape)
        return np.clip(np.rint(seen * 255) / 255, 0, 1).astype(np.float32)
