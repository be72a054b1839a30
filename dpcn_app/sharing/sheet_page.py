"""A page of a handout: A4 upright, on white, filled from top to bottom with numbered figures."""

from __future__ import annotations

import textwrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH, HEIGHT = 210.0, 297.0
"""Of the paper, in millimetres."""

LEFT, RIGHT, TOP, BOTTOM = 18.0, 192.0, 16.0, 280.0
"""Edges of what is printed, in millimetres from the left and the upper edge of the paper."""

INK, GREY, LINE = "#16191d", "#5b6470", "#c5cad2"
"""Colours of type, of secondary type, and of rules."""

_INCH = 25.4
_LETTERS = 118  # of a caption that fit into a line
_CAPTION, _CAPTION_LINE = 8.0, 3.7  # size of type in points, and height of a line in millimetres


class SheetPage:
    """A page that is filled from top to bottom.

    Parameters
    ----------
    title, words
        What the page is about, large, and a line below it.

    Attributes
    ----------
    figure
        What Matplotlib draws.
    at
        Where the next part begins, in millimetres from the upper edge.
    """

    def __init__(self, title: str, words: str = "") -> None:
        self.figure = Figure(figsize=(WIDTH / _INCH, HEIGHT / _INCH), facecolor="white")
        self.at = TOP
        self.text(title, 16.0, weight="bold", height=9.0)
        if words:
            self.text(words, 9.0, colour=GREY, height=7.0)

    @property
    def left(self) -> float:
        """Millimetres that are left on the page."""
        return BOTTOM - self.at

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Return axes at a place in millimetres, from the left and the upper edge of the paper."""
        box = (left / WIDTH, 1 - (top + height) / HEIGHT, width / WIDTH, height / HEIGHT)
        return self.figure.add_axes(box)

    def text(
        self,
        words: str,
        size: float,
        *,
        colour: str = INK,
        weight: str = "normal",
        height: float,
        left: float = LEFT,
    ) -> None:
        """Write a line and go on below it; a name that looks like mathematics stays as it is."""
        self.write(left, self.at, words, size, colour=colour, weight=weight)
        self.at += height

    def write(
        self,
        left: float,
        top: float,
        words: str,
        size: float,
        *,
        colour: str = INK,
        weight: str = "normal",
        align: str = "left",
    ) -> None:
        """Write words at a place in millimetres: of their left end, middle or right end."""
        place = (left / WIDTH, 1 - top / HEIGHT)
        written = self.figure.text(
            *place, words, size=size, color=colour, weight=weight, ha=align, va="top"
        )
        written.set_parse_math(False)

    def caption(self, words: str) -> None:
        """Write what a figure shows below it, in as many lines as that takes."""
        self.paragraph(words, colour=GREY)
        self.at += 4.0

    def paragraph(self, words: str, *, colour: str = INK) -> None:
        """Write sentences, in as many lines as they take."""
        for line in textwrap.wrap(words, _LETTERS):
            self.text(line, _CAPTION, colour=colour, height=_CAPTION_LINE)

    def foot(self, words: str, number: int, count: int) -> None:
        """Write the line at the foot of the page."""
        top = BOTTOM + 5.0
        self.write(LEFT, top, words, 7.0, colour=GREY)
        self.write(RIGHT, top, f"{number} of {count}", 7.0, colour=GREY, align="right")


class FigureNumbers:
    """Counts the figures of a handout."""

    def __init__(self) -> None:
        self._count = 0

    def next(self) -> str:
        """Return the name of the next figure."""
        self._count += 1
        return f"Figure {self._count}."
