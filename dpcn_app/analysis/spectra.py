"""The power spectra of atoms: which atoms are oriented and band-pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.floating[Any]]

OCTAVES = 1.0
DEGREES = 30.0
"""How far from its peak an oriented band-pass filter may have its power: frequency, direction."""

ORIENTED = 0.6
"""An atom with more than this share of its power near the peak is oriented and band-pass."""

_SIDE = 64  # of the zero-padded transform: a raster of 1/64 cycles per pixel


@dataclass(frozen=True, eq=False)
class Spectra:
    """Peaks of the power spectra of n atoms.

    Parameters
    ----------
    frequency
        Of the peak, down and across, in cycles per pixel, shape (n, 2); of a peak and its mirror
        image, the one with a positive frequency across.
    concentration
        Share of the power within an octave and 30° of the peak, or of its mirror image, shape (n,).
        Blobs and white noise have about .3.
    """

    frequency: NDArray[np.float64]
    concentration: NDArray[np.float64]

    def band_pass(self, side: int) -> NDArray[np.bool_]:
        """Return which atoms of `side` pixels are oriented and band-pass, shape (n,).

        Their power is concentrated near a peak of at least one cycle per atom.
        """
        return (self.concentration > ORIENTED) & (np.hypot(*self.frequency.T) >= 1 / side)


def spectra(atoms: Picture) -> Spectra:
    """Return the spectral peaks of atoms of shape (n, height, width), their means removed."""
    centred = atoms - atoms.mean(axis=(1, 2), keepdims=True)
    power = np.abs(np.fft.rfft2(centred, s=(_SIDE, _SIDE))) ** 2
    peak = power.reshape(len(atoms), -1).argmax(axis=1)
    power[:, :, 1 : _SIDE // 2] *= 2  # these columns stand for their mirror images too
    down = np.fft.fftfreq(_SIDE)[:, None]
    across = np.fft.rfftfreq(_SIDE)[None, :]
    frequency = np.stack(
        [np.broadcast_to(axis, power.shape[1:]).ravel()[peak] for axis in (down, across)], axis=1
    )
    near = _near(frequency, down, across)
    total = np.maximum(power.sum(axis=(1, 2)), 1e-12)
    return Spectra(frequency, (power * near).sum(axis=(1, 2)) / total)


def _near(
    peaks: NDArray[np.float64], down: NDArray[Any], across: NDArray[Any]
) -> NDArray[np.bool_]:
    """Return which frequencies lie near each peak (n, 2), shape (n, rows, columns)."""
    lengths = np.hypot(*peaks.T)[:, None, None]
    raster = np.hypot(down, across)
    along = np.abs(peaks[:, 0, None, None] * down + peaks[:, 1, None, None] * across)
    cosine = along / np.maximum(raster * lengths, 1e-12)
    factor = 2.0**OCTAVES
    in_band = (raster >= lengths / factor) & (raster <= lengths * factor) & (raster > 0)
    near: NDArray[np.bool_] = in_band & (cosine >= np.cos(np.deg2rad(DEGREES)))
    return near
