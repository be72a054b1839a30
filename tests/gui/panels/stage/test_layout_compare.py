"""Where the pictures of a comparison go."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from dpcn_app.gui.panels.stage.layout_compare import Column, columns

LINE, FIGURES = 17.0, 37.0


def boxes(column: Column) -> list[QRectF]:
    small = [box for pair in column.small for box in pair]
    return [column.title, column.caption, column.picture, column.figures, *small]


@pytest.mark.parametrize("size", [(890, 290), (800, 560), (950, 900), (330, 700), (320, 150)])
@pytest.mark.parametrize("count", [3, 4, 6])
@pytest.mark.parametrize("aspect", [0.5, 1.0, 1.6])
def test_everything_lies_on_the_stage_and_nothing_on_anything_else(size, count, aspect):
    width, height = size
    found = columns(width, height, count, aspect, LINE, FIGURES)
    stage = QRectF(-0.5, -0.5, size[0] + 1, size[1] + 1)
    everything = [box for column in found for box in boxes(column)]
    assert len(found) == count
    assert all(stage.contains(box) for box in everything)
    for one, other in combinations(everything, 2):
        shared = one.intersected(other)
        assert min(shared.width(), shared.height()) < 0.5


@pytest.mark.parametrize("size", [(890, 290), (800, 560), (950, 900)])
def test_columns_are_alike_and_evenly_spaced(size):
    width, height = size
    found = columns(width, height, 4, 1.0, LINE, FIGURES)
    first, second = found[0].picture.left(), found[1].picture.left()
    for number, column in enumerate(found):
        moved = number * (second - first)
        for one, other in zip(boxes(found[0]), boxes(column), strict=True):
            assert (other.left(), other.top()) == pytest.approx((one.left() + moved, one.top()))


def test_a_wide_stage_has_the_smaller_pictures_beside_and_a_high_one_below():
    wide, _ = columns(900, 290, 2, 1.0, LINE, FIGURES)
    assert all(box.left() > wide.picture.right() for _, box in wide.small)
    high, _ = columns(500, 420, 2, 1.0, LINE, FIGURES)
    assert all(box.top() > high.picture.bottom() for _, box in high.small)
    assert high.small[0][1].top() == high.small[1][1].top()


def test_a_very_high_stage_has_all_pictures_as_large():
    column, _ = columns(500, 1000, 2, 1.0, LINE, FIGURES)
    assert {box.width() for _, box in column.small} == {column.picture.width()}


def test_a_tiny_stage_has_the_large_ones_alone():
    column, *_ = columns(320, 150, 4, 1.0, LINE, FIGURES)
    assert column.small == ()
    assert column.picture.width() > 40


@pytest.mark.parametrize("size", [(640, 540), (890, 700), (600, 450)])
def test_many_modes_stand_in_lines_where_that_makes_them_much_larger(size):
    width, height = size
    found = columns(width, height, 7, 1.0, LINE, FIGURES)
    assert len({column.picture.top() for column in found}) > 1
    assert found[0].picture.width() > 1.25 * (width / 7 - 8)


def test_few_modes_stay_side_by_side():
    for width, height in ((890, 290), (890, 420), (950, 900)):
        found = columns(width, height, 4, 1.0, LINE, FIGURES)
        assert len({column.picture.top() for column in found}) == 1
