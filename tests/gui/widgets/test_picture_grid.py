"""Where many pictures of one size go."""

import pytest
from PySide6.QtCore import QPointF, QRectF

from dpcn_app.gui.widgets.picture_grid import fit_grid


@pytest.mark.parametrize("area", [(400, 200), (120, 600), (900, 60), (60, 60)])
def test_pictures_lie_inside_the_area_and_not_over_each_other(area: tuple[int, int]) -> None:
    grid = fit_grid(12, (5, 7), area)
    places = [grid.rectangle(place) for place in range(12)]
    assert all(QRectF(0, 0, *area).contains(place) for place in places)
    assert not any(a.intersects(b) for a in places for b in places if a is not b)


def test_pictures_keep_their_shape() -> None:
    grid = fit_grid(6, (5, 10), (300, 200))
    assert grid.height == pytest.approx(2 * grid.width)


def test_large_pixels_are_whole_numbers_wide() -> None:
    grid = fit_grid(3, (5, 5), (301, 107))
    assert grid.width > 25 and grid.width % 5 == 0


def test_a_wide_area_has_more_columns_than_a_tall_one() -> None:
    wide, tall = (fit_grid(12, (5, 5), area) for area in ((600, 100), (100, 600)))
    assert wide.columns > tall.columns


def test_every_picture_is_found_at_its_middle_and_none_beside_them() -> None:
    grid = fit_grid(10, (5, 5), (300, 200))
    assert [grid.place_at(grid.rectangle(place).center()) for place in range(10)] == [*range(10)]
    assert grid.place_at(QPointF(-50, 50)) is None
    assert grid.place_at(QPointF(50, 900)) is None


def test_without_pictures_there_is_no_place() -> None:
    grid = fit_grid(0, (1, 1), (300, 200))
    assert grid.place_at(QPointF(150, 100)) is None


def test_an_area_without_room_does_no_harm() -> None:
    grid = fit_grid(10, (5, 5), (0, 0))
    assert grid.width > 0 and grid.rectangle(9).isValid()
