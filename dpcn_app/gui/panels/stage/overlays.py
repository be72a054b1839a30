"""What can be drawn over the pictures of the stage: patches, noise, the selected atom, surprise."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from dpcn_app.gui.panels.stage.shades import limit_of
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_colours import tint_image
from dpcn_app.live.snapshot import Snapshot, View

SURPRISE = "#ff2fa0"
"""Frames are grey in every theme; this is seen on black and on white, by colour-blind eyes too."""

_ROOM = 16.0  # square pixels of the screen that a patch or group needs for lines of its own


def draw_grid(painter: QPainter, snapshot: Snapshot, box: QRectF) -> None:
    """Draw every patch thin, and every group of the layers below the top strong.

    Where they are so many that lines would fill the picture, they are left out.
    """
    spec = snapshot.network.spec
    shape = snapshot.frame.image.shape
    unit = box.width() / shape[1]
    painter.save()
    painter.setClipRect(box)
    for layer in range(max(spec.depth, 2)):
        corners = spec.corners((shape[0], shape[1]), layer)
        if len(corners) * _ROOM > box.width() * box.height():
            continue
        colour = QColor("#ffb454" if layer else "#56B4E9")
        colour.setAlpha(200 if layer else 110)
        painter.setPen(QPen(colour, 1.0 + layer))
        high, wide = spec.field_of(layer)
        places = (corners - spec.padding) * unit + (box.top(), box.left())
        size = wide * unit, high * unit
        painter.drawRects([QRectF(x, y, *size) for y, x in places.tolist()])
    painter.restore()


def has_noise_objects(snapshot: Snapshot) -> bool:
    """Whether there is noise that can be outlined: on shapes, whose clean frames are known."""
    return (
        snapshot.frame.clean is not None and snapshot.video.scored and snapshot.settings.noise > 0
    )


def draw_noise(painter: QPainter, theme: Theme, snapshot: Snapshot, box: QRectF) -> None:
    """Outline pixels that are lit by noise alone."""
    frame = snapshot.frame
    if frame.clean is None or not has_noise_objects(snapshot):
        return
    noise = (frame.image > 0.5) & (frame.clean <= 0.5)
    unit = box.width() / noise.shape[1]
    painter.setPen(QPen(QColor(theme.warning), max(1.0, unit * 0.15)))
    padded = np.pad(noise, 1).astype(np.int8)
    # An edge lies wherever one of two neighbours is noise and the other is not.
    down, across = np.nonzero(np.diff(padded, axis=0)[:, 1:-1])
    level = [(x, y, x + 1, y) for y, x in zip(down.tolist(), across.tolist(), strict=True)]
    down, across = np.nonzero(np.diff(padded, axis=1)[1:-1])
    upright = [(x, y, x, y + 1) for y, x in zip(down.tolist(), across.tolist(), strict=True)]
    left, top = box.left(), box.top()
    painter.drawLines(
        [
            QLineF(left + x * unit, top + y * unit, left + to * unit, top + end * unit)
            for x, y, to, end in level + upright
        ]
    )


def draw_active(
    painter: QPainter,
    theme: Theme,
    snapshot: Snapshot,
    view: View,
    box: QRectF,
    atom: int | None,
) -> None:
    """Frame the patches where the selected atom is active now."""
    if atom is None:
        return
    from dpcn_app.analysis.receptive_fields import active_regions

    shape = snapshot.frame.image.shape
    unit = box.width() / shape[1]
    states = view.state.layers[0].states
    painter.setPen(QPen(QColor(theme.accent), 2.5))
    for top, left, height, width, _ in active_regions(
        snapshot.network.spec, (shape[0], shape[1]), states, atom, view.first_unit
    ):
        painter.drawRect(
            QRectF(box.left() + left * unit, box.top() + top * unit, width * unit, height * unit)
        )


def draw_surprise(painter: QPainter, snapshot: Snapshot, view: View, box: QRectF) -> None:
    """Tint what was not expected of the frame, the stronger the less it was.

    In luminance only what is lit can be a surprise; normalised frames lie around zero.
    """
    if view.surprise is None:
        return
    limit = limit_of(snapshot)
    share = np.maximum(view.surprise, 0) if limit is None else np.abs(view.surprise) / limit
    painter.drawImage(box, tint_image(np.minimum(share, 1) ** 2, SURPRISE))
