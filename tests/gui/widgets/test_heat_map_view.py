"""A heat map, by mouse and by keys."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.heat_map_view import HeatMapView, how_light, ramp_colour

VALUES = np.array([[0.1, 0.5, np.nan], [0.9, 0.3, 0.2]])


@pytest.fixture
def view(qtbot):
    view = HeatMapView(THEMES["dark"], "Heat map", lambda row, column: f"{row}, {column}")
    qtbot.addWidget(view)
    texts = [[f"{value:.2f}\n±0.01" for value in row] for row in VALUES]
    view.show_cells(VALUES, texts, ["low", "high"], ["1", "2", "3"], ("down", "across"))
    view.resize(600, 400)
    view.show()
    return view


def colour_in(view, row, column):
    area = view.area_of((row, column))
    return view.grab().toImage().pixelColor(int(area.left() + 8), int(area.bottom() - 8))


def test_more_is_lighter_and_what_is_missing_has_no_colour(view):
    assert colour_in(view, 1, 0) == ramp_colour(1.0)
    assert colour_in(view, 0, 2).name() == THEMES["dark"].raised
    assert how_light(colour_in(view, 1, 1)) < how_light(colour_in(view, 0, 1))


def test_colours_grow_steadily_lighter():
    light = [how_light(ramp_colour(share)) for share in np.linspace(0, 1, 11)]
    assert light == sorted(light)


def test_a_click_chooses_the_cell_under_it(view, qtbot):
    with qtbot.waitSignal(view.chosen) as chosen:
        middle = view.area_of((1, 2)).center().toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)
    assert chosen.args == [5] and view.selected == 5
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))  # beside all cells
    assert view.selected == 5


def test_keys_move_and_stay_inside_and_enter_chooses(view, qtbot):
    seen: list[int] = []
    chosen: list[int] = []
    view.moved.connect(seen.append)
    view.chosen.connect(chosen.append)
    keys = Qt.Key
    for key in (keys.Key_Left, keys.Key_Right, keys.Key_Down, keys.Key_Down, keys.Key_End):
        qtbot.keyClick(view, key)
    assert seen == [0, 1, 4, 4, 5] and not chosen
    qtbot.keyClick(view, keys.Key_Return)
    assert chosen == [5]


def test_without_cells_it_says_so_and_takes_no_harm(qtbot):
    view = HeatMapView(THEMES["light"], "Heat map", lambda row, column: "")
    qtbot.addWidget(view)
    view.show()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
    view.show_cells(np.full((1, 1), np.nan), [[""]], ["a"], ["b"], ("", ""))
    view.grab()
    assert view.thing_at(view.area().center()) == (0, 0)


def test_words_take_the_place_of_cells_until_there_are_others(view, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(view, "paint_words", lambda painter, words: said.append(words))
    view.show_words("Too many.")
    view.grab()
    assert said == ["Too many."] and view.selected is None
    assert view.thing_at(view.area().center()) is None
    view.show_cells(np.full((1, 1), np.nan), [[""]], ["a"], ["b"], ("", ""))
    view.grab()
    assert said[1:] == ["Nothing to show yet."]


@pytest.mark.parametrize("size", [(240, 160), (60, 40), (1400, 900)])
def test_many_cells_are_drawn_in_any_size(view, size):
    many = np.random.default_rng(0).random((40, 60))
    texts = [["0.50\n±0.10"] * 60] * 40
    names = [f"a long name {number}" for number in range(60)]
    view.show_cells(many, texts, names[:40], names, ("down", "across"))
    view.resize(*size)
    assert not view.grab().isNull()


def test_far_too_many_cells_are_told_and_not_painted(view, monkeypatch):
    monkeypatch.setattr(view, "_paint_cell", lambda *given: pytest.fail("painted"))
    many = [["0"] * 60] * 60
    view.show_cells(np.zeros((60, 60)), many, ["r"] * 60, ["c"] * 60, ("rows", "columns"))
    assert not view.grab().isNull()
