"""Dragging a region of interest on a picture of the frame."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF

from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.preprocess import Region


def smallest_region(snapshot: Snapshot) -> tuple[int, int]:
    """Return height and width in pixels of the video that one top unit needs.

    A region is seen in the size that the model was taught with, unless the user has chosen one.
    """
    spec: NetworkSpec = snapshot.network.spec
    own = 1.0 if snapshot.model is None else snapshot.model.preprocessing.scale
    scale = snapshot.settings.scale or own
    needed = (ceil((field - 2 * spec.padding) / scale) for field in spec.field)
    height, width = (
        min(side, most) for side, most in zip(needed, snapshot.video.shape, strict=True)
    )
    return height, width


def dragged_region(
    start: QPointF, end: QPointF, box: QRectF, shape: tuple[int, int], smallest: tuple[int, int]
) -> Region:
    """Return the region between two points of a picture that shows frames of a shape.

    It lies within the frame and is at least as large as asked for, growing from its middle.
    """
    spans = []
    for first, last, low, length, pixels, least in (
        (start.y(), end.y(), box.top(), box.height(), shape[0], smallest[0]),
        (start.x(), end.x(), box.left(), box.width(), shape[1], smallest[1]),
    ):
        one, other = (
            min(max((at - low) / max(length, 1e-9) * pixels, 0), pixels)
            for at in sorted((first, last))
        )
        size = min(max(round(other - one), least, 1), pixels)
        begin = round((one + other - size) / 2)
        spans.append((min(max(begin, 0), pixels - size), size))
    (top, height), (left, width) = spans
    return top, left, height, width


def region_box(region: Region, box: QRectF, shape: tuple[int, int]) -> QRectF:
    """Return where a region lies in a picture that shows frames of a shape."""
    top, left, height, width = region
    down, across = box.height() / shape[0], box.width() / shape[1]
    return QRectF(box.left() + left * across, box.top() + top * down, width * across, height * down)
