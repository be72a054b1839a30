"""One picture of the stage: its pixels, its frame, and what is laid over it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from dpcn_app.gui.panels.stage.closed_eyes import are_closed, draw_hidden, draw_lids
from dpcn_app.gui.panels.stage.overlays import draw_active, draw_grid, draw_noise, draw_surprise
from dpcn_app.gui.panels.stage.region import dragged_region, region_box, smallest_region
from dpcn_app.gui.panels.stage.shades import limit_of, shaded_image
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_colours import grey_image
from dpcn_app.gui.widgets.image_drawing import draw_whole
from dpcn_app.live.snapshot import Snapshot, View
from dpcn_app.video.preview import preview
from dpcn_app.video.source import Image

_ON_BLACK = QColor(170, 170, 170)
"""Words on an empty picture, which is black in every theme."""


@dataclass(frozen=True)
class Extras:
    """What the user wants to see over the pictures.

    Parameters
    ----------
    grid
        Whether patches and groups are drawn over the input.
    noise
        Whether noise objects are outlined.
    atom
        The selected atom, framed where it is active; None for none.
    drag
        Two corners of a region that is being dragged on the whole frame; None for none.
    """

    grid: bool
    noise: bool
    atom: int | None
    drag: tuple[QPointF, QPointF] | None


def fitted_box(box: QRectF, shape: tuple[int, ...]) -> QRectF:
    """Return the largest box in the middle of another that has a picture's proportions."""
    unit = min(box.width() / shape[1], box.height() / shape[0])
    fitted = QRectF(0, 0, unit * shape[1], unit * shape[0])
    fitted.moveCenter(box.center())
    return fitted


def values_of(name: str, snapshot: Snapshot, view: View | None) -> Image | None:
    """Return the values of a picture; None where they are not known yet."""
    if name in ("Input", "Surprise"):
        return snapshot.frame.image if view is None else view.seen
    if name == "Clean":
        return snapshot.frame.clean
    if view is None:
        return None
    if name == "Residual":
        return view.residual
    return {"Reconstruction": view.reconstruction, "Prediction": view.prediction}[name]


class Pictures:
    """Draws the pictures of a snapshot, one at a time.

    Parameters
    ----------
    painter, theme
        What to draw with, and in which colours.
    snapshot
        What is drawn.
    extras
        What is laid over it.
    """

    def __init__(self, painter: QPainter, theme: Theme, snapshot: Snapshot, extras: Extras) -> None:
        self._painter, self._theme = painter, theme
        self._snapshot, self._extras = snapshot, extras
        self._limit = limit_of(snapshot)

    def draw(self, name: str, view: View | None, box: QRectF) -> None:
        """Draw a picture into a box, and words where it is not known yet.

        Parameters
        ----------
        name
            Which picture it is.
        view
            The mode that it belongs to; None for the frame in a comparison, and while the engine is
            loading.
        box
            Room for it; it keeps its proportions.
        """
        picture = values_of(name, self._snapshot, view)
        box = fitted_box(box, self._snapshot.frame.image.shape)
        if picture is None:
            self._painter.fillRect(box, QColor(self._theme.raised))
            self._write(self._reason(view), QColor(self._theme.muted), box)
        else:
            draw_whole(self._painter, box, self._shaded(picture, name, box))
            if name == "Prediction" and not picture.any():
                self._write("nothing was expected", _ON_BLACK, box)
        self._draw_frame(box)
        if picture is not None:
            self._draw_extras(name, view, box)

    def _write(self, words: str, colour: QColor, box: QRectF) -> None:
        self._painter.setPen(colour)
        centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        self._painter.drawText(box, centred, words)

    def _reason(self, view: View | None) -> str:
        """Say why a picture is not known yet."""
        if view is not None:
            return "nothing yet"
        return "loading …" if self._snapshot.preparing is None else "preparing …"

    def _shaded(self, picture: Image, name: str, box: QRectF) -> QImage:
        """Return a picture in its shades, made smaller first if it is far larger than its box."""
        longest = round(max(box.width(), box.height()) * self._painter.device().devicePixelRatio())
        small = preview(picture, 2 * max(longest, 1))
        return shaded_image(small, name, self._limit, self._theme)

    def draw_video(self, box: QRectF) -> QRectF:
        """Draw the whole frame and the region that the network looks at; return the frame's box."""
        video, frame, drag = self._snapshot.video, self._snapshot.frame, self._extras.drag
        box = fitted_box(box, video.shape)
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
        whole = frame.image if frame.before is None else frame.before
        self._painter.drawImage(box, grey_image(whole))
        self._draw_frame(box)
        if video.drawn:  # the network sees a drawing from somewhere in it
            return box
        region = video.region
        if drag is not None:
            region = dragged_region(*drag, box, video.shape, smallest_region(self._snapshot))
        self._painter.setPen(QPen(QColor(self._theme.accent), 2))
        self._painter.drawRect(region_box(region, box, video.shape))
        return box

    def _draw_frame(self, box: QRectF) -> None:
        self._painter.setPen(QPen(QColor(self._theme.line), 1))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(box)

    def _draw_extras(self, name: str, view: View | None, box: QRectF) -> None:
        """Draw what belongs over a picture: surprise, grid, noise, the selected atom."""
        painter, theme = self._painter, self._theme
        snapshot, extras = self._snapshot, self._extras
        closed = are_closed(snapshot)
        if name == "Input" and closed:
            if view is None:
                draw_lids(painter, box)
            else:
                draw_hidden(painter, theme, snapshot, box)
        if name in ("Input", "Surprise") and view is not None:
            draw_surprise(painter, snapshot, view, box)
        if name == "Input" and extras.grid:
            draw_grid(painter, snapshot, box)
        if name in ("Input", "Reconstruction"):
            if extras.noise and not closed:
                draw_noise(painter, theme, snapshot, box)
            if view is not None:
                draw_active(painter, theme, snapshot, view, box, extras.atom)
