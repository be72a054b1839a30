"""Many small pictures: where they are, what their tips say, which one is chosen."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.mosaic import Mosaic
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, picture, widgets_left_by

PICTURES = np.random.default_rng(0).normal(size=(12, 5, 5))


def make() -> Mosaic:
    mosaic = Mosaic(THEMES["dark"], "pictures", lambda index: f"number {index}")
    mosaic.resize(400, 200)
    mosaic.show_pictures(PICTURES, lambda: PICTURES)
    return mosaic


@pytest.fixture
def mosaic(qtbot) -> Mosaic:
    mosaic = make()
    qtbot.addWidget(mosaic)
    mosaic.show()
    qtbot.waitExposed(mosaic)
    return mosaic


def test_a_click_chooses_the_picture_under_it(qtbot, mosaic: Mosaic) -> None:
    for index in (0, 5, 11):
        with qtbot.waitSignal(mosaic.chosen) as signal:
            click(qtbot, mosaic, mosaic.rectangle(index).center())
        assert signal.args == [index]


def test_pictures_stay_inside_whatever_the_size(mosaic: Mosaic) -> None:
    for size in ((400, 200), (120, 600), (900, 60), (60, 60)):
        mosaic.resize(*size)
        for index in range(12):
            rectangle = mosaic.rectangle(index)
            assert mosaic.rect().toRectF().contains(rectangle)
            assert mosaic.index_at(rectangle.center()) == index


def test_a_wide_space_has_more_columns_than_a_tall_one(mosaic: Mosaic) -> None:
    mosaic.resize(600, 100)
    wide = {mosaic.rectangle(index).left() for index in range(12)}
    mosaic.resize(100, 600)
    tall = {mosaic.rectangle(index).left() for index in range(12)}
    assert len(wide) > len(tall)


def test_hovering_says_what_the_panel_says_also_after_sorting(mosaic: Mosaic) -> None:
    assert text_at(mosaic, mosaic.rectangle(3).center()) == "number 3"
    place = mosaic.rectangle(0).center()
    mosaic.show_order(np.arange(12)[::-1])
    assert text_at(mosaic, place) == "number 11"
    assert text_at(mosaic, QPointF(-5, -5)) == ""


def test_pictures_are_made_only_for_another_source(mosaic: Mosaic) -> None:
    before = picture(mosaic)

    def fail() -> np.ndarray:
        raise AssertionError("made again")

    mosaic.show_pictures(PICTURES, fail)
    assert picture(mosaic) == before
    mosaic.show_pictures(object(), lambda: -PICTURES)
    assert picture(mosaic) != before


def test_selection_highlights_and_strengths_are_seen(mosaic: Mosaic) -> None:
    seen = [picture(mosaic)]
    mosaic.select(4)
    seen.append(picture(mosaic))
    mosaic.highlight({2: 0.5})
    seen.append(picture(mosaic))
    mosaic.show_strengths(np.arange(12) / 12)
    seen.append(picture(mosaic))
    mosaic.use_theme(THEMES["light"])
    seen.append(picture(mosaic))
    assert all(a != b for a, b in pairwise(seen))


def test_an_empty_mosaic_says_that_it_waits(qtbot) -> None:
    mosaic = Mosaic(THEMES["dark"], "pictures", str)
    qtbot.addWidget(mosaic)
    mosaic.resize(300, 100)
    mosaic.show()
    text = picture(mosaic)
    mosaic.waiting = ""
    assert picture(mosaic) != text
    assert mosaic.index_at(QPointF(50, 50)) is None
    qtbot.keyClick(mosaic, Qt.Key.Key_Return)


def test_the_keyboard_moves_with_ctrl_and_chooses_with_return(qtbot, mosaic: Mosaic) -> None:
    qtbot.keyClick(mosaic, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(mosaic.chosen) as signal:
        qtbot.keyClick(mosaic, Qt.Key.Key_Return)
    assert signal.args == [1]


def test_plain_arrow_keys_are_left_to_the_window(mosaic: Mosaic) -> None:
    none, ctrl = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
    for held, kept in ((none, False), (ctrl, True)):
        override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right, held)
        override.ignore()
        mosaic.event(override)
        assert override.isAccepted() == kept
    press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Right, none)
    mosaic.keyPressEvent(press)
    assert not press.isAccepted()
    assert not mosaic.focusPolicy() & Qt.FocusPolicy.ClickFocus & ~Qt.FocusPolicy.TabFocus


def test_nothing_is_left_of_mosaics_that_are_gone(qtbot) -> None:
    assert widgets_left_by(make) == 0
