"""Finding a drawing in a photograph: a sheet of paper held into the picture, under any light.

A pen's line is darker than the paper on both sides of it. The morphological closing of a picture
raises every pixel to the lightness of what lies around it, unless the dark part there is wider than
a line: so closing − picture is the ink, whatever shadow lies on the paper. Otsu's threshold parts
it from grain. Chalk on a board is found the same way in the negative of the picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dpcn_app.video.preview import preview
from dpcn_app.video.source import Image

Mask = NDArray[np.bool_]

LOOKED_AT = 400
"""Most pixels along a side in which a drawing is looked for."""

_WIDEST_LINE = 0.1  # of the shorter side; a dark part that is wider is no line
_LEAST_CONTRAST = 0.1  # of the lightness of paper
_LEAST_SIZE = 0.12  # height and width of a drawing, of the shorter side
_FLATTEST = 0.4  # height to width, and width to height
_MOST_INK = 0.6  # of the box around a drawing: more is a blot
_UNEVEN = 0.13  # standard deviation over mean of the lightness around a drawing: more is no paper
_THICKEST = 0.25  # width of a line, of the height and width of its drawing
_GAP = 0.012  # of the shorter side: interruptions of a line that are bridged
_GRAIN = 1.4826  # from the median deviation of Gaussian noise to its standard deviation
_AROUND = np.ones((3, 3), dtype=bool)


def find_drawing(image: Image) -> Mask | None:
    """Return the lines of the drawing in a picture, cut out along its edges; None if there is none.

    Of several, that with the most ink. What touches the edge of the picture is no drawing: part of
    it would be missing. Pictures are made smaller first, where they are large.
    """
    small = preview(image, LOOKED_AT)
    if min(small.shape) < 8:
        return None
    found = [_most_ink(*_ink(each)) for each in (small, 1 - small)]
    _, drawing = max(found, key=lambda each: each[0])
    return drawing


def otsu_threshold(values: NDArray[np.floating]) -> float:
    """Return the threshold t that parts values best into two kinds.

    It maximises the variance between them, w₁ w₂ (m₁ − m₂)², with the shares w and the means m of
    the values below and above t.
    """
    counts, edges = np.histogram(values, 128)
    middles = (edges[1:] + edges[:-1]) / 2
    below, sums = np.cumsum(counts)[:-1], np.cumsum(counts * middles)
    above = counts.sum() - below
    parted = (sums[-1] * below / counts.sum() - sums[:-1]) ** 2 / np.maximum(below * above, 1)
    return float(edges[int(parted.argmax()) + 1])


def _ink(image: Image) -> tuple[Mask, Image, Image]:
    """Return which pixels belong to dark lines, how much darker they are than the ground, and that.

    What is faint belongs to a line where it hangs together with what is not.
    """
    from scipy.ndimage import gaussian_filter, grey_closing, label

    smooth = gaussian_filter(image, 1.0)
    width = max(3, round(_WIDEST_LINE * min(image.shape)))
    ground = grey_closing(smooth, size=(width, width), mode="nearest")
    darker = ground - smooth
    some = darker[::3, ::3]
    middle = float(np.median(some))
    grain = _GRAIN * float(np.median(np.abs(some - middle)))
    light = float(np.percentile(ground[::3, ::3], 95))
    plain = max(otsu_threshold(darker), middle + 6 * grain, _LEAST_CONTRAST * light)
    parts, count = label(darker > max(middle + 3 * grain, plain / 2), _AROUND)
    kept = np.zeros(count + 1, dtype=bool)
    kept[np.unique(parts[darker > plain])] = True
    kept[0] = False
    return kept[parts], darker, ground


def _most_ink(mask: Mask, darker: Image, ground: Image) -> tuple[float, Mask | None]:
    """Return how much ink the drawing with the most of it has, and its lines; 0 for none."""
    from scipy.ndimage import binary_dilation, find_objects, label

    short = min(mask.shape)
    gap = max(1, round(_GAP * short))
    parts, _ = label(binary_dilation(mask, _AROUND, gap), _AROUND)
    best: tuple[float, Mask | None] = 0.0, None
    for number, box in enumerate(find_objects(parts), 1):
        if any(side.start == 0 for side in box) or any(
            side.stop == end for side, end in zip(box, mask.shape, strict=True)
        ):
            continue
        lines = (parts[box] == number) & mask[box]
        height, width = cut_out(lines).shape
        if min(height, width) < _LEAST_SIZE * short or lines.sum() > _MOST_INK * height * width:
            continue
        paper = ground[box]
        uneven = paper.std() > _UNEVEN * paper.mean()
        if uneven or line_width(lines) > _THICKEST * min(height, width):
            continue
        ink = float(darker[box][lines].sum())
        if _FLATTEST <= height / width <= 1 / _FLATTEST and ink > best[0]:
            best = ink, cut_out(lines)
    return best


def line_width(lines: Mask) -> float:
    """Return about how wide the lines of a drawing are, in pixels: in nine places of ten."""
    return 2 * float(np.percentile(depth(lines)[lines], 90))


def depth(lines: Mask) -> NDArray[np.float64]:
    """Return how deep each pixel lies within a line: its distance to the nearest empty pixel."""
    from scipy.ndimage import distance_transform_edt

    return np.asarray(distance_transform_edt(np.pad(lines, 1)))[1:-1, 1:-1]


def cut_out(mask: Mask) -> Mask:
    """Return the part of a mask that holds all its pixels; there must be one."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
