"""Arrays as pictures."""

import numpy as np
from PySide6.QtGui import QColor

from dpcn_app.gui.widgets.image_colours import grey_image, signed_image, tint_image


def test_grey_goes_from_black_to_white_and_no_further():
    image = grey_image(np.array([[0.0, 0.5, 1.0], [-3.0, 9.0, 0.25]]))
    assert (image.width(), image.height()) == (3, 2)
    shades = [image.pixelColor(x, y) for y in (0, 1) for x in (0, 1, 2)]
    assert shades == [QColor(each, each, each) for each in (0, 127, 255, 0, 255, 63)]


def test_signs_have_colours_and_zero_is_the_ground():
    image = signed_image(np.array([[-1.0, 0.0, 1.0]]), 1.0, dark=False)
    assert [image.pixelColor(x, 0) for x in range(3)] == [
        QColor(0, 90, 180),
        QColor("white"),
        QColor(200, 80, 0),
    ]


def test_between_zero_and_an_end_colours_are_mixed():
    image = signed_image(np.array([[0.5, -0.25, 7.0, -np.inf]]), 1.0, dark=True)
    colours = [image.pixelColor(x, 0) for x in range(4)]
    mixed = [(each.red(), each.green(), each.blue()) for each in colours]
    expected = [(134, 95.5, 49.5), (29.75, 51.25, 78), (255, 176, 80), (80, 160, 255)]
    np.testing.assert_allclose(mixed, expected, atol=1.5)


def test_a_number_that_is_none_is_drawn_as_zero():
    image = signed_image(np.array([[np.nan, 0.0]], np.float32), 1.0)
    assert image.pixelColor(0, 0) == image.pixelColor(1, 0)


def test_columns_may_come_first_in_memory():
    picture = np.linspace(0, 1, 48).reshape(6, 8)
    turned = np.asfortranarray(picture)
    assert grey_image(turned) == grey_image(picture)
    assert signed_image(turned, 1.0) == signed_image(picture, 1.0)


def test_what_is_drawn_from_a_part_of_an_array_is_that_part():
    whole = np.linspace(0, 1, 48).reshape(6, 8)
    assert grey_image(whole[1:5:2, 2:7]) == grey_image(whole[1:5:2, 2:7].copy())


def test_a_tint_is_clear_where_there_is_nothing_to_tint():
    image = tint_image(np.array([[0.0, 1.0]]), "#ff2fa0")
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(1, 0).name() == "#ff2fa0"
    assert image.pixelColor(1, 0).alpha() > 200
