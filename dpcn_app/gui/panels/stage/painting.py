"""The painting of the whole stage: which pictures, words and numbers go where.

One mode has four pictures in a line or two. Several modes are columns beside the frame.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from dpcn_app.engine.modes import belief_in
from dpcn_app.gui.panels.stage.captions import NOTHING_EXPECTED, Captions, meaning_of
from dpcn_app.gui.panels.stage.closed_eyes import are_closed
from dpcn_app.gui.panels.stage.layout_compare import Column, columns
from dpcn_app.gui.panels.stage.layout_single import places
from dpcn_app.gui.panels.stage.measured import measured_words, numbers_of_frame, numbers_of_mode
from dpcn_app.gui.panels.stage.overlays import has_noise_objects
from dpcn_app.gui.panels.stage.pictures import Extras, Pictures
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.number_row import cell_width, draw_numbers, numbers_height
from dpcn_app.live.belief_words import mode_titles, told_words
from dpcn_app.live.drawing_words import drawing_words
from dpcn_app.live.measures import FADING
from dpcn_app.live.region_words import contrast_words, region_words
from dpcn_app.live.snapshot import Snapshot, View

_PICTURES = ("Input", "Reconstruction", "Prediction", "Residual")
_BELOW = 2.1  # height of the sentences below the pictures, in lines of type
_LOW = 12  # height of a stage that has no room for them
_FLATTEST, _STEEPEST = 0.4, 2.0  # height over width of pictures that can be laid out well


def is_tinted(snapshot: Snapshot) -> bool:
    """Whether surprise is drawn over the input, or in place of what is left over."""
    return any(view.surprise is not None for view in snapshot.views)


class StagePainting:
    """Paints a snapshot once, and keeps where everything is.

    Parameters
    ----------
    painter, theme, font
        What to paint with: the colours and the ordinary type.
    size
        Of the stage.
    snapshot
        What is shown.
    extras
        What is laid over the pictures.

    Attributes
    ----------
    boxes
        Where the pictures are, with their names.
    told
        Where quantities are whose equations the pointer tells, with the names of these.
    video_box
        Where the whole frame of a file is; None where it is not painted.
    """

    def __init__(
        self,
        painter: QPainter,
        theme: Theme,
        font: QFont,
        size: QSizeF,
        snapshot: Snapshot,
        extras: Extras,
    ) -> None:
        self._painter, self._theme, self._font = painter, theme, font
        self._size, self._snapshot = size, snapshot
        self._captions = Captions(painter, theme, font)
        self._pictures = Pictures(painter, theme, snapshot, extras)
        self._closed = are_closed(snapshot)
        self._outlined = extras.noise and has_noise_objects(snapshot)
        self._line = QFontMetricsF(font).height()
        self.boxes: list[tuple[QRectF, str]] = []
        self.told: list[tuple[QRectF, str]] = []
        self.video_box: QRectF | None = None

    def paint(self) -> None:
        """Paint one mode, or several side by side, and below them what is seen of a video."""
        views = self._snapshot.views
        seen = drawing_words(self._snapshot) or region_words(self._snapshot)
        sentences = (seen, contrast_words(self._snapshot))
        told = [sentence for sentence in sentences if sentence]
        if told and self._size.height() > _LOW * self._line:
            width, height = self._size.width(), _BELOW * self._line
            self._size = QSizeF(width, self._size.height() - height)
            below = QRectF(0, self._size.height(), width, height)
            margin = self._line / 2
            self._captions.write_below(below.adjusted(margin, 0, -margin, -margin / 2), told)
        if len(views) > 1:
            self._paint_comparison(views)
        else:
            self._paint_alone(views[0] if views else None)

    @property
    def _aspect(self) -> float:
        """Height of the pictures over their width, within what can be laid out well."""
        height, width = self._snapshot.frame.image.shape
        return min(max(height / width, _FLATTEST), _STEEPEST)

    # --- one mode ---------------------------------------------------------------------------------

    def _paint_alone(self, view: View | None) -> None:
        """Paint the pictures in one line or in two, or beside a large video."""
        video, tinted = self._snapshot.video, is_tinted(self._snapshot)
        names: tuple[str, ...] = _PICTURES
        aspect = None
        if not video.scored:  # the network sees a region: the whole frame comes first
            names, aspect = ("Video", *_PICTURES), video.shape[0] / video.shape[1]
        width, height = self._size.width(), self._size.height()
        boxes = places(width, height, len(names), self._aspect, self._line, aspect)
        marks = {"tinted": tinted, "outlined": self._outlined, "closed": self._closed}
        meanings = {name: meaning_of(name, **marks) for name in names}
        told = "" if view is None else told_words(view.mode)
        meanings |= {"Reconstruction": told} if told else {}
        if view is not None and view.prediction is not None and not view.prediction.any():
            meanings["Prediction"] = NOTHING_EXPECTED
        meanings |= {"Video": "holds the drawing"} if video.drawn else {}
        others = (meaning for name, meaning in meanings.items() if name != "Video")
        longest = max(others, key=len)
        for name, box in zip(names, boxes, strict=True):
            measured = measured_words(name, view, self._snapshot)
            titled = name == "Reconstruction" and measured and told
            self._captions.write_above(
                box,
                f"{told[0].upper()}{told[1:]}" if titled else name,
                measured or meanings[name],
                longest=measured or (meanings[name] if name == "Video" else longest),
                strong=bool(measured),
            )
            self._paint_picture(name, view, box)

    # --- several modes ----------------------------------------------------------------------------

    def _paint_comparison(self, views: tuple[View, ...]) -> None:
        """Paint the frame on the left, and beside it one column for each mode."""
        numbers = [numbers_of_mode(view) for view in views]
        below = numbers_height(self._font) if any(numbers) else 0.0
        width, height = self._size.width(), self._size.height()
        count = len(views) + 1
        frame, *others = columns(width, height, count, self._aspect, self._line, below)
        self._paint_frame_column(frame)
        left_over = "Surprise" if is_tinted(self._snapshot) else "Residual"
        titles = mode_titles([view.mode for view in views])
        for column, view, title, figures in zip(others, views, titles, numbers, strict=True):
            told = told_words(view.mode) if title != belief_in(view.mode) else "looked for"
            self._captions.write_head(column, title, told or "reconstruction")
            self._paint_picture("Reconstruction", view, column.picture)
            self._write_numbers(column.figures, figures)
            for name, (words, box) in zip(("Prediction", left_over), column.small, strict=False):
                self._captions.write_small(words, name)
                self._paint_picture(name, view, box)

    def _paint_frame_column(self, column: Column) -> None:
        """Paint the frame and, where there is room, the whole video or the clean frame."""
        marks = {"tinted": False, "outlined": self._outlined, "closed": self._closed}
        meaning = meaning_of("Input", **marks, alone=False)
        self._captions.write_head(column, "Input", meaning)
        self._paint_picture("Input", None, column.picture)
        self._write_numbers(column.figures, numbers_of_frame(self._snapshot))
        if not column.small:
            return
        words, box = column.small[0]
        if not self._snapshot.video.scored:
            self._captions.write_small(words, "Video")
            other = column.small[1][1]
            box = box.united(other) if box.top() == other.top() else box  # two places in a row
            self._paint_picture("Video", None, box)
        elif self._snapshot.frame.clean is not None:
            self._captions.write_small(words, "Clean")
            self._paint_picture("Clean", None, box)

    def _write_numbers(self, box: QRectF, numbers: dict[str, float]) -> None:
        """Write numbers below a picture, where there is room for them."""
        if not numbers or box.height() <= 0:
            return
        draw_numbers(self._painter, self._theme, box, numbers, self._font)
        cell = cell_width(self._font, box.width(), len(numbers))
        for place, name in enumerate(numbers):
            if name in FADING:
                at = QRectF(box.left() + place * cell, box.top(), cell, box.height())
                self.told.append((at, FADING[name]))

    def _paint_picture(self, name: str, view: View | None, box: QRectF) -> None:
        """Paint a picture and keep where it is."""
        self.boxes.append((box, name))
        if name == "Prediction" and view is not None and view.by_prior:
            self.told.append((box, "prior_expectation"))
        if name == "Video":
            self.video_box = self._pictures.draw_video(box)
        else:
            self._pictures.draw(name, view, box)
