"""Where the pictures of a comparison go: one column for each mode, all aligned.

The frame stands on the left, and the reconstruction of each mode beside it, as large as there is
room for. What a mode expected and what it left over are two pictures more. On a high stage they are
just as large, and below. On a lower one they are about half as large, below or beside. On a tiny
one there are none. Many modes stand in several lines, where that makes them much larger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF

_TITLE, _CAPTION = 1.3, 1.0  # heights, in lines of type
_GAP = 0.5
_READABLE = 9.0  # width of a column in which numbers can be read well
_LARGE_ENOUGH = 0.8  # of the largest pictures: then the others may be as large
_FEW = 4  # columns that stay in one line
_WORTH = 1.25  # large pictures must grow by this factor for another line of columns
_WORTH_ALL = 1.7  # and by this where it has no room for the smaller ones
_SMALLEST = 4.0  # height of pictures that are worth the room for smaller ones

Captioned = tuple[QRectF, QRectF]
"""Places of a caption and of its picture."""


@dataclass(frozen=True)
class Column:
    """The places of one column.

    Parameters
    ----------
    title, caption
        Its name, and what the picture is.
    picture
        The frame, or what a mode makes of it.
    figures
        Numbers.
    small
        Two pictures more; none where there is no room for them.
    """

    title: QRectF
    caption: QRectF
    picture: QRectF
    figures: QRectF
    small: tuple[Captioned, ...]


@dataclass(frozen=True)
class _Measures:
    """What all arrangements are made from, in pixels."""

    aspect: float
    line: float
    figures: float
    widest: float  # a column
    room: float  # for pictures and captions between title and numbers

    @property
    def gap(self) -> float:
        return _GAP * self.line

    @property
    def caption(self) -> float:
        return _CAPTION * self.line

    # Width of the large picture in each of the arrangements:

    def alone(self) -> float:
        return min(self.widest, self.room / self.aspect)

    def all_below(self) -> float:
        rest = self.room - 2 * (self.caption + self.gap)
        return min(self.widest, rest / (3 * self.aspect))

    def halves_below(self) -> float:
        rest = self.room - self.caption - self.gap
        return min(self.widest, rest / (1.5 * self.aspect))

    def halves_beside(self) -> float:
        lost = (self.caption + self.gap / 2) / (2 * self.aspect)
        return min((self.widest - self.gap / 2 + lost) / 1.5, self.room / self.aspect)

    def beside(self, side: float) -> float:
        """Return the width of one of two pictures that are as high as a large one together."""
        return (side * self.aspect - self.caption - self.gap / 2) / (2 * self.aspect)


def columns(
    width: float, height: float, count: int, aspect: float, line: float, figures: float
) -> tuple[Column, ...]:
    """Return the places of so many columns, the frame's first.

    Parameters
    ----------
    width, height
        Of the stage.
    aspect
        Height of a picture over its width.
    line
        Height of a line of type.
    figures
        Height of the numbers below a picture; 0 where there are none.
    """
    best = _line(width, height, count, aspect, line, figures)
    for lines in range(2, count + 1 if count > _FEW else 2):
        across, high = -(-count // lines), height / lines
        one, worth = _line(width, high, across, aspect, line, figures), _WORTH
        if any(box.height() < _SMALLEST * line for _, box in one[0].small):
            one, worth = _line(width, high, across, aspect, line, figures, alone=True), _WORTH_ALL
        if one[0].picture.width() > worth * best[0].picture.width():
            best = _repeated(one, high, count)
    return best


def _repeated(line: tuple[Column, ...], high: float, count: int) -> tuple[Column, ...]:
    """Return a line of columns again and again below itself, until there are enough."""
    places = (divmod(number, len(line)) for number in range(count))
    return tuple(_moved(line[at], 0, down * high, line[at].title.width()) for down, at in places)


def _line(
    width: float,
    height: float,
    count: int,
    aspect: float,
    line: float,
    figures: float,
    *,
    alone: bool = False,
) -> tuple[Column, ...]:
    """Return the places of columns in one line, with or without the smaller pictures."""
    gap, head = _GAP * line, (_TITLE + _CAPTION) * line
    widest = (width - gap) / count - gap
    measures = _Measures(aspect, line, figures, widest, height - head - figures - 2 * gap)
    whole, below, beside = (
        measures.all_below(),
        measures.halves_below(),
        measures.halves_beside(),
    )
    largest = max(below, beside)
    if alone or largest * aspect < _SMALLEST * line:
        side, small = max(measures.alone(), 8.0), _none
    elif whole >= _LARGE_ENOUGH * largest:
        side, small = whole, _all_below
    elif below >= beside:
        side, small = below, _halves_below
    else:
        side, small = beside, _halves_beside
    made = _column(measures, side, small)
    needed = max(made.figures.bottom(), *(box.bottom() for _, box in made.small), 0.0)
    taken = max(made.picture.right(), *(box.right() for _, box in made.small), _READABLE * line)
    pitch = min(widest, taken) + gap
    left = (width - count * pitch + gap) / 2
    top = max(0.0, (height - needed) / 2)
    return tuple(_moved(made, left + each * pitch, top, pitch - gap) for each in range(count))


def _column(measures: _Measures, side: float, small: _Small) -> Column:
    """Return a column at the origin."""
    title = QRectF(0, 0, measures.widest, _TITLE * measures.line)
    caption = QRectF(0, title.bottom(), side, measures.caption)
    picture = QRectF(0, caption.bottom(), side, side * measures.aspect)
    top = picture.bottom() + measures.gap / 2
    figures = QRectF(0, top, measures.widest, measures.figures)
    return Column(title, caption, picture, figures, small(measures, picture, figures.bottom()))


def _none(measures: _Measures, picture: QRectF, bottom: float) -> tuple[Captioned, ...]:
    return ()


def _all_below(measures: _Measures, picture: QRectF, bottom: float) -> tuple[Captioned, ...]:
    down = measures.caption + measures.gap + picture.height()
    top = bottom + measures.gap / 2
    return tuple(_captioned(measures, 0, top + n * down, picture.width()) for n in range(2))


def _halves_below(measures: _Measures, picture: QRectF, bottom: float) -> tuple[Captioned, ...]:
    inner = (picture.width() - measures.gap) / 2
    top = bottom + measures.gap / 2
    return tuple(_captioned(measures, n * (inner + measures.gap), top, inner) for n in range(2))


def _halves_beside(measures: _Measures, picture: QRectF, bottom: float) -> tuple[Captioned, ...]:
    inner = measures.beside(picture.width())
    left, top = picture.right() + measures.gap / 2, picture.top() - measures.caption
    down = measures.caption + inner * measures.aspect + measures.gap / 2
    return tuple(_captioned(measures, left, top + n * down, inner) for n in range(2))


_Small = Callable[[_Measures, QRectF, float], tuple[Captioned, ...]]


def _captioned(measures: _Measures, left: float, top: float, width: float) -> Captioned:
    words = QRectF(left, top, width, measures.caption)
    return words, QRectF(left, words.bottom(), width, width * measures.aspect)


def _moved(column: Column, x: float, y: float, width: float) -> Column:
    """Return a column elsewhere, its title and numbers as wide as there is room."""
    title, figures = (box.translated(x, y) for box in (column.title, column.figures))
    title.setWidth(width)
    figures.setWidth(width)
    return Column(
        title,
        column.caption.translated(x, y),
        column.picture.translated(x, y),
        figures,
        tuple((words.translated(x, y), box.translated(x, y)) for words, box in column.small),
    )
