"""A grid of pictures of one size that are as large as an area allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF

_GAP = 7  # between pictures: room for the underline and the frame
_LARGEST_GAP = 16
_WHOLE = 5  # from this scale on, pixels are whole numbers wide


@dataclass(frozen=True)
class PictureGrid:
    """Places of pictures, numbered from the upper left on, line after line.

    Parameters
    ----------
    count, columns
        Number of places, and of those in a line.
    width, height
        Of a picture.
    gap
        Between pictures.
    corner
        Upper left corner of the first picture.
    """

    count: int
    columns: int
    width: float
    height: float
    gap: float
    corner: QPointF

    def rectangle(self, place: int) -> QRectF:
        """Return where the picture at a place is drawn."""
        row, column = divmod(place, self.columns)
        left = self.corner.x() + round(column * (self.width + self.gap))
        top = self.corner.y() + round(row * (self.height + self.gap))
        return QRectF(left, top, self.width, self.height)

    @cached_property
    def underlines(self) -> list[tuple[float, float]]:
        """Where a line below each picture begins: found once, for hundreds are drawn at a time."""
        rectangles = map(self.rectangle, range(self.count))
        return [(each.left(), each.bottom() + 1) for each in rectangles]

    def place_at(self, position: QPointF) -> int | None:
        """Return the place whose picture is nearest to a position; None outside the grid."""
        column = int((position.x() - self.corner.x() + self.gap / 2) // (self.width + self.gap))
        row = int((position.y() - self.corner.y() + self.gap / 2) // (self.height + self.gap))
        place = row * self.columns + column
        return place if 0 <= column < self.columns and 0 <= place < self.count else None


@lru_cache(maxsize=32)  # asked for with every frame
def fit_grid(count: int, size: tuple[int, int], area: tuple[int, int]) -> PictureGrid:
    """Return the grid in which pictures are largest.

    Parameters
    ----------
    count
        Number of pictures.
    size
        Width and height of a picture in its own pixels.
    area
        Width and height of what the grid fills.
    """
    width, height = size
    space_x, space_y = area[0] - _GAP, area[1] - _GAP
    some = max(count, 1)
    best, columns = 0.0, 1
    for candidate in range(1, some + 1):
        rows = -(-some // candidate)
        scale = min((space_x / candidate - _GAP) / width, (space_y / rows - _GAP) / height)
        if scale > best + 1e-9:
            best, columns = scale, candidate
    scale = max(best, 0.05)
    if scale >= _WHOLE:
        scale = float(int(scale))
    rows = -(-some // columns)
    spare_x = (space_x - columns * (width * scale + _GAP)) / columns
    spare_y = (space_y - rows * (height * scale + _GAP)) / rows
    gap = _GAP + float(np.clip(min(spare_x, spare_y), 0, _LARGEST_GAP - _GAP))
    total_x = columns * (width * scale + gap) - gap
    total_y = rows * (height * scale + gap) - gap
    corner = QPointF(
        round(max((area[0] - total_x) / 2, 2)),
        round(max((area[1] - total_y) / 2, 2)),
    )
    return PictureGrid(count, columns, width * scale, height * scale, gap, corner)
