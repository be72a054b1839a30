"""Gabor functions fitted to atoms: the position, orientation and frequency of each.

    g(r) = exp(−½(p²/σ_p² + q²/σ_q²)) · (a cos 2πfp + b sin 2πfp)

with p the distance from the centre along the wave vector and q that across it. Atoms are fitted by
Levenberg–Marquardt, many at once, from the peaks of their spectra and their centres of energy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.spectra import spectra

Picture = NDArray[np.floating[Any]]
Column = NDArray[np.float64]

FITTED = 0.6
"""Least R² at which a Gabor function describes an atom."""

_STARTS = (1.6, 3.2)  # σ of the first guesses, in pixels
_ROUNDS = 25
_AT_ONCE = 40  # atoms; 400 of 15×15 pixels took 32 MB
_ROW, _COLUMN, _DOWN, _ACROSS, _ALONG, _BESIDE, _COS, _SIN = range(8)


@dataclass(frozen=True, eq=False)
class Gabors:
    """Gabor functions of n atoms.

    Parameters
    ----------
    centre
        Pixels down and across from the atom's upper left pixel, shape (n, 2).
    orientation
        Of the stripes, in radians from 0 (level) to π, counter-clockwise, shape (n,).
    frequency
        Cycles per pixel, shape (n,).
    width
        σ along the wave and along its stripes, in pixels, shape (n, 2).
    r2
        Share of the atom's variance that the function describes, at most 1, shape (n,).
    """

    centre: NDArray[np.float64]
    orientation: Column
    frequency: Column
    width: NDArray[np.float64]
    r2: Column

    @property
    def fitted(self) -> NDArray[np.bool_]:
        """Whether a function describes each atom, shape (n,)."""
        return self.r2 >= FITTED


def fit_gabors(atoms: Picture) -> Gabors:
    """Fit one Gabor function to each atom of shape (n, height, width), its mean removed."""
    count, height, width = atoms.shape
    targets = (atoms - atoms.mean(axis=(1, 2), keepdims=True)).reshape(count, -1).astype(float)
    variance = np.maximum((targets**2).sum(axis=1), 1e-12)
    raster = np.indices((height, width), dtype=float).reshape(2, -1)
    best, least = np.zeros((count, 8)), np.full(count, np.inf)
    for first in range(0, count, _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        best[some], least[some] = _best_fits(atoms[some], targets[some], raster)
    wave = best[:, [_DOWN, _ACROSS]]
    return Gabors(
        centre=best[:, [_ROW, _COLUMN]],
        orientation=np.arctan2(wave[:, 1], wave[:, 0]) % np.pi,
        frequency=np.hypot(*wave.T),
        width=np.exp(best[:, [_ALONG, _BESIDE]]),
        r2=1 - least / variance,
    )


def _best_fits(
    atoms: Picture, targets: NDArray[np.float64], raster: NDArray[np.float64]
) -> tuple[NDArray[np.float64], Column]:
    """Return the parameters of the best fit to each atom over all starts, and its error."""
    best, least = np.zeros((len(atoms), 8)), np.full(len(atoms), np.inf)
    for sigma in _STARTS:
        parameters, error = _descend(_first_guess(atoms, targets, raster, sigma), targets, raster)
        better = error < least
        best[better], least[better] = parameters[better], error[better]
    return best, least


def _first_guess(
    atoms: Picture, targets: NDArray[np.float64], raster: NDArray[np.float64], sigma: float
) -> NDArray[np.float64]:
    """Return parameters from spectra and centres of energy; a and b by least squares."""
    parameters = np.zeros((len(atoms), 8))
    energy = targets**2
    energy /= np.maximum(energy.sum(axis=1, keepdims=True), 1e-12)
    parameters[:, [_ROW, _COLUMN]] = energy @ raster.T
    parameters[:, [_DOWN, _ACROSS]] = spectra(atoms).frequency
    parameters[:, [_ALONG, _BESIDE]] = np.log(sigma)
    parameters[:, _COS] = 1
    even, _ = _waves(parameters, raster)
    parameters[:, [_COS, _SIN]] = 0, 1
    odd, _ = _waves(parameters, raster)
    basis = np.stack([even, odd], axis=1)
    gram = basis @ basis.transpose(0, 2, 1) + 1e-9 * np.eye(2)
    parameters[:, [_COS, _SIN]] = np.linalg.solve(gram, basis @ targets[:, :, None])[:, :, 0]
    return parameters


def _waves(
    parameters: NDArray[np.float64], raster: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the functions on the raster, (n, pixels), and their derivatives, (n, 8, pixels)."""
    row, column, down, across, along, beside, cos_part, sin_part = parameters.T[:, :, None]
    y, x = raster[0] - row, raster[1] - column
    frequency = np.maximum(np.hypot(down, across), 1e-6)
    p, q = (down * y + across * x) / frequency, (down * x - across * y) / frequency
    precision_p, precision_q = np.exp(-2 * along), np.exp(-2 * beside)
    envelope = np.exp(-0.5 * (p**2 * precision_p + q**2 * precision_q))
    phase = 2 * np.pi * (down * y + across * x)
    cos, sin = np.cos(phase), np.sin(phase)
    even, odd = envelope * cos, envelope * sin
    value = cos_part * even + sin_part * odd
    slope = 2 * np.pi * (sin_part * even - cos_part * odd)  # ∂/∂(down·y + across·x)
    # Rotating the wave vector rotates the envelope too: derivatives of p and q by its two parts.
    turn = value * p * q * (precision_q - precision_p) / frequency
    jacobian = np.stack(
        [
            -slope * down + value * (p * down * precision_p - q * across * precision_q) / frequency,
            -slope * across
            + value * (p * across * precision_p + q * down * precision_q) / frequency,
            slope * y - turn * across / frequency,
            slope * x + turn * down / frequency,
            value * p**2 * precision_p,
            value * q**2 * precision_q,
            even,
            odd,
        ],
        axis=1,
    )
    return value, jacobian


