"""Finding a drawing in a photograph of a sheet of paper."""

import numpy as np
import pytest

from dpcn_app.video.drawing import cut_out, find_drawing, otsu_threshold
from tests.helpers.paper_photograph import PaperPhotograph


def test_the_threshold_lies_between_two_kinds_of_values():
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.normal(0.2, 0.03, 900), rng.normal(0.7, 0.05, 60)])
    assert 0.28 < otsu_threshold(values) < 0.6


@pytest.mark.parametrize("shape", ["square", "diamond", "x"])
@pytest.mark.parametrize("chalk", [False, True], ids=["ink", "chalk"])
def test_a_drawing_is_cut_out_under_a_lamp_on_one_side(shape, chalk):
    photograph = PaperPhotograph(shape, size=0.4, seed=3, chalk=chalk, ink=0.3)
    lines = find_drawing(photograph.take())
    expected = photograph.size * photograph.height
    assert lines is not None
    assert np.allclose(lines.shape, expected, atol=0.15 * expected)
    assert lines.any(axis=0).all() and lines.mean() < 0.4


@pytest.mark.parametrize("noise", [0.01, 0.06])
def test_on_a_blank_sheet_nothing_is_found(noise):
    for seed in range(12):
        assert find_drawing(PaperPhotograph("", noise=noise, seed=seed).take()) is None


@pytest.mark.parametrize("grey", [0.0, 0.5, 1.0])
def test_in_a_picture_of_one_grey_nothing_is_found(grey):
    assert find_drawing(np.full((60, 80), grey, np.float32)) is None
    assert find_drawing(np.full((3, 2), grey, np.float32)) is None


def test_what_touches_the_edge_of_the_picture_is_no_drawing():
    photograph = PaperPhotograph("square", seed=3).take()
    assert find_drawing(photograph[:, : photograph.shape[1] // 2]) is None


def test_a_blot_is_no_drawing():
    picture = np.full((120, 160), 0.9, np.float32)
    picture[40:80, 60:100] = 0.2
    assert find_drawing(picture) is None


def test_a_large_photograph_is_looked_at_in_small():
    lines = find_drawing(PaperPhotograph("square", height=1200, width=1600, seed=1).take())
    assert lines is not None and max(lines.shape) < 400


def test_cutting_out_leaves_no_empty_rows():
    mask = np.zeros((9, 9), dtype=bool)
    mask[2:4, 5] = True
    assert cut_out(mask).shape == (2, 1)
