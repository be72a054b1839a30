"""Spectra: stripes are oriented and band-pass, and their frequency is found."""

import numpy as np

from dpcn_app.analysis.spectra import spectra
from tests.helpers.drawn_gabors import DRAWN, SIDE, gabor


def test_stripes_are_oriented_and_band_pass_and_blobs_are_not() -> None:
    stripes = np.stack([gabor(*drawn) for drawn in DRAWN])
    assert spectra(stripes).band_pass(SIDE).all()
    y, x = np.indices((SIDE, SIDE)) - 7.0
    ring = np.exp(-((x**2 + y**2) / 12)) - 0.5 * np.exp(-((x**2 + y**2) / 24))
    flat = np.ones((SIDE, SIDE))
    assert not spectra(np.stack([ring, flat])).band_pass(SIDE).any()


def test_the_spectral_peak_is_the_frequency_of_the_stripes() -> None:
    level, upright = spectra(np.stack([gabor(*DRAWN[0]), gabor(*DRAWN[1])])).frequency
    np.testing.assert_allclose(np.abs(level), [0.15, 0], atol=0.03)
    np.testing.assert_allclose(np.abs(upright), [0, 0.2], atol=0.03)
