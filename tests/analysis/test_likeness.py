"""PSNR and SSIM against a clean frame."""

import numpy as np
import pytest

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


def test_a_frame_too_small_for_ssim_has_a_psnr():
    small = likeness(CLEAN[:3, :3] + 0.1, CLEAN[:3, :3])
    assert np.isfinite(small.psnr) and np.isnan(small.ssim)


def test_the_mean_is_taken_over_frames():
    assert mean_likeness([Likeness(10, 0.5), Likeness(20, 0.7)]) == Likeness(15, 0.6)
