"""How close a picture is to the clean frame: PSNR and SSIM."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dpcn_app.video.source import Image

_BEST = 100.0
"""PSNR in dB of two pictures that are the same."""

_WINDOW = 7
"""Width of the windows that SSIM compares, in pixels."""


@dataclass(frozen=True)
class Likeness:
    """How alike two pictures are: PSNR in dB, and SSIM, 1 for the same picture."""

    psnr: float
    ssim: float


def likeness(picture: Image, clean: Image) -> Likeness:
    """Return how alike a picture and the clean frame are.

    PSNR = 10 log₁₀ R² / mean (picture − clean)², with R the range of the clean frame; SSIM with the
    same range.
    """
    span = float(clean.max() - clean.min()) or 1.0
    error = float(np.mean(np.square(picture - clean, dtype=np.float64)))
    psnr = _BEST if error == 0 else 10 * math.log10(span**2 / error)
    ssim = float("nan")
    if min(clean.shape) >= _WINDOW:
        ssim = _ssim(picture, clean, span)
    return Likeness(min(psnr, _BEST), ssim)


def _ssim(picture: Image, clean: Image, span: float) -> float:
    """Return the structural similarity of two pictures, 1 if they are the same.

    The mean of (2 m_p m_c + k₁)(2 v_pc + k₂) / ((m_p² + m_c² + k₁)(v_p + v_c + k₂)) over all
    windows inside the frame, with m the means, v the (co)variances in a window, k₁ = (.01 R)² and
    k₂ = (.03 R)². Written out, since scikit-image's takes 45 MB of other modules with it.
    """
    from scipy.ndimage import uniform_filter  # slow to import

    p, c = np.asarray(picture, np.float64), np.asarray(clean, np.float64)
    mean_p, mean_c = uniform_filter(p, _WINDOW), uniform_filter(c, _WINDOW)
    unbiased = _WINDOW**2 / (_WINDOW**2 - 1)
    var_p = unbiased * (uniform_filter(p * p, _WINDOW) - mean_p**2)
    var_c = unbiased * (uniform_filter(c * c, _WINDOW) - mean_c**2)
    both = unbiased * (uniform_filter(p * c, _WINDOW) - mean_p * mean_c)
    k1, k2 = (0.01 * span) ** 2, (0.03 * span) ** 2
    alike = (2 * mean_p * mean_c + k1) * (2 * both + k2)
    alike /= (mean_p**2 + mean_c**2 + k1) * (var_p + var_c + k2)
    inside = slice(_WINDOW // 2, -(_WINDOW // 2))
    return float(alike[inside, inside].mean())


def mean_likeness(values: list[Likeness]) -> Likeness:
    """Return the mean over frames."""
    return Likeness(
        float(np.mean([each.psnr for each in values])),
        float(np.mean([each.ssim for each in values])),
    )
