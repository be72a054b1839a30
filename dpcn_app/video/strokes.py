"""Strokes that the user paints on a video: they stay where they are, like dirt on the lens.

Painted pixels count as noise: what was there is not known any more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.video.source import Frame, FrameSource, Image, WrappedSource

TOOLS = {"pencil": 1.0, "eraser": 0.0, "occluder": 0.5}
"""Luminance that each tool leaves: white as the objects, black as the ground, or grey."""
LEAST_SIZE, MOST_SIZE = 1.0, 100.0
"""Limits of a brush, in pixels of the frame."""
MOST_STROKES = 200
MOST_POINTS = 10_000
"""Most points of all strokes together."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Stroke:
    """One stroke of a round brush.

    Parameters
    ----------
    tool
        A key of `TOOLS`.
    size
        Diameter of the brush, in pixels.
    points
        Where it went, (row, column) in pixels from the frame's corner; the middle of the first
        pixel is at (0.5, 0.5).
    """

    tool: str
    size: float
    points: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if self.tool not in TOOLS:
            raise UserError(f"There is no brush called {self.tool!r}; choose {', '.join(TOOLS)}.")
        if not LEAST_SIZE <= self.size <= MOST_SIZE:
            raise UserError(
                f"A brush is {LEAST_SIZE:g} to {MOST_SIZE:g} pixels wide, not {self.size:g}; "
                "choose another size."
            )
        if not self.points or not np.isfinite(self.points).all():
            raise UserError("A stroke needs at least one point, and no point is without end.")


Strokes = tuple[Stroke, ...]


def check_strokes(strokes: Strokes) -> None:
    """Refuse more strokes than anybody can see."""
    points = sum(len(stroke.points) for stroke in strokes)
    if len(strokes) > MOST_STROKES or points > MOST_POINTS:
        raise UserError(
            f"There is room for {MOST_STROKES} strokes with {MOST_POINTS:,} points; clear some."
        )


def extended(stroke: Stroke, row: float, column: float) -> Stroke:
    """Return a stroke that goes on to a point; one that is near to the last point is left out."""
    last = stroke.points[-1]
    if max(abs(row - last[0]), abs(column - last[1])) < stroke.size / 4:
        return stroke
    return replace(stroke, points=(*stroke.points, (row, column)))


def paint_over(image: Image, strokes: Strokes) -> tuple[Image, Mask]:
    """Return a painted copy of an image, and which of its pixels are painted."""
    height, width = image.shape
    layer, mask = _layer((height, width), strokes)
    return np.where(mask, layer, image).astype(np.float32), mask


@lru_cache(maxsize=8)
def _layer(shape: tuple[int, int], strokes: Strokes) -> tuple[Image, Mask]:
    """Return what all strokes leave on an empty frame, and where.

    Made from the layer of the strokes before the last: while one is drawn, those stay the same.
    """
    if not strokes:
        return np.zeros(shape, np.float32), np.zeros(shape, dtype=bool)
    before, covered = _layer(shape, strokes[:-1])
    last = strokes[-1]
    mask = np.zeros(shape, dtype=bool)
    for start, end in zip(last.points, last.points[1:] or last.points, strict=False):
        _cover(mask, np.array(start), np.array(end), last.size / 2)
    layer = np.where(mask, np.float32(TOOLS[last.tool]), before)
    for each in (layer, mask := mask | covered):
        each.setflags(write=False)
    return layer, mask


def _cover(mask: Mask, start: NDArray[np.float64], end: NDArray[np.float64], radius: float) -> None:
    """Set the pixels whose middle is at most `radius` from the line from `start` to `end`."""
    low = np.floor(np.minimum(start, end) - radius).astype(int)
    high = np.ceil(np.maximum(start, end) + radius).astype(int)
    low, high = np.clip(low, 0, mask.shape), np.clip(high, 0, mask.shape)
    rows, columns = np.ogrid[low[0] : high[0], low[1] : high[1]]
    along = end - start
    length = float(along @ along)
    down, across = rows + 0.5 - start[0], columns + 0.5 - start[1]
    share = (down * along[0] + across * along[1]) / length if length > 0 else 0.0 * (down + across)
    share = np.clip(share, 0, 1)
    distance = (down - share * along[0]) ** 2 + (across - share * along[1]) ** 2
    # A brush of one pixel covers the pixel it is in, wherever in it.
    mask[low[0] : high[0], low[1] : high[1]] |= distance <= max(radius, 0.71) ** 2


class Painted(WrappedSource):
    """A video with strokes on it.

    Parameters
    ----------
    source
        The video without them.
    strokes
        Where the brush went.
    """

    def __init__(self, source: FrameSource, strokes: Strokes) -> None:
        super().__init__(source)
        check_strokes(strokes)
        self.strokes = strokes

    def frame(self, index: int) -> Frame:
        frame = self.source.frame(index)
        clean = frame.image if frame.clean is None else frame.clean
        image, mask = paint_over(frame.image, self.strokes)
        return replace(frame, image=image, clean=clean, painted=mask)


def with_strokes(source: FrameSource, strokes: Strokes) -> FrameSource:
    """Return a video with strokes on it; the video itself if there are none."""
    return Painted(source, strokes) if strokes else source
