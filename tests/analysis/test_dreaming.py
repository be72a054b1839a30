"""Eyes closed: the picture that is fed back, and how long it is like the hidden truth."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.dreaming import (
    LivingOn,
    contrast_of,
    correlation,
    dreamt_frame,
    frames_recognisable,
    truth_of,
)
from dpcn_app.analysis.expectation import expected_patches
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-easy").network
GRID = PatchGrid.of(NETWORK.spec, (32, 32))
VIDEO = noisy_shapes(ShapesConfig.named("easy", seed=7), 12, 1.0)


def seen(mode):
    state = None
    for index in range(12):
        state = infer_step(NETWORK, GRID.cut(VIDEO.frame(index).image), state, TopDown.named(mode))
    return state


@pytest.mark.parametrize("mode", ["both", "prior"])
def test_a_dream_is_the_expected_picture_without_its_dark_and_as_bright_as_a_frame(mode):
    state, top_down = seen(mode), TopDown.named(mode)
    expected = GRID.blend(expected_patches(NETWORK, state, top_down).reshape(16, 144))
    expected = np.maximum(expected, 0)
    dreamt = dreamt_frame(NETWORK, state, top_down, GRID)
    assert dreamt.min() >= 0 and dreamt.max() == 1
    faint = expected < np.percentile(expected, 98)
    scale = np.percentile(expected, 98)
    np.testing.assert_allclose(dreamt[faint], expected[faint] / scale, atol=1e-5)
    assert (dreamt[~faint] == 1).mean() > 0.9


def test_nothing_seen_and_nothing_expected_are_dreamt_black():
    top_down = TopDown.named("prior")
    assert not dreamt_frame(NETWORK, None, top_down, GRID).any()
    black = infer_step(NETWORK, GRID.cut(np.zeros((32, 32), np.float32)), None, top_down)
    assert not dreamt_frame(NETWORK, black, top_down, GRID).any()


def test_frames_around_zero_are_dreamt_in_their_contrast_and_keep_their_signs():
    dreamt = dreamt_frame(NETWORK, seen("both"), TopDown.named("both"), GRID, contrast=2.5)
    assert contrast_of(dreamt) == pytest.approx(2.5, rel=1e-4)
    assert dreamt.min() < 0


def test_the_hidden_truth_has_no_noise_where_the_clean_frame_is_known():
    frame = VIDEO.frame(3)
    assert truth_of(frame) is frame.clean
    assert truth_of(replace(frame, clean=None)) is frame.image


def test_correlation_without_blur_is_pearsons():
    one, other = np.random.default_rng(0).random((2, 9, 9)).astype(np.float32)
    expected = np.corrcoef(one.ravel(), other.ravel())[0, 1]
    assert correlation(one, other, blur=0) == pytest.approx(expected, rel=1e-5)
    assert correlation(one, np.zeros((9, 9), np.float32), blur=0) == 0


def test_a_line_that_is_a_pixel_off_is_like_the_truth_once_both_are_blurred():
    line = np.zeros((20, 20), np.float32)
    line[:, 10] = 1
    moved = np.roll(line, 1, axis=1)
    assert correlation(line, moved, blur=0) < 0
    assert correlation(line, moved) > 0.7


def test_frames_count_until_the_correlation_first_falls_below_a_half():
    assert frames_recognisable(np.array([0.9, 0.5, 0.49, 0.8])) == 2
    assert frames_recognisable(np.array([0.4, 0.9])) == 0
    assert frames_recognisable(np.array([0.6, 0.6])) == 2
    assert frames_recognisable(np.array([0.6, np.nan])) == 1


def test_what_is_known_ends_at_the_first_gap():
    dreamt = np.array([0.9, 0.8, np.nan, 0.5])
    assert LivingOn(5, dreamt, dreamt).known == 2
    assert LivingOn(5, dreamt[:2], dreamt[:2]).known == 2
