"""Gabor fits: parameters found again, and what is no filter told from what is one."""

import tracemalloc

import numpy as np
import pytest

from dpcn_app.analysis.gabors import _waves, fit_gabors
from dpcn_app.analysis.spectra import spectra
from tests.helpers.drawn_gabors import DRAWN, SIDE, gabor


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


def test_every_atom_is_fitted_as_if_it_were_alone_however_many_there_are() -> None:
    atoms = np.random.default_rng(1).normal(size=(90, SIDE, SIDE))
    atoms[85] = gabor(*DRAWN[0])
    fits = fit_gabors(atoms)
    for index in (0, 41, 85, 89):
        alone = fit_gabors(atoms[index : index + 1])
        np.testing.assert_allclose(fits.r2[index], alone.r2[0], atol=1e-9)
        np.testing.assert_allclose(fits.centre[index], alone.centre[0], atol=1e-6)
    assert fits.r2[85] > 0.97


def test_memory_does_not_grow_with_the_number_of_atoms() -> None:
    peaks = []
    for count in (40, 400):
        atoms = np.random.default_rng(1).normal(size=(count, SIDE, SIDE))
        tracemalloc.start()
        fit_gabors(atoms)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]


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
