"""PSNR and SSIM against a clean frame."""

import subprocess
import sys

import numpy as np
import pytest
from skimage import metrics

from dpcn_app.analysis.likeness import Likeness, likeness, mean_likeness

CLEAN = np.random.default_rng(0).uniform(0, 1, (32, 32)).astype(np.float32)
CLEAN[0, :2] = 0, 1


def test_the_same_picture_is_as_alike_as_can_be():
    assert likeness(CLEAN, CLEAN) == Likeness(100.0, 1.0)


def test_psnr_is_its_formula():
    noisy = CLEAN + np.float32(0.1)
    assert likeness(noisy, CLEAN).psnr == pytest.approx(20.0, abs=1e-3)
    assert likeness(3 * noisy, 3 * CLEAN).psnr == pytest.approx(20.0, abs=1e-3)


def test_more_noise_is_less_alike():
    noise = np.random.default_rng(1).standard_normal(CLEAN.shape).astype(np.float32)
    faint, strong = likeness(CLEAN + 0.05 * noise, CLEAN), likeness(CLEAN + 0.3 * noise, CLEAN)
    assert faint.psnr > strong.psnr and faint.ssim > strong.ssim


@pytest.mark.parametrize("shape", [(7, 7), (32, 32), (19, 40)])
@pytest.mark.parametrize("scale", [1.0, 50.0])
def test_both_are_what_scikit_image_makes_of_the_same_pictures(shape, scale):
    rng = np.random.default_rng(4)
    clean = scale * rng.uniform(-1, 1, shape)
    picture = clean + scale * 0.3 * rng.standard_normal(shape)
    found, span = likeness(picture, clean), clean.max() - clean.min()
    psnr = metrics.peak_signal_noise_ratio(clean, picture, data_range=span)
    ssim = metrics.structural_similarity(clean, picture, data_range=span, win_size=7)
    assert found.psnr == pytest.approx(psnr, abs=1e-9)
    assert found.ssim == pytest.approx(ssim, abs=1e-9)


def test_nothing_of_scikit_image_is_loaded_for_it():
    code = (
        "import sys, numpy as np; from dpcn_app.analysis.likeness import likeness;"
        "likeness(np.eye(9), np.ones((9, 9))); sys.exit('skimage' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_frame_too_small_for_ssim_has_a_psnr():
    small = likeness(CLEAN[:3, :3] + 0.1, CLEAN[:3, :3])
    assert np.isfinite(small.psnr) and np.isnan(small.ssim)


def test_the_mean_is_taken_over_frames():
    assert mean_likeness([Likeness(10, 0.5), Likeness(20, 0.7)]) == Likeness(15, 0.6)
