"""Captioned pictures in rows."""

from itertools import count

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.strip import Item, Strip
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, picture

PICTURES = np.random.default_rng(0).normal(size=(4, 5, 5))


def rows_of(*lengths: int) -> list[list[Item]]:
    numbers = count()
    return [[item_of(next(numbers)) for _ in range(length)] for length in lengths]


def item_of(number: int) -> Item:
    return Item(number, PICTURES[number % 4], (f"{number}",), f"item {number}")


def strip_of(qtbot, *, arrow: bool) -> Strip:
    strip = Strip(THEMES["dark"], "strip", arrow=arrow)
    qtbot.addWidget(strip)
    strip.resize(400, 160)
    return strip


@pytest.fixture
def strip(qtbot) -> Strip:
    return strip_of(qtbot, arrow=False)


def test_every_item_has_a_place_inside_and_is_found_there(strip: Strip) -> None:
    strip.show_rows((1,), lambda: rows_of(3, 4))
    for size in ((400, 160), (160, 300)):
        strip.resize(*size)
        places = strip.places()
        assert [item.index for item, _, _ in places] == [*range(7)]
        for item, rectangle, captions in places:
            assert strip.rect().toRectF().contains(rectangle)
            assert strip.item_at(rectangle.center()) is strip.item_at(captions.center()) is item


def test_hovering_says_the_item_s_description_and_a_click_its_index(qtbot, strip: Strip) -> None:
    strip.show_rows((1,), lambda: rows_of(4))
    middle = strip.places()[2][1].center()
    assert text_at(strip, middle) == "item 2"
    with qtbot.waitSignal(strip.chosen) as heard:
        click(qtbot, strip, middle)
    assert heard.args == [2]


def test_items_are_made_only_for_another_key(strip: Strip) -> None:
    source = object()
    strip.show_rows((source, 3), lambda: rows_of(2))
    strip.show_rows((source, 3), lambda: pytest.fail("made again"))
    strip.show_rows((source, 4), lambda: rows_of(3))
    assert len(strip.places()) == 3


def test_with_arrows_a_row_stays_a_line_and_rows_without_room_are_left_out(qtbot) -> None:
    strip = strip_of(qtbot, arrow=True)
    strip.show_rows((1,), lambda: rows_of(*[3] * 8))
    tops = [rectangle.top() for _, rectangle, _ in strip.places()]
    assert len(tops) < 24 and len(tops) == 3 * len(set(tops))


def test_pictures_of_the_selected_index_are_framed_in_every_theme(strip: Strip) -> None:
    strip.show_rows((1,), lambda: rows_of(4))
    strip.select(1)
    corners = [rectangle.topLeft().toPoint() - QPoint(1, 1) for _, rectangle, _ in strip.places()]
    for theme in THEMES.values():
        strip.use_theme(theme)
        framed = [picture(strip).pixelColor(corner) == QColor(theme.accent) for corner in corners]
        assert framed == [False, True, False, False]


def test_an_empty_strip_shows_its_hint(strip: Strip) -> None:
    blank = picture(strip)
    strip.hint = "Select a cause."
    strip.use_theme(THEMES["dark"])
    assert picture(strip) != blank
    assert strip.item_at(QPointF(200, 80)) is None
