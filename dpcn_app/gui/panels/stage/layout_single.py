"""Where the pictures of one mode go: in a line or two, or around a large video.

The user drags a region on the frame of a file, and the frame has other proportions than the region,
which the other pictures show. These go beside the frame or below it, in one line, two, or a column:
whichever makes all pictures largest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isclose, log

from PySide6.QtCore import QRectF

CAPTIONS, _GAP = 2.2, 0.6  # heights, in lines of type
_VIDEO = 1.5  # how much the size of the video counts, if that of any other picture counts 1
_MORE = 0.5  # the same where the others show all of it too, and it may be larger than they are
_ALIKE = 0.05  # they do where their proportions differ by no more
_TRIED = 12  # sizes of the pictures below a video
_SMALLEST = 8.0  # width of a picture, in pixels


@dataclass(frozen=True)
class _Grid:
    """Pictures of one size in lines, with captions above each.

    Parameters
    ----------
    count, across
        Number of pictures, and how many are in a line.
    aspect
        Height of a picture over its width.
    gap, captions
        Room between pictures, and for the captions above each, in pixels.
    """

    count: int
    across: int
    aspect: float
    gap: float
    captions: float

    @property
    def down(self) -> int:
        return -(-self.count // self.across)

    def width(self, side: float) -> float:
        """Return the width of the grid with pictures of a width."""
        return self.across * side + (self.across - 1) * self.gap

    def height(self, side: float) -> float:
        """Return its height."""
        return self.down * (self.captions + side * self.aspect) + (self.down - 1) * self.gap

    def largest(self, width: float, height: float) -> float:
        """Return the width of the largest pictures that fit in."""
        lines = (height - self.height(0)) / (self.down * self.aspect)
        return max(min((width - self.width(0)) / self.across, lines), _SMALLEST)

    def boxes(self, left: float, top: float, side: float) -> list[QRectF]:
        """Return the places of the pictures."""
        pitch = side * self.aspect + self.captions + self.gap
        return [
            QRectF(
                left + index % self.across * (side + self.gap),
                top + index // self.across * pitch + self.captions,
                side,
                side * self.aspect,
            )
            for index in range(self.count)
        ]


@lru_cache(maxsize=8)  # the same for every frame: looking for it takes a fifth of painting one
def places(
    width: float, height: float, count: int, aspect: float, line: float, video: float | None
) -> tuple[QRectF, ...]:
    """Return the places of pictures in order; above each there is room for its captions.

    Parameters
    ----------
    width, height
        Of the stage.
    count
        Number of pictures.
    aspect
        Height of a picture over its width.
    line
        Height of a line of type.
    video
        The same of the first picture where it is a video's frame, else None.
    """
    gap, captions = _GAP * line, CAPTIONS * line
    width, height = width - 2 * gap, height - gap
    arranged: list[list[QRectF]] = []
    if video is None:
        for across in (count, -(-count // 2)):
            grid = _Grid(count, across, aspect, gap, captions)
            arranged.append(grid.boxes(0, 0, grid.largest(width, height)))
    else:
        for across in (1, 2, count - 1):
            grid = _Grid(count - 1, across, aspect, gap, captions)
            arranged += _beside(grid, width, height, video), *_below(grid, width, height, video)
    fitting = [boxes for boxes in arranged if all(b.bottom() <= height + 1 for b in boxes)]
    whole = video is not None and isclose(video, aspect, rel_tol=_ALIKE)
    counts = 1.0 if video is None else _VIDEO
    worth = _worth_of_whole if whole else lambda each: _worth(each, counts)
    boxes = max(fitting or arranged, key=worth)
    right, bottom = (
        max(side) for side in zip(*((b.right(), b.bottom()) for b in boxes), strict=True)
    )
    left, top = gap + (width - right) / 2, max(0.0, (height - bottom) / 2)
    return tuple(box.translated(left, top) for box in boxes)


def _worth(boxes: list[QRectF], counts: float) -> float:
    """Return how large pictures are, all together, if the first counts so much.

    No size makes up for one that is tiny.
    """
    first, *others = (log(box.width() * box.height()) for box in boxes)
    return sum(others) + first * counts


def _worth_of_whole(boxes: list[QRectF]) -> float:
    """Return the same where all pictures show all of a video: what counts is the smallest."""
    sizes = [log(box.width() * box.height()) for box in boxes]
    return len(sizes) * min(sizes) + _MORE * sizes[0]


def _beside(grid: _Grid, width: float, height: float, video: float) -> list[QRectF]:
    """Return the places of a video, and of other pictures beside it that are as high together."""
    # across·w for the pictures and (down·w·aspect + what is between their lines) / video fit in.
    between = (grid.height(0) - grid.captions) / video
    room = width - grid.width(0) - grid.gap - between
    side = min(room / (grid.across + grid.down * grid.aspect / video), grid.largest(width, height))
    side = max(side, _SMALLEST)
    high = grid.height(side) - grid.captions
    frame = QRectF(0, grid.captions, high / video, high)
    return [frame, *grid.boxes(frame.right() + grid.gap, 0, side)]


def _below(grid: _Grid, width: float, height: float, video: float) -> list[list[QRectF]]:
    """Return the places of a video, and of other pictures below it, in several sizes of these."""
    made = []
    largest = grid.largest(width, height)
    for share in range(1, _TRIED):
        side = max(largest * share / _TRIED, _SMALLEST)
        high = max(height - grid.height(side) - grid.gap - grid.captions, _SMALLEST)
        wide = min(high / video, width)
        high, whole = wide * video, max(wide, grid.width(side))
        frame = QRectF((whole - wide) / 2, grid.captions, wide, high)
        left, top = (whole - grid.width(side)) / 2, frame.bottom() + grid.gap
        made.append([frame, *grid.boxes(left, top, side)])
    return made
