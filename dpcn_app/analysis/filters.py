"""The filters in a dictionary: how many atoms are band-pass, and how many are Gabor functions."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.analysis.gabors import fit_gabors
from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.analysis.spectra import spectra
from dpcn_app.engine.network import Network


@dataclass(frozen=True)
class Filters:
    """Shares of layer 1's atoms that are filters of two kinds.

    Parameters
    ----------
    band_pass
        Oriented and band-pass: more than .6 of the power is near one frequency.
    gabor
        Described by a Gabor function with R² of .6 or more.
    """

    band_pass: float
    gabor: float


def weigh_filters(network: Network) -> Filters:
    """Return the shares of filters in a network's dictionary."""
    atoms = state_pictures(network, 0)
    return Filters(
        band_pass=float(spectra(atoms).band_pass(network.spec.patch).mean()),
        gabor=float(fit_gabors(atoms).fitted.mean()),
    )
