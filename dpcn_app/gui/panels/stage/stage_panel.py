"""The stage: what the network sees, makes of it, expected, and missed, side by side."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy

from dpcn_app.engine.modes import mode_title
from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.stage.layout_compare import Column, columns
from dpcn_app.gui.panels.stage.layout_single import CAPTIONS, places
from dpcn_app.gui.panels.stage.overlays import draw_active, draw_grid, draw_noise, draw_surprise
from dpcn_app.gui.panels.stage.region import dragged_region, region_box, smallest_region
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_colours import grey_image, signed_image
from dpcn_app.gui.widgets.image_drawing import draw_whole
from dpcn_app.gui.widgets.number_row import cell_width, draw_numbers, numbers_height
from dpcn_app.live.measures import FADING
from dpcn_app.live.snapshot import Snapshot, View
from dpcn_app.video.preprocess import WHOLE
from dpcn_app.video.source import Image

_COLUMNS = ("Input", "Reconstruction", "Prediction", "Residual")
_MEANINGS = {
    "Video": "drag a region · W: all of it",
    "Input": "what it sees",
    "Reconstruction": "what it makes of it",
    "Prediction": "what was expected",
    "Residual": "what is left over",
}
_QUANTITIES = {
    "Reconstruction": "reconstruction",
    "Prediction": "expectation",
    "Residual": "reconstruction",
    "Surprise": "surprise",
}
_SMALLER, _LARGER = 0.85, 1.15  # type, against the ordinary
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class StagePanel(Panel):
    """The pictures of one mode, or of several side by side.

    Attributes
    ----------
    grid_shown
        Whether patches and groups are drawn over the input.
    noise_outlined
        Whether the noise objects are outlined.
    """

    region_chosen = Signal(tuple)

    name = "stage"
    title = "Stage"
    equation = "reconstruction"
    explanation = "The current frame through the eyes of the network."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.grid_shown = False
        self.noise_outlined = False
        self._boxes: list[tuple[QRectF, str]] = []  # where the pictures are, and their names
        self._told: list[tuple[QRectF, str]] = []  # where certain quantities are
        attach_equation(self, self._quantity_at)
        self._video_box: QRectF | None = None  # where the whole frame is drawn
        self._drag: tuple[QPointF, QPointF] | None = None
        self.setMouseTracking(True)
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
        at = QPointF(place)
        for box, quantity in self._told:
            if box.contains(at):
                return quantity
        name = next((name for box, name in self._boxes if box.contains(at)), "")
        alone = self.snapshot is not None and len(self.snapshot.views) == 1
        tinted = name == "Input" and alone and self._tinted
        return "surprise" if tinted else _QUANTITIES.get(name)

    @property
    def _tinted(self) -> bool:
        """Whether surprise is drawn over the input."""
        snapshot = self.snapshot
        return snapshot is not None and any(view.surprise is not None for view in snapshot.views)

    def _meaning(self, name: str) -> str:
        return "in pink: the surprise" if name == "Input" and self._tinted else _MEANINGS[name]

    def data(self) -> dict[str, NDArray[Any]]:
        """Return all pictures on the stage."""
        if self.snapshot is None:
            return {}
        data: dict[str, NDArray[Any]] = {"input": self.snapshot.frame.image}
        if self.snapshot.frame.clean is not None:
            data["clean"] = self.snapshot.frame.clean
        if self.snapshot.frame.before is not None:
            data["video"] = self.snapshot.frame.before
        for view in self.snapshot.views:
            data[f"{view.mode}.reconstruction"] = view.reconstruction
            if view.prediction is not None:
                data[f"{view.mode}.prediction"] = view.prediction
            data[f"{view.mode}.residual"] = view.residual
            if view.surprise is not None:
                data[f"{view.mode}.surprise"] = view.surprise
        return data

    # --- region of interest -----------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._over_video(event.position()):
            self._drag = (event.position(), event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            self._drag = (self._drag[0], event.position())
            self.update()
        over = self._drag is not None or self._over_video(event.position())
        self.setCursor(Qt.CursorShape.CrossCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is not None and (drag[0] - event.position()).manhattanLength() > 4:
            self.region_chosen.emit(self._dragged(drag[0], event.position()))
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go back to the region that suits the network."""
        self._drag = None
        if self._over_video(event.position()):
            self.region_chosen.emit(WHOLE)

    def _over_video(self, position: QPointF) -> bool:
        ready = self.snapshot is not None and not self.snapshot.video.scored
        return ready and self._video_box is not None and self._video_box.contains(position)

    def _dragged(self, start: QPointF, end: QPointF) -> tuple[int, int, int, int]:
        assert self.snapshot is not None and self._video_box is not None
        shape, smallest = self.snapshot.video.shape, smallest_region(self.snapshot)
        return dragged_region(start, end, self._video_box, shape, smallest)

    # --- drawing ----------------------------------------------------------------------------------

    @property
    def _columns(self) -> tuple[str, ...]:
        """The pictures in a row; where the network sees a region, the whole frame comes first."""
        whole = self.snapshot is None or self.snapshot.video.scored
        return _COLUMNS if whole else ("Video", *_COLUMNS)

    def _aspect(self) -> float:
        """Height of the pictures over their width, within what can be laid out well."""
        assert self.snapshot is not None
        height, width = self.snapshot.frame.image.shape
        return min(max(height / width, 0.4), 2.0)

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
        self._told.clear()
        views = self.snapshot.views
        if len(views) > 1:
            self._draw_comparison(painter, theme, self.snapshot, views)
        else:
            self._draw_alone(painter, theme, self.snapshot, views[0] if views else None)

    def _draw_alone(
        self, painter: QPainter, theme: Theme, snapshot: Snapshot, view: View | None
    ) -> None:
        """Draw the pictures in one line or in two, or beside a large video."""
        line = QFontMetricsF(self.font()).height()
        names, (height, width) = self._columns, snapshot.video.shape
        video = None if snapshot.video.scored else height / width
        boxes = places(self.width(), self.height(), len(names), self._aspect(), line, video)
        for name, box in zip(names, boxes, strict=True):
            words = _measured(name, view, snapshot)
            self._caption(painter, theme, box, name, CAPTIONS * line, line, words)
            self._draw_picture(painter, theme, snapshot, view, name, box)

    def _draw_comparison(
        self, painter: QPainter, theme: Theme, snapshot: Snapshot, views: tuple[View, ...]
    ) -> None:
        """Draw the frame on the left, and beside it one column for each mode."""
        line = QFontMetricsF(self.font()).height()
        numbers = [_figures(view) for view in views]
        below = numbers_height(self.font()) if any(numbers) else 0.0
        frame, *ways = columns(
            self.width(), self.height(), len(views) + 1, self._aspect(), line, below
        )
        self._head(painter, theme, frame, "Input", _MEANINGS["Input"])
        self._draw_picture(painter, theme, snapshot, None, "Input", frame.picture)
        self._write_figures(painter, theme, frame.figures, _likeness(snapshot))
        self._draw_beside_frame(painter, theme, snapshot, frame)
        small = ("Prediction", "Surprise" if self._tinted else "Residual")
        for way, view, figures in zip(ways, views, numbers, strict=True):
            self._head(painter, theme, way, mode_title(view.mode), "reconstruction")
            self._draw_picture(painter, theme, snapshot, view, "Reconstruction", way.picture)
            self._write_figures(painter, theme, way.figures, figures)
            for name, (words, box) in zip(small, way.small, strict=False):
                self._small_caption(painter, theme, words, name)
                self._draw_picture(painter, theme, snapshot, view, name, box)

    def _draw_beside_frame(
        self, painter: QPainter, theme: Theme, snapshot: Snapshot, frame: Column
    ) -> None:
        """Draw the whole frame, or the frame without its noise, where there is room."""
        if not frame.small:
            return
        words, box = frame.small[0]
        if not snapshot.video.scored:
            self._small_caption(painter, theme, words, "Video")
            other = frame.small[1][1]
            box = box.united(other) if box.top() == other.top() else box  # two places in a row
            self._draw_picture(painter, theme, snapshot, None, "Video", box)
        elif snapshot.frame.clean is not None:
            self._small_caption(painter, theme, words, "Clean")
            self._draw_picture(painter, theme, snapshot, None, "Clean", box)

    def _head(
        self, painter: QPainter, theme: Theme, column: Column, title: str, meaning: str
    ) -> None:
        """Write a column's name, and below it what its picture is."""
        bold = self._bold()
        bold.setPointSizeF(bold.pointSizeF() * _LARGER)
        painter.setFont(_fitted(bold, title, column.title.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(column.title, _LEFT, title)
        self._small_caption(painter, theme, column.caption, meaning)

    def _small_caption(self, painter: QPainter, theme: Theme, box: QRectF, words: str) -> None:
        painter.setFont(_fitted(self._small(), words, box.width()))
        painter.setPen(QColor(theme.muted))
        painter.drawText(box, _LEFT, words)

    def _write_figures(
        self, painter: QPainter, theme: Theme, box: QRectF, numbers: dict[str, float]
    ) -> None:
        """Write numbers below a picture, where there is room for them."""
        if not numbers or box.height() <= 0:
            return
        draw_numbers(painter, theme, box, numbers, self.font())
        cell = cell_width(self.font(), box.width(), len(numbers))
        for place, name in enumerate(numbers):
            if name in FADING:
                at = QRectF(box.left() + place * cell, box.top(), cell, box.height())
                self._told.append((at, FADING[name]))

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        return font

    def _caption(
        self,
        painter: QPainter,
        theme: Theme,
        box: QRectF,
        name: str,
        height: float,
        line: float,
        measured: str,
    ) -> None:
        """Write a picture's name above it; below that what was measured, or what it means."""
        top = box.top() - height
        centre = Qt.AlignmentFlag.AlignCenter
        painter.setFont(_fitted(self._bold(), name, box.width()))
        painter.setPen(QColor(theme.text))
        painter.drawText(QRectF(box.left(), top, box.width(), line), centre, name)
        longest = measured or max((self._meaning(each) for each in self._columns), key=len)
        fitted = _fitted(self._small(), longest, box.width())
        if fitted.pointSizeF() >= 7:
            painter.setFont(fitted)
            painter.setPen(QColor(theme.text if measured else theme.muted))
            words = QRectF(box.left(), top + line, box.width(), line)
            painter.drawText(words, centre, measured or self._meaning(name))

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
        if name == "Prediction" and view is not None and view.by_prior:
            self._told.append((box, "prior_expectation"))
        picture: Image | None = None
        if name == "Video":
            self._draw_video(painter, theme, snapshot, box)
            return
        if name in ("Input", "Surprise"):
            picture = snapshot.frame.image
        elif name == "Clean":
            picture = snapshot.frame.clean
        elif view is not None:
            picture = {
                "Reconstruction": view.reconstruction,
                "Prediction": view.prediction,
                "Residual": view.residual,
            }[name]
        box = fitted_box(box, snapshot.frame.image.shape)
        if picture is None:
            painter.fillRect(box, QColor(theme.raised))
            painter.setPen(QColor(theme.muted))
            words = "loading …" if view is None else "nothing yet"
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
        else:
            draw_whole(painter, box, _drawn(picture, name, snapshot, theme))
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        if picture is None:
            return
        if name in ("Input", "Surprise") and view is not None:
            draw_surprise(painter, snapshot, view, box)
        if name == "Input" and self.grid_shown:
            draw_grid(painter, snapshot, box)
        if self.noise_outlined and name in ("Input", "Reconstruction"):
            draw_noise(painter, theme, snapshot, box)
        if name in ("Input", "Reconstruction") and view is not None:
            draw_active(painter, theme, snapshot, view, box, self.context.selection.atom)

    def _draw_video(self, painter: QPainter, theme: Theme, snapshot: Snapshot, box: QRectF) -> None:
        """Draw the whole frame, and the region of it that the network looks at."""
        video, frame = snapshot.video, snapshot.frame
        box = self._video_box = fitted_box(box, video.shape)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
        painter.drawImage(box, grey_image(frame.image if frame.before is None else frame.before))
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        region = video.region if self._drag is None else self._dragged(*self._drag)
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawRect(region_box(region, box, video.shape))


def fitted_box(box: QRectF, shape: tuple[int, ...]) -> QRectF:
    """Return the largest box in the middle of another that has a picture's proportions."""
    unit = min(box.width() / shape[1], box.height() / shape[0])
    fitted = QRectF(0, 0, unit * shape[1], unit * shape[0])
    fitted.moveCenter(box.center())
    return fitted


def _drawn(picture: Image, name: str, snapshot: Snapshot, theme: Theme) -> QImage:
    """Return a picture in shades that suit what it is; preprocessed ones lie around zero."""
    if snapshot.video.signed:
        limit = max(3 * float(snapshot.frame.image.std()), 1e-3)
        if name == "Residual":
            return signed_image(picture, limit, theme.name == "dark")
        return grey_image(picture, low=-limit, high=limit)
    if name == "Residual":
        return signed_image(picture, 1.0, theme.name == "dark")
    if name == "Prediction":  # faint by nature: brightened, so that it can be seen
        return grey_image(picture, high=max(0.15, float(picture.max())))
    return grey_image(picture)


def _measured(name: str, view: View | None, snapshot: Snapshot) -> str:
    """Return how near a picture comes to the clean frame, in words; empty where not measured."""
    alike = None
    if name == "Input":
        alike = snapshot.video.likeness
    elif name == "Reconstruction" and view is not None:
        alike = view.likeness
    return "" if alike is None else f"PSNR {alike.psnr:.1f} dB · SSIM {alike.ssim:.2f}"


def _likeness(snapshot: Snapshot) -> dict[str, float]:
    """Return how near the noisy frame comes to the clean one, by name; empty where not measured."""
    alike = snapshot.video.likeness
    return {} if alike is None else {"PSNR": alike.psnr, "SSIM": alike.ssim}


def _figures(view: View) -> dict[str, float]:
    """Return what is measured of a mode's reconstructions, by name; empty where nothing is."""
    if view.likeness is not None:
        return {"PSNR": view.likeness.psnr, "SSIM": view.likeness.ssim}
    if view.fading is None:
        return {}
    return {name: getattr(view.fading, measure) for name, measure in FADING.items()}


def _fitted(font: QFont, text: str, width: float) -> QFont:
    """Return the font, made smaller where the text would be wider than allowed."""
    needed = QFontMetricsF(font).horizontalAdvance(text)
    if needed > width > 0:
        font = QFont(font)
        font.setPointSizeF(max(1.0, font.pointSizeF() * width / needed * 0.98))
    return font
