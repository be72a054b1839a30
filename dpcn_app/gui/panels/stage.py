"""The stage: what the network sees, makes of it, expected, and missed, side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.pictures import grey, signed
from dpcn_app.gui.settings import MODE_TITLES
from dpcn_app.gui.snapshot import Snapshot, View
from dpcn_app.gui.theme import Theme
from dpcn_app.video.source import Image

_COLUMNS = ("Input", "Reconstruction", "Prediction", "Residual")
_MEANINGS = {
    "Input": "what it sees",
    "Reconstruction": "what it makes of it",
    "Prediction": "what was expected",
    "Residual": "what is left over",
}
_QUANTITIES = {
    "Reconstruction": "reconstruction",
    "Prediction": "prediction",
    "Residual": "reconstruction",
}


class StagePanel(Panel):
    """One row of pictures for each way of watching.

    Attributes
    ----------
    grid_shown
        Whether patches and groups are drawn over the input.
    noise_outlined
        Whether the noise objects are outlined.
    """

    name = "stage"
    title = "Stage"
    equation = "reconstruction"
    explanation = "The current frame through the eyes of the network, one row a way of watching."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.grid_shown = False
        self.noise_outlined = False
        self._boxes: list[tuple[QRectF, str]] = []  # where the pictures are, and their names
        attach_equation(self, self._quantity_at)
        self.setMinimumSize(320, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_grid(self, on: bool) -> None:
        """Draw patches and groups over the input, or not."""
        self.grid_shown = on
        self.update()

    def outline_noise(self, on: bool) -> None:
        """Outline the noise objects, or not."""
        self.noise_outlined = on
        self.update()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw a snapshot."""
        self.update()

    def show_opening(self, snapshot: Snapshot) -> None:
        """Draw the first frame; the other pictures say that they are loading."""
        self.snapshot = snapshot
        self.update()

    def _quantity_at(self, place: QPoint) -> str | None:
        names = (name for box, name in self._boxes if box.contains(QPointF(place)))
        return _QUANTITIES.get(next(names, ""))

    def data(self) -> dict[str, NDArray[Any]]:
        """Return all pictures on the stage."""
        if self.snapshot is None:
            return {}
        data: dict[str, NDArray[Any]] = {"input": self.snapshot.frame.image}
        if self.snapshot.frame.clean is not None:
            data["clean"] = self.snapshot.frame.clean
        for view in self.snapshot.views:
            data[f"{view.mode}.reconstruction"] = view.reconstruction
            if view.prediction is not None:
                data[f"{view.mode}.prediction"] = view.prediction
            data[f"{view.mode}.residual"] = view.residual
        return data

    # --- drawing ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows."""
        painter = QPainter(self)
        theme = self.context.themes.current
        painter.fillRect(self.rect(), QColor(theme.surface))
        if self.snapshot is None:
            painter.setPen(QColor(theme.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Opening the video …")
            return
        self._boxes.clear()
        views: tuple[View | None, ...] = self.snapshot.views or (None,)
        if len(views) == 1:
            self._draw_alone(painter, theme, self.snapshot, views[0])
        else:
            self._draw_table(painter, theme, self.snapshot, views)

    def _draw_alone(
        self, painter: QPainter, theme: Theme, snapshot: Snapshot, view: View | None
    ) -> None:
        """Draw the four pictures in one line, or in two where that makes them larger."""
        line = QFontMetricsF(self.font()).height()
        gap, captions = line * 0.6, line * 2.2

        def side_with(across: int) -> float:
            down = len(_COLUMNS) // across
            width = (self.width() - gap * (across + 1)) / across
            return min(width, (self.height() - gap) / down - captions - gap)

        across = max((4, 2), key=side_with)
        down, side = len(_COLUMNS) // across, max(side_with(across), 8.0)
        left = (self.width() - across * side - (across - 1) * gap) / 2
        top = max(0.0, (self.height() - down * (side + captions + gap)) / 2)
        for index, name in enumerate(_COLUMNS):
            x = left + index % across * (side + gap)
            y = top + index // across * (side + captions + gap) + captions
            box = QRectF(x, y, side, side)
            self._caption(painter, theme, box, name, captions, line)
            self._draw_picture(painter, theme, snapshot, view, name, box)

    def _draw_table(
        self,
        painter: QPainter,
        theme: Theme,
        snapshot: Snapshot,
        views: tuple[View | None, ...],
    ) -> None:
        """Draw one titled row of pictures for each way of watching."""
        line = QFontMetricsF(self.font()).height()
        gap, captions, title = line * 0.5, line * 2.2, line * 1.4
        side = min(
            (self.width() - gap * (len(_COLUMNS) + 1)) / len(_COLUMNS),
            (self.height() - captions) / len(views) - title - gap,
        )
        side = max(side, 8.0)
        left = (self.width() - len(_COLUMNS) * side - (len(_COLUMNS) - 1) * gap) / 2
        top = (self.height() - captions - len(views) * (title + side + gap)) / 2 + captions
        top = max(captions, top)
        for column, name in enumerate(_COLUMNS):
            box = QRectF(left + column * (side + gap), top, side, side)
            self._caption(painter, theme, box, name, captions, line)
        for row, view in enumerate(views):
            y = top + row * (title + side + gap)
            painter.setFont(self._bold())
            painter.setPen(QColor(theme.text))
            mode = MODE_TITLES[view.mode] if view is not None else ""
            painter.drawText(QRectF(left, y, side * 2, title), Qt.AlignmentFlag.AlignVCenter, mode)
            for column, name in enumerate(_COLUMNS):
                box = QRectF(left + column * (side + gap), y + title, side, side)
                self._draw_picture(painter, theme, snapshot, view, name, box)

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _caption(
        self, painter: QPainter, theme: Theme, box: QRectF, name: str, height: float, line: float
    ) -> None:
        """Write a picture's name above it, and what it means where there is room for that."""
        top = box.top() - height
        centre = Qt.AlignmentFlag.AlignCenter
        painter.setFont(_fitted(self._bold(), name, box.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(QRectF(box.left(), top, box.width(), line), centre, name)
        small = QFont(self.font())
        small.setPointSizeF(self.font().pointSizeF() * 0.85)
        fitted = _fitted(small, max(_MEANINGS.values(), key=len), box.width())
        if fitted.pointSizeF() >= 7:
            painter.setFont(fitted)
            painter.setPen(QColor(theme.muted))
            words = QRectF(box.left(), top + line, box.width(), line)
            painter.drawText(words, centre, _MEANINGS[name])

    def _draw_picture(
        self,
        painter: QPainter,
        theme: Theme,
        snapshot: Snapshot,
        view: View | None,
        name: str,
        box: QRectF,
    ) -> None:
        self._boxes.append((box, name))
        picture: Image | None = None
        if name == "Input":
            picture = snapshot.frame.image
        elif view is not None:
            picture = {
                "Reconstruction": view.reconstruction,
                "Prediction": view.prediction,
                "Residual": view.residual,
            }[name]
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        if picture is None:
            painter.fillRect(box, QColor(theme.raised))
            painter.setPen(QColor(theme.muted))
            words = "loading …" if view is None else "nothing yet"
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
        elif name == "Residual":
            painter.drawImage(box, signed(picture, 1.0, theme.name == "dark"))
        elif name == "Prediction":  # faint by nature: brightened, so that it can be seen
            painter.drawImage(box, grey(picture, high=max(0.15, float(picture.max()))))
        else:
            painter.drawImage(box, grey(picture))
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        if picture is None:
            return
        if name == "Input" and self.grid_shown:
            self._draw_grid(painter, snapshot, box)
        if self.noise_outlined and name in ("Input", "Reconstruction"):
            self._draw_noise(painter, theme, snapshot, box)
        if name in ("Input", "Reconstruction") and view is not None:
            self._draw_active(painter, theme, snapshot, view, box)

    def _draw_grid(self, painter: QPainter, snapshot: Snapshot, box: QRectF) -> None:
        """Draw every patch thin and every group of layer 1 strong."""
        spec = snapshot.network.spec
        shape = snapshot.frame.image.shape
        clip, unit = box, box.width() / shape[1]
        painter.save()
        painter.setClipRect(clip)
        sizes = ((0, spec.patch, 1.0, 110), (1, spec.field_of(1)[0], 2.0, 200))
        for layer, size, width, opacity in sizes:
            colour = QColor("#ffb454" if layer else "#56B4E9")
            colour.setAlpha(opacity)
            painter.setPen(QPen(colour, width))
            for top, left in spec.corners((shape[0], shape[1]), layer):
                y, x = (top - spec.padding) * unit, (left - spec.padding) * unit
                painter.drawRect(QRectF(box.left() + x, box.top() + y, size * unit, size * unit))
        painter.restore()

    def _draw_noise(self, painter: QPainter, theme: Theme, snapshot: Snapshot, box: QRectF) -> None:
        """Outline pixels that are lit by noise alone."""
        frame = snapshot.frame
        if frame.clean is None:
            return
        noise = (frame.image > 0.5) & (frame.clean <= 0.5)
        unit = box.width() / noise.shape[1]
        painter.setPen(QPen(QColor(theme.warning), max(1.0, unit * 0.15)))
        padded = np.pad(noise, 1)
        for down, across in zip(*np.nonzero(noise), strict=True):
            y, x = box.top() + down * unit, box.left() + across * unit
            if not padded[down, across + 1]:
                painter.drawLine(QRectF(x, y, unit, 0).topLeft(), QRectF(x, y, unit, 0).topRight())
            if not padded[down + 2, across + 1]:
                low = QRectF(x, y + unit, unit, 0)
                painter.drawLine(low.topLeft(), low.topRight())
            if not padded[down + 1, across]:
                wall = QRectF(x, y, 0, unit)
                painter.drawLine(wall.topLeft(), wall.bottomLeft())
            if not padded[down + 1, across + 2]:
                wall = QRectF(x + unit, y, 0, unit)
                painter.drawLine(wall.topLeft(), wall.bottomLeft())

    def _draw_active(
        self, painter: QPainter, theme: Theme, snapshot: Snapshot, view: View, box: QRectF
    ) -> None:
        """Frame the patches where the selected atom is active now."""
        atom = self.context.selection.atom
        if atom is None:
            return
        from dpcn_app.analysis.fields import active_regions

        shape = snapshot.frame.image.shape
        unit = box.width() / shape[1]
        states = view.state.layers[0].states
        painter.setPen(QPen(QColor(theme.accent), 2.5))
        for top, left, height, width, _ in active_regions(
            snapshot.network.spec, (shape[0], shape[1]), states, atom
        ):
            painter.drawRect(
                QRectF(
                    box.left() + left * unit, box.top() + top * unit, width * unit, height * unit
                )
            )


def _fitted(font: QFont, text: str, width: float) -> QFont:
    """Return the font, made smaller where the text would be wider than allowed."""
    needed = QFontMetricsF(font).horizontalAdvance(text)
    if needed > width > 0:
        font = QFont(font)
        font.setPointSizeF(max(1.0, font.pointSizeF() * width / needed * 0.98))
    return font
