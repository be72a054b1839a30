"""Gabor fits and spectra: known parameters are found, and filters are told from other atoms."""

import numpy as np
import pytest
from numpy.typing import NDArray

from dpcn_app.analysis.gabors import _waves, fit_gabors
from dpcn_app.analysis.spectra import spectra

SIDE = 15


def gabor(
    row: float, column: float, degrees: float, frequency: float, along: float, beside: float
) -> NDArray[np.float64]:
    """Draw stripes at an angle from level, counter-clockwise."""
    y, x = np.indices((SIDE, SIDE), dtype=float)
    turn = np.deg2rad(degrees)
    y, x = row - y, x - column  # y upwards
    across = -np.sin(turn) * x + np.cos(turn) * y  # across the stripes
    level = np.cos(turn) * x + np.sin(turn) * y
    envelope = np.exp(-0.5 * ((across / along) ** 2 + (level / beside) ** 2))
    return envelope * np.cos(2 * np.pi * frequency * across + 0.6)


DRAWN = [
    (7.0, 7.0, 0.0, 0.15, 2.0, 3.0),
    (5.0, 9.5, 90.0, 0.2, 2.0, 2.5),
    (8.5, 6.0, 30.0, 0.12, 2.5, 3.5),
    (7.0, 4.0, 135.0, 0.25, 1.8, 2.2),
]


def test_a_gabor_function_is_found_again() -> None:
    fits = fit_gabors(np.stack([gabor(*drawn) for drawn in DRAWN]))
    assert (fits.r2 > 0.97).all()
    for index, (row, column, degrees, frequency, *_) in enumerate(DRAWN):
        np.testing.assert_allclose(fits.centre[index], [row, column], atol=0.4)
        assert fits.frequency[index] == pytest.approx(frequency, abs=0.02)
        apart = (np.degrees(fits.orientation[index]) - degrees + 90) % 180 - 90
        assert abs(apart) < 4


def test_noise_is_no_gabor_function_and_not_band_pass() -> None:
    noise = np.random.default_rng(0).normal(size=(30, SIDE, SIDE))
    assert fit_gabors(noise).fitted.mean() < 0.1
    assert spectra(noise).band_pass(SIDE).mean() == 0
    assert spectra(noise).concentration.mean() < 0.35


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


def test_an_empty_atom_does_no_harm() -> None:
    fits = fit_gabors(np.zeros((2, SIDE, SIDE)))
    assert np.isfinite(fits.r2).all()
    assert np.isfinite(fits.centre).all()


def test_the_derivatives_are_those_of_the_function() -> None:
    parameters = np.array([[7, 6, 0.1, 0.15, np.log(2), np.log(3), 0.7, -0.4]])
    raster = np.indices((SIDE, SIDE), dtype=float).reshape(2, -1)
    _, jacobian = _waves(parameters, raster)
    for number in range(8):
        step = np.zeros(8)
        step[number] = 1e-5
        high, _ = _waves(parameters + step, raster)
        low, _ = _waves(parameters - step, raster)
        np.testing.assert_allclose(jacobian[:, number], (high - low) / 2e-5, atol=1e-5)
