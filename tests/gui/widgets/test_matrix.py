"""A matrix as a picture: its entries, and the column that is marked."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.matrix import MatrixView
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, picture

MATRIX = np.array([[1.0, 0.0, -1.0], [0.0, 0.25, 0.0]])


@pytest.fixture
def view(qtbot) -> MatrixView:
    view = MatrixView(THEMES["dark"], "matrix", lambda row, column: f"{row} from {column}")
    qtbot.addWidget(view)
    view.resize(300, 260)
    return view


def middle_of(view: MatrixView, row: int, column: int) -> QPointF:
    area, (rows, columns) = view.area(), view.matrix.shape
    across, down = (column + 0.5) / columns, (row + 0.5) / rows
    return QPointF(area.left() + across * area.width(), area.top() + down * area.height())


def colour_of(view: MatrixView, row: int, column: int) -> QColor:
    return picture(view).pixelColor(middle_of(view, row, column).toPoint())


def test_signs_have_their_colours_and_weak_entries_show_too(view: MatrixView) -> None:
    view.show_matrix(MATRIX, MATRIX)
    positive, negative = colour_of(view, 0, 0), colour_of(view, 0, 2)
    assert positive.red() > positive.blue() and negative.blue() > negative.red()
    ground, weak = colour_of(view, 0, 1), colour_of(view, 1, 1)
    half = (positive.red() + ground.red()) / 2  # the root of a quarter
    assert weak.red() == pytest.approx(half, abs=3)


def test_entries_are_square_and_found_where_they_are_drawn(view: MatrixView) -> None:
    view.show_matrix(MATRIX, MATRIX)
    assert view.area().width() / 3 == pytest.approx(view.area().height() / 2)
    for row, column in np.ndindex(2, 3):
        assert view.entry_at(middle_of(view, row, column)) == (row, column)
    assert text_at(view, middle_of(view, 1, 2)) == "1 from 2"
    assert text_at(view, QPointF(-1, -1)) == ""


def test_a_click_chooses_the_column(qtbot, view: MatrixView) -> None:
    view.show_matrix(MATRIX, MATRIX)
    with qtbot.waitSignal(view.chosen) as heard:
        click(qtbot, view, middle_of(view, 1, 2))
    assert heard.args == [2]


def test_a_matrix_is_drawn_anew_only_for_another_source(view: MatrixView) -> None:
    view.show_matrix(MATRIX, MATRIX)
    before = picture(view)
    view.show_matrix(MATRIX, -MATRIX)
    assert picture(view) == before
    view.show_matrix(object(), -MATRIX)
    assert picture(view) != before


def test_selection_and_theme_are_seen(view: MatrixView) -> None:
    view.show_matrix(MATRIX, MATRIX)
    plain = picture(view)
    view.select(1)
    marked = picture(view)
    view.use_theme(THEMES["light"])
    assert plain != marked != picture(view)


def test_without_entries_it_says_that_it_waits(view: MatrixView) -> None:
    waiting = picture(view)
    view.use_theme(THEMES["dark"])
    view.select(0)
    assert view.entry_at(QPointF(150, 130)) is None
    view.show_matrix(MATRIX, MATRIX)
    assert picture(view) != waiting
    view.show_matrix(None, np.zeros((0, 0)))
    assert picture(view) == waiting
