"""Top units: where in the frame the top layer's causes are active, as a heat map over it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip

from dpcn_app.analysis.heat_map import heat_map
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.widgets.image_colours import grey_image, tint_image
from dpcn_app.live.naming import cause_name, counted
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.preview import preview

_MANY_PIXELS = 200_000  # of a frame
_STRONGEST = 0.75  # opacity of the hottest pixel


class TopUnitsPanel(Panel):
    """The frame, and over it how strong a top cause is in each unit of the grid.

    The cause is the selected one if it belongs to the top layer, else each unit's strongest.
    """

    name = "top-units"
    title = "Top units"
    explanation = "Where in the frame the top causes are active; select one to see it alone."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._hottest = 1e-6  # so far, for a steady scale
        self._scaled_for: tuple[object, int | None] = (None, None)
        self.setMinimumSize(120, 90)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw a snapshot."""
        shown = (snapshot.network, self._cause(snapshot))
        if shown != self._scaled_for:
            self._scaled_for, self._hottest = shown, 1e-6
        self._hottest = max(self._hottest, float(self._strengths(snapshot).max(initial=0)))
        self.update()

    def _cause(self, snapshot: Snapshot) -> int | None:
        """Return the selected cause if it belongs to the top layer."""
        cause, top = self.context.selection.cause, snapshot.network.spec.depth - 1
        if cause is None or cause[0] != top:
            return None
        return cause[1] if cause[1] < snapshot.network.layers[top].spec.causes else None

    def _strengths(self, snapshot: Snapshot) -> NDArray[np.floating[Any]]:
        """Return how strong the cause is in each top unit, shape (units,)."""
        causes, cause = snapshot.views[0].top_causes, self._cause(snapshot)
        return causes.max(axis=1) if cause is None else causes[:, cause]

    def heat(self) -> NDArray[np.floating[Any]] | None:
        """Return the heat map, 0 to 1, of the frame's size."""
        if self.snapshot is None:
            return None
        height, width = self.snapshot.frame.image.shape
        strengths = self._strengths(self.snapshot) / self._hottest
        return heat_map(self.snapshot.network.spec, (height, width), strengths)

    def data(self) -> dict[str, NDArray[Any]]:
        heat = self.heat()
        if heat is None or self.snapshot is None:
            return {}
        return {"heat": heat, "causes": self.snapshot.views[0].top_causes}

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each top unit: its number and its causes."""
        causes = self.data().get("causes")
        return {} if causes is None else {"unit": np.arange(1, len(causes) + 1), "cause": causes}

    # --- drawing ----------------------------------------------------------------------------------

    def _box(self, shape: tuple[int, ...]) -> QRectF:
        line = QFontMetricsF(self.font()).height()
        room = QRectF(self.rect()).adjusted(8, 8 + line, -8, -8)
        scale = max(min(room.width() / shape[1], room.height() / shape[0]), 0.1)
        box = QRectF(0, 0, shape[1] * scale, shape[0] * scale)
        box.moveCenter(room.center())
        return box

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        theme = self.context.themes.current
        painter.fillRect(self.rect(), QColor(theme.surface))
        snapshot, heat = self.snapshot, self.heat()
        painter.setPen(QColor(theme.muted))
        if snapshot is None or heat is None:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Waiting for the network…")
            return
        image = snapshot.frame.image
        box = self._box(image.shape)
        low, high = float(image.min()), float(image.max())
        shown = grey_image(preview(image), low=low, high=max(high, low + 1e-6))
        painter.drawImage(box, shown)
        self._paint_heat(painter, box, heat)
        self._paint_names(painter, box, snapshot)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        painter.setPen(QColor(theme.text))
        above = QRectF(0, 2, self.width(), box.top() - 2)
        painter.drawText(above, Qt.AlignmentFlag.AlignCenter, self._words(snapshot))

    def _paint_heat(self, painter: QPainter, box: QRectF, heat: NDArray[np.floating[Any]]) -> None:
        """Lay one translucent colour over the picture, as dense as the heat."""
        colour = QColor(self.context.themes.current.accent)
        if heat.size > _MANY_PIXELS:  # thousands of units: too many rectangles
            dense = preview(np.clip(heat, 0, 1).astype(np.float32))
            painter.drawImage(box, tint_image(_STRONGEST * dense, colour.name()))
            return
        unit_x, unit_y = box.width() / heat.shape[1], box.height() / heat.shape[0]
        painter.setPen(Qt.PenStyle.NoPen)
        for top, left, height, width, value in _blocks(heat):
            colour.setAlphaF(_STRONGEST * float(np.clip(value, 0, 1)))
            painter.fillRect(
                QRectF(
                    box.left() + left * unit_x,
                    box.top() + top * unit_y,
                    width * unit_x,
                    height * unit_y,
                ),
                colour,
            )

    def _paint_names(self, painter: QPainter, box: QRectF, snapshot: Snapshot) -> None:
        """Write into each unit that is active which cause is strongest there, where it fits."""
        causes, (height, width) = snapshot.views[0].top_causes, snapshot.frame.image.shape
        spec = snapshot.network.spec
        corners = spec.unit_corners((height, width)) - spec.padding
        scale = box.width() / width
        across, down = spec.field[1] * scale, spec.field[0] * scale
        metrics = QFontMetricsF(self.font())
        if across < metrics.horizontalAdvance("u 000") or down < metrics.height():
            return
        colour = QColor(self.context.themes.current.text)
        halo = QColor(self.context.themes.current.surface)
        halo.setAlphaF(0.55)
        for (top, left), unit in zip(corners, causes, strict=True):
            best = self._cause(snapshot)
            best = int(unit.argmax()) if best is None else best
            if unit[best] <= 0:
                continue
            place = QRectF(box.left() + left * scale, box.top() + top * scale, across, down)
            words = QRectF(0, 0, metrics.horizontalAdvance(f" {best + 1} "), metrics.height())
            words.moveCenter(place.center())
            painter.fillRect(words, halo)
            painter.setPen(colour)
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, str(best + 1))

    def _words(self, snapshot: Snapshot) -> str:
        units = len(snapshot.views[0].top_causes)
        cause = self._cause(snapshot)
        if units == 1:
            return self._words_of_one(snapshot, cause)
        if cause is not None:
            return f"strength of {cause_name(cause)} in {counted(units, 'top unit')}"
        return "in each top unit: the number of its strongest cause"

    def _words_of_one(self, snapshot: Snapshot, cause: int | None) -> str:
        """Return what there is to say of a network whose one top unit sees the whole frame."""
        (causes,) = snapshot.views[0].state.top_causes
        told = _strongest(causes)
        if cause is not None:
            told = f"{cause_name(cause)}, u {causes[cause]:.2f}"
        return f"This network has one top unit, which sees the whole frame · {told}"

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        snapshot = self.snapshot
        if snapshot is None:
            return
        height, width = snapshot.frame.image.shape
        box = self._box((height, width))
        if not box.contains(event.position()):
            QToolTip.hideText()
            return
        row = (event.position().y() - box.top()) / box.height() * height
        column = (event.position().x() - box.left()) / box.width() * width
        spec = snapshot.network.spec
        corners = spec.unit_corners((height, width)) - spec.padding
        middles = corners + np.array(spec.field) / 2
        unit = int(np.hypot(middles[:, 0] - row, middles[:, 1] - column).argmin())
        words = f"unit {unit + 1} · {_strongest(snapshot.views[0].top_causes[unit])}"
        QToolTip.showText(event.globalPosition().toPoint(), words, self)


def _strongest(causes: NDArray[np.floating[Any]]) -> str:
    """Return the strongest cause of a top unit in words."""
    best = int(causes.argmax())
    if not causes[best] > 0:
        return "no cause is on"
    return f"strongest: {cause_name(best)}, u {causes[best]:.2f}"


def _blocks(heat: NDArray[np.floating[Any]]) -> list[tuple[int, int, int, int, float]]:
    """Return rectangles of equal heat above 0: top, left, height, width and value."""
    rows = np.flatnonzero(np.r_[True, (heat[1:] != heat[:-1]).any(axis=1)])
    columns = np.flatnonzero(np.r_[True, (heat[:, 1:] != heat[:, :-1]).any(axis=0)])
    heights = np.diff(np.r_[rows, heat.shape[0]])
    widths = np.diff(np.r_[columns, heat.shape[1]])
    return [
        (int(top), int(left), int(height), int(width), float(heat[top, left]))
        for top, height in zip(rows, heights, strict=True)
        for left, width in zip(columns, widths, strict=True)
        if heat[top, left] > 0
    ]
