"""How close a picture is to the clean frame: PSNR and SSIM."""

from __future__ import annotations

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

    PSNR = 10 log₁₀ R² / mean (picture − clean)², with R the range of the clean frame; SSIM as
    scikit-image defines it, with the same range.
    """
    from skimage.metrics import peak_signal_noise_ratio, structural_similarity

    span = float(clean.max() - clean.min()) or 1.0
    same = bool(np.array_equal(picture, clean))
    psnr = _BEST if same else peak_signal_noise_ratio(clean, picture, data_range=span)
    ssim = float("nan")
    if min(clean.shape) >= _WINDOW:
        ssim = structural_similarity(clean, picture, data_range=span, win_size=_WINDOW)
    return Likeness(min(float(psnr), _BEST), float(ssim))


def mean_likeness(values: list[Likeness]) -> Likeness:
    """Return the mean over frames."""
    return Likeness(
        float(np.mean([each.psnr for each in values])),
        float(np.mean([each.ssim for each in values])),
    )
