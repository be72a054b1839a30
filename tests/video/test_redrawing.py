"""Drawing anew what was drawn by hand, with the lines of the shapes that networks know."""

import numpy as np
import pytest
from scipy.ndimage import label

from dpcn_app.video.drawing import find_drawing
from dpcn_app.video.outlines import outline
from dpcn_app.video.redrawing import levelled, redrawn
from tests.helpers.paper_photograph import PaperPhotograph


def lines_of(photograph):
    lines = find_drawing(photograph.take())
    assert lines is not None
    return lines


@pytest.mark.parametrize("name", ["square", "diamond", "triangle", "x"])
def test_a_perfect_shape_stays_nearly_what_it_is(name):
    large = outline(name, 13).repeat(8, axis=0).repeat(8, axis=1)
    drawn, wanted = redrawn(large, 13), outline(name, 13)
    assert (drawn & wanted).sum() / (drawn | wanted).sum() > 0.6
    assert drawn.shape == (13, 13)


@pytest.mark.parametrize("pen", [0.01, 0.04])
def test_an_outline_by_hand_becomes_one_closed_line_of_one_pixel(pen):
    lines = lines_of(PaperPhotograph("diamond", pen=pen, seed=2))
    drawn = redrawn(lines, 13)
    _, count = label(drawn, np.ones((3, 3)))
    assert count == 1
    _, grounds = label(np.pad(~drawn, 1, constant_values=True))
    assert grounds == 2, "inside and outside"
    squares = drawn[:-1, :-1] & drawn[1:, :-1] & drawn[:-1, 1:] & drawn[1:, 1:]
    assert not squares.any()


def test_crossed_bars_are_about_two_pixels_wide():
    drawn = redrawn(lines_of(PaperPhotograph("x", pen=0.01, seed=2)), 13)
    assert 1.5 < drawn[:4].sum() / 4 / 2 < 3.5


@pytest.mark.parametrize("name", ["square", "diamond", "x"])
def test_a_sheet_that_is_held_askew_is_levelled(name):
    askew = lines_of(PaperPhotograph(name, turned=10, seed=5))
    straight = lines_of(PaperPhotograph(name, seed=5))
    assert max(askew.shape) > 1.08 * max(straight.shape) or name == "diamond"
    level = redrawn(askew, 13)
    wanted = redrawn(straight, 13)
    assert (level & wanted).sum() / (level | wanted).sum() > 0.5


def test_lines_that_are_straight_stay_as_they_are():
    lines = lines_of(PaperPhotograph("triangle", seed=1))
    assert levelled(lines) is lines
