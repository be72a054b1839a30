"""Bars: where they are, how long, which one is marked."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.bars import Bars, scale_words
from tests.helpers.causes_scene import move_mouse
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, picture

THEME = THEMES["dark"]
VALUES = np.array([0.5, 1.0, 0.0, 0.25])


@pytest.fixture
def bars(qtbot) -> Bars:
    bars = Bars(THEME, "bars", lambda index: f"bar {index}", hue=0)
    qtbot.addWidget(bars)
    bars.resize(300, 120)
    return bars


def length_of(bars: Bars, index: int, colour: str) -> int:
    """Return how many pixels of a bar's middle have a colour."""
    seen, column = picture(bars), bars.rectangle(index).toAlignedRect()
    x = column.center().x()
    return sum(
        seen.pixelColor(x, y) == QColor(colour) for y in range(column.top(), column.bottom() + 1)
    )


def test_bars_are_as_long_as_their_values(bars: Bars) -> None:
    bars.show_values("values", VALUES)
    long = [length_of(bars, index, THEME.classes[0]) for index in range(4)]
    assert long[2] == 0
    assert np.array(long) / long[1] == pytest.approx(VALUES, abs=0.03)


def test_the_axis_only_grows_while_it_shows_the_same(bars: Bars) -> None:
    bars.show_values("values", VALUES, about="layer 1")
    bars.show_values("values", VALUES / 2, about="layer 1")
    small = length_of(bars, 1, THEME.classes[0])
    bars.show_values("values", VALUES / 2, about="layer 2")
    assert length_of(bars, 1, THEME.classes[0]) > 1.8 * small


def test_a_prediction_is_a_line_across_its_bar(bars: Bars) -> None:
    bars.show_values("values", VALUES, np.array([0.75, 0.5, 0.5, 0.5]))
    assert all(1 <= length_of(bars, index, THEME.text) <= 3 for index in range(4))


def test_the_bar_under_a_place_is_found_chosen_and_told(qtbot, bars: Bars) -> None:
    bars.show_values("values", VALUES)
    for index in range(4):
        middle = bars.rectangle(index).center()
        assert bars.index_at(middle) == index
        assert text_at(bars, middle) == f"bar {index}"
    with qtbot.waitSignal(bars.chosen) as heard:
        click(qtbot, bars, bars.rectangle(3).center())
    assert heard.args == [3]
    assert bars.index_at(QPointF(-1, 50)) is None


def test_the_selected_bar_has_the_accent_colour(bars: Bars) -> None:
    bars.show_values("values", VALUES)
    bars.select(1)
    assert length_of(bars, 1, THEME.accent) > 50
    assert length_of(bars, 0, THEME.accent) == 0


def test_before_there_are_values_it_says_what_it_waits_for(qtbot, bars: Bars) -> None:
    before = picture(bars)
    bars.waiting = "Loading …"
    assert picture(bars) != before
    assert bars.index_at(QPointF(50, 60)) is None


def test_fewer_values_than_before_may_leave_the_mouse_over_nothing(bars: Bars) -> None:
    bars.show_values("values", VALUES)
    move_mouse(bars, bars.rectangle(3).center().toPoint())
    bars.select(3)
    bars.show_values("values", VALUES[:2])
    assert not picture(bars).isNull()


def test_an_end_of_a_scale_that_is_nothing_is_zero():
    assert scale_words(-9.6e-06, 5.6) == "0 to 5.6"
    assert scale_words(-0.5, 1.25) == "−0.5 to 1.2"
    assert scale_words(0.0, 0.0) == "0 to 0"
