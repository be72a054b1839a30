"""A widget that paints itself: sizes, ground, theme, words."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.painted_widget import PaintedWidget
from tests.helpers.real_scene import picture


class Square(PaintedWidget):
    """A square in the accent colour, or words where it has none."""

    preferred, smallest = (80, 60), (40, 30)
    words = ""
    prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def paint(self, painter: QPainter) -> None:
        if self.words:
            self.paint_words(painter, self.words)
        else:
            painter.fillRect(QRect(10, 10, 10, 10), QColor(self._theme.accent))


@pytest.fixture
def square(qtbot) -> Square:
    square = Square(THEMES["dark"], "a square")
    qtbot.addWidget(square)
    square.resize(80, 60)
    return square


def test_it_has_a_name_and_the_sizes_of_its_class(square: Square) -> None:
    assert square.accessibleName() == "a square"
    assert square.sizeHint().toTuple() == (80, 60)
    assert square.minimumSizeHint().toTuple() == (40, 30)


def test_what_it_paints_lies_on_the_ground_of_its_theme(square: Square) -> None:
    for theme in THEMES.values():
        square.use_theme(theme)
        seen = picture(square)
        assert seen.pixelColor(15, 15) == QColor(theme.accent)
        assert seen.pixelColor(70, 50) == QColor(theme.surface)


def test_another_theme_makes_anew_what_is_kept(square: Square) -> None:
    picture(square)
    assert square.prepared == 0
    square.use_theme(THEMES["light"])
    assert square.prepared == 1


def test_words_stand_in_the_middle_and_are_broken_where_they_are_long(square: Square) -> None:
    def lines_of_words() -> int:
        seen, ground = picture(square), QColor(THEMES["dark"].surface)
        rows = range(seen.height())
        inked = [any(seen.pixelColor(x, y) != ground for x in range(seen.width())) for y in rows]
        return sum(inked)

    square.resize(300, 100)
    square.words = "nothing to see yet"
    short = lines_of_words()
    square.resize(70, 100)
    assert lines_of_words() > short > 0