def _descend(
    parameters: NDArray[np.float64], targets: NDArray[np.float64], raster: NDArray[np.float64]
) -> tuple[NDArray[np.float64], Column]:
    """Levenberg–Marquardt on all atoms at once; return parameters and squared errors."""
    damping = np.full(len(parameters), 0.1)
    value, jacobian = _waves(parameters, raster)
    error = ((targets - value) ** 2).sum(axis=1)
    largest = float(raster.max()) + 1
    for _ in range(_ROUNDS):
        gram = jacobian @ jacobian.transpose(0, 2, 1)
        pull = (jacobian @ (targets - value)[:, :, None])[:, :, 0]
        diagonal = np.einsum("nii->ni", gram)
        lifted = gram + (damping[:, None] * diagonal + 1e-9)[:, :, None] * np.eye(8)
        tried = parameters + np.linalg.solve(lifted, pull[:, :, None])[:, :, 0]
        tried[:, [_ROW, _COLUMN]] = np.clip(tried[:, [_ROW, _COLUMN]], -1, largest)
        tried[:, [_DOWN, _ACROSS]] = np.clip(tried[:, [_DOWN, _ACROSS]], -0.5, 0.5)
        tried[:, [_ALONG, _BESIDE]] = np.clip(
            tried[:, [_ALONG, _BESIDE]], np.log(0.5), np.log(largest)
        )
        new_value, new_jacobian = _waves(tried, raster)
        new_error = ((targets - new_value) ** 2).sum(axis=1)
        better = new_error < error
        parameters = np.where(better[:, None], tried, parameters)
        value = np.where(better[:, None], new_value, value)
        jacobian = np.where(better[:, None, None], new_jacobian, jacobian)
        error = np.where(better, new_error, error)
        damping = np.clip(np.where(better, damping / 3, damping * 4), 1e-6, 1e6)
    return parameters, error
