"""Drawing anew what was drawn by hand, in the size and the lines of the shapes that bounce.

Outlines become one pixel wide, crossed bars two, as `video.outlines` draws them; a sheet that is
held a little askew is levelled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpcn_app.video.drawing import Mask, cut_out, depth, line_width

_FINER = 12  # samples along a side of a pixel
_CORE = 0.5  # of half a line's width: what is further inside is its core
_ENCLOSED = 0.1  # of the box around a drawing: an outline encloses more than this
_TOUCHED = 0.3  # of what a line through its middle covers: a pixel that a line belongs to
_MOST_TURN, _TURN = 14, 2  # degrees
_CLEARER = 1.11  # how much clearer lines have to become by turning, so that a drawing is turned
_POINTS = 800  # of a drawing that are looked at to find out how it is turned


def redrawn(lines: Mask, size: int) -> Mask:
    """Return a drawing in another size, with thin lines.

    Parameters
    ----------
    lines
        Which pixels the pen has touched, as from `find_drawing`.
    size
        Height and width afterwards: both, however it was stretched.
    """
    from scipy.ndimage import distance_transform_edt

    lines = levelled(lines)
    half = line_width(lines) / 2
    core = lines & (depth(lines) >= _CORE * half)
    pixel = max(core.shape) / size
    if _encloses(lines):
        core = cut_out(core)
        share = np.clip(_coverage(core, size) / min(1, _CORE * 2 * half / pixel), 0, 1)
        return _thinned(share >= _TOUCHED, share)
    room = np.pad(core, int(pixel) + 1)
    bars = distance_transform_edt(~room) <= max(pixel - _CORE * half, 0)
    return _coverage(cut_out(bars), size) >= 0.5


def levelled(lines: Mask) -> Mask:
    """Return a drawing turned by a few degrees, so that lines at right angles stand upright.

    Or lie at 45° to that. The angle is that at which the ink is on fewest rows and columns:
    max_α min(Σ n², Σ m²) with the ink n of every row and m of every column, or of every diagonal.
    """
    from scipy.ndimage import rotate

    rows, columns = np.nonzero(lines)
    some = np.linspace(0, len(rows) - 1, min(len(rows), _POINTS)).astype(int)
    down, across = rows[some] - rows.mean(), columns[some] - columns.mean()
    found = {
        angle: _clearness(down, across, np.deg2rad(angle))
        for angle in range(-_MOST_TURN, _MOST_TURN + 1, _TURN)
    }
    angle = max(found, key=lambda each: found[each])
    if angle == 0 or found[angle] < _CLEARER * found[0]:
        return lines
    room = np.pad(lines, round(0.3 * max(lines.shape))).astype(np.float32)
    return cut_out(rotate(room, angle, reshape=False, order=1) > 0.5)


def _clearness(down: NDArray[np.float64], across: NDArray[np.float64], angle: float) -> float:
    """Return how clearly ink lies along lines at right angles, if it is turned by an angle."""
    most = 1.5 * max(np.abs(down).max(), np.abs(across).max(), 1)
    y = np.cos(angle) * down - np.sin(angle) * across
    x = np.sin(angle) * down + np.cos(angle) * across

    def ink(along: NDArray[np.float64]) -> float:
        return float((np.histogram(along, 48, (-most, most))[0] ** 2).sum())

    upright, diagonal = (x, y), ((x + y) / np.sqrt(2), (x - y) / np.sqrt(2))
    return max(min(map(ink, upright)), min(map(ink, diagonal)))


def _encloses(lines: Mask) -> bool:
    """Whether lines are the outline of something; small gaps between them do not count."""
    from scipy.ndimage import binary_dilation, binary_fill_holes

    closed = binary_dilation(np.pad(lines, 3), np.ones((3, 3)), 2)
    return bool((binary_fill_holes(closed) & ~closed).sum() > _ENCLOSED * lines.size)


def _coverage(mask: Mask, size: int) -> NDArray[np.float64]:
    """Return which share of each pixel of a size×size picture a mask covers."""
    places = (np.arange(size * _FINER) + 0.5) / (size * _FINER)
    down, across = ((places * side).astype(int) for side in mask.shape)
    fine = mask[np.ix_(down, across)].reshape(size, _FINER, size, _FINER)
    return np.asarray(fine.mean(axis=(1, 3)))


def _thinned(mask: Mask, weight: NDArray[np.float64]) -> Mask:
    """Return lines one pixel wide: pixels are taken away, those of least weight first.

    None that would part a line, close a hole or shorten an end.
    """
    lines = np.pad(mask, 1)
    places = sorted(zip(*np.nonzero(mask), strict=True), key=lambda place: weight[place])
    before = -1
    while before != (before := int(lines.sum())):
        for row, column in places:
            around = lines[row : row + 3, column : column + 3]
            if around[1, 1] and around.sum() > 2 and _spare(around):
                around[1, 1] = False
    return lines[1:-1, 1:-1]


def _spare(around: Mask) -> bool:
    """Whether what is around the middle of 3×3 pixels hangs together without it.

    By Yokoi's number: Σ (e_k − e_k e_{k+1} e_{k+2}) over the four neighbours k at the sides, where
    e counts empty pixels in a ring; 1 at the edge of a line, 0 within, and more inside a thin one.
    """
    ring = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)]
    e = [not around[place] for place in ring]
    return sum(e[k] and not (e[k + 1] and e[(k + 2) % 8]) for k in (0, 2, 4, 6)) == 1
