"""How many atoms of a dictionary are the filters that vision knows."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.filters import weigh_filters
from dpcn_app.engine.network import Network, normalise_columns
from dpcn_app.engine.spec import LayerSpec, NetworkSpec
from tests.helpers.drawn_gabors import DRAWN, SIDE, gabor


def dictionary_of(atoms: list[np.ndarray]) -> Network:
    layer = LayerSpec(SIDE**2, len(atoms), 2, ((0, 0),))
    network = Network.initial(NetworkSpec((SIDE, SIDE), SIDE, (layer,)), 0)
    C = normalise_columns(np.stack([atom.ravel() for atom in atoms], axis=1)).astype(np.float32)
    return network.with_layer(0, replace(network.layers[0], C=C))


def test_a_dictionary_of_gabor_functions_consists_of_filters_alone() -> None:
    found = weigh_filters(dictionary_of([gabor(*drawn) for drawn in DRAWN]))
    assert (found.band_pass, found.gabor) == (1, 1)


def test_a_dictionary_of_noise_holds_no_filter() -> None:
    noise = np.random.default_rng(0).normal(size=(12, SIDE, SIDE))
    found = weigh_filters(dictionary_of(list(noise)))
    assert found.band_pass == 0
    assert found.gabor < 0.2


def test_shares_are_of_all_atoms() -> None:
    noise = np.random.default_rng(1).normal(size=(len(DRAWN), SIDE, SIDE))
    mixed = dictionary_of([*(gabor(*drawn) for drawn in DRAWN), *noise])
    assert weigh_filters(mixed).band_pass == pytest.approx(0.5)
