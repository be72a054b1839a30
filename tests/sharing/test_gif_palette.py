"""The colours of a GIF: few ones exactly, many ones nearly, the same ones in every frame."""

import numpy as np

from dpcn_app.sharing.gif_palette import Palette


def shown(palette, picture):
    return palette.colours[palette.entries(picture)]


def test_up_to_256_colours_are_exact():
    rng = np.random.default_rng(0)
    colours = rng.integers(0, 256, (256, 3), np.uint8)
    picture = colours[rng.integers(0, 256, (40, 50))]
    np.testing.assert_array_equal(shown(Palette(), picture), picture)


def test_of_more_colours_the_frequent_ones_are_exact_and_the_rest_is_near():
    down, across = np.mgrid[:80, :120]
    picture = np.stack([down * 3, across * 2, down + across], axis=-1).astype(np.uint8)
    picture[:50] = (12, 34, 56)
    found = shown(Palette(), picture)
    np.testing.assert_array_equal(found[:50], picture[:50])
    away = np.abs(found.astype(int) - picture).max(axis=-1)
    assert away.mean() < 6 and away.max() < 60


def test_what_stands_still_keeps_its_colours_while_little_changes():
    down, across = np.mgrid[:60, :60]
    first = np.stack([down * 4, across * 4, down + across], axis=-1).astype(np.uint8)
    palette = Palette()
    before, colours = palette.entries(first), palette.colours.copy()
    second = first.copy()
    second[0, 0] = (255, 0, 255)
    np.testing.assert_array_equal(palette.entries(second)[1:], before[1:])
    np.testing.assert_array_equal(palette.colours, colours)


def test_a_new_scene_gets_colours_of_its_own():
    palette = Palette()
    palette.entries(np.full((20, 20, 3), 40, np.uint8))
    bright = np.full((20, 20, 3), (250, 10, 10), np.uint8)
    np.testing.assert_array_equal(shown(palette, bright), bright)
