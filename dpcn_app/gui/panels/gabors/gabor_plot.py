"""Gabor fits of all atoms: position and orientation, or orientation and frequency."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from dpcn_app.analysis.gabors import Gabors
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.fitted_font import fitted_font
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from dpcn_app.live.naming import state_name

_FINEST = 0.4  # cycles a pixel at the rim of the half circle
_LONGEST = 1.4  # pixels from the middle of a line to its end
_REACH = 12.0  # how near a click must come, in device-independent pixels
_MARGIN = 4  # beside the caption
_NAMES = {
    "centres": "Centres and orientations of the atoms",
    "frequencies": "Orientations and frequencies of the atoms",
}


class GaborPlot(HoverWidget[int]):
    """Atoms as lines at their centres, or as dots at orientation (angle) and frequency (radius).

    Parameters
    ----------
    theme
        Colours to begin with.
    kind
        `centres` or `frequencies`.
    """

    repeats_tip = True

    def __init__(self, theme: Theme, kind: Literal["centres", "frequencies"]) -> None:
        super().__init__(theme, _NAMES[kind])
        self._kind = kind
        self._gabors: Gabors | None = None
        self._side = 1
        self._weights: NDArray[np.floating] | None = None

    def show_fits(
        self,
        gabors: Gabors | None,
        side: int,
        weights: NDArray[np.floating] | None,
        selected: int | None,
    ) -> None:
        """Show fits of atoms of `side` pixels, coloured by their weights (K,) in a cause's B."""
        self._gabors, self._side, self._selected = gabors, side, selected
        self._weights = weights
        self.update()

    # --- where atoms lie --------------------------------------------------------------------------

    def _frame(self) -> QRectF:
        """Return the square of the patch, or the half circle's rectangle."""
        line = QFontMetricsF(self.font()).height()
        room = QRectF(self.rect()).adjusted(8, 8, -8, -8 - line)
        ratio = 1.0 if self._kind == "centres" else 2.0
        height = min(room.height(), room.width() / ratio)
        frame = QRectF(0, 0, height * ratio, height)
        frame.moveCenter(room.center())
        return frame

    def places(self) -> NDArray[np.float64]:
        """Return where each atom is drawn, shape (K, 2), in the widget's x and y."""
        if self._gabors is None:
            return np.zeros((0, 2))
        frame, gabors = self._frame(), self._gabors
        if self._kind == "centres":
            unit = frame.width() / self._side
            corner = np.array([frame.left(), frame.top()])
            return corner + (gabors.centre[:, ::-1] + 0.5) * unit
        radius = np.minimum(gabors.frequency / _FINEST, 1.0) * frame.height()
        turn = gabors.orientation
        middle = np.array([frame.center().x(), frame.bottom()])
        return middle + np.stack([radius * np.cos(turn), -radius * np.sin(turn)], axis=1)

    def atom_at(self, position: QPointF) -> int | None:
        """Return the fitted atom nearest to a position, None where all are far."""
        places = self.places()
        if self._gabors is None or not self._gabors.fitted.any():
            return None
        away = np.hypot(places[:, 0] - position.x(), places[:, 1] - position.y())
        away[~self._gabors.fitted] = np.inf
        nearest = int(away.argmin())
        return nearest if away[nearest] <= _REACH else None

    thing_at = atom_at

    def describe(self, atom: int) -> str:
        if self._gabors is None:
            return ""
        degrees = np.degrees(self._gabors.orientation[atom])
        return (
            f"{state_name(0, atom)} · {degrees:.0f}° · "
            f"{self._gabors.frequency[atom]:.2f} cycles/px · R² {self._gabors.r2[atom]:.2f}"
        )

    # --- drawing ----------------------------------------------------------------------------------

    def paint(self, painter: QPainter) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = self._frame()
        painter.setPen(QPen(QColor(theme.line), 1))
        if self._kind == "centres":
            painter.drawRect(frame)
            caption = "position and orientation"
        else:
            for share in (0.5, 1.0):
                size = share * frame.height()
                arc = QRectF(frame.center().x() - size, frame.bottom() - size, 2 * size, 2 * size)
                painter.drawArc(arc, 0, 180 * 16)
            painter.drawLine(frame.bottomLeft(), frame.bottomRight())
            caption = f"angle: orientation · radius: frequency, to {_FINEST:g} cycles/px"
        painter.setPen(QColor(theme.muted))
        below = QRectF(0, frame.bottom() + 2, self.width(), self.height() - frame.bottom() - 2)
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.setFont(fitted_font(self.font(), caption, below.width() - 2 * _MARGIN))
        painter.drawText(below, top, caption)
        painter.setFont(self.font())
        if self._gabors is None:
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, "fitting …")
            return
        painter.setClipRect(frame.adjusted(-2, -2, 2, 2))
        self._paint_atoms(painter, self._gabors, frame)

    def _paint_atoms(self, painter: QPainter, gabors: Gabors, frame: QRectF) -> None:
        places, unit = self.places(), frame.width() / self._side
        weights = np.zeros(len(places)) if self._weights is None else self._weights
        weights = weights / max(float(weights.max(initial=0)), 1e-12)
        for atom in np.argsort(weights, kind="stable"):
            if gabors.fitted[atom]:
                self._paint_atom(painter, gabors, int(atom), places[atom], weights[atom], unit)

    def _paint_atom(
        self,
        painter: QPainter,
        gabors: Gabors,
        atom: int,
        place: NDArray[np.float64],
        weight: float,
        unit: float,
    ) -> None:
        theme, chosen = self._theme, atom == self._selected
        colour = QColor(theme.text if chosen else theme.accent if weight > 0.05 else theme.muted)
        plain = 0.6 if self._weights is None else 0.25
        colour.setAlphaF(1.0 if chosen else float(np.clip(max(weight, plain), 0, 1)))
        middle = QPointF(*place)
        if self._kind == "centres":
            reach = min(float(gabors.width[atom, 1]), _LONGEST) * unit
            turn = float(gabors.orientation[atom])
            end = QPointF(reach * np.cos(turn), -reach * np.sin(turn))
            painter.setPen(QPen(colour, 3.5 if chosen else 0.8 + 2.2 * weight))
            painter.drawLine(middle - end, middle + end)
        else:
            size = 5.0 if chosen else 1.6 + 3.0 * weight
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(middle, size, size)
