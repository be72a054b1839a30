"""What B ties together: twins, agreement in orientation, nearness."""

from dataclasses import replace

import numpy as np

from dpcn_app.analysis.filters import weigh_filters
from dpcn_app.analysis.gabors import Gabors
from dpcn_app.analysis.invariant_scores import (
    energy_centres,
    orientation_coherence,
    position_spread,
    twin_share,
    weigh_causes,
)
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets

SPEC = NetworkSpec((17, 17), 15, (LayerSpec(225, 6, 3, square_offsets(2)),))


def fitted(orientations: list[float]) -> Gabors:
    count = len(orientations)
    turned = np.deg2rad(orientations)
    return Gabors(np.zeros((count, 2)), turned, np.ones(count), np.ones((count, 2)), np.ones(count))


def test_columns_that_repeat_each_other_are_twins() -> None:
    B = np.eye(6, 4)
    assert twin_share(B) == 0
    B[:, 1] = B[:, 0] * 2
    assert twin_share(B) == 0.5


def test_coherence_is_one_where_all_atoms_are_turned_one_way_and_none_across() -> None:
    B = np.zeros((4, 2))
    B[:2, 0] = B[2:, 1] = 1
    coherence = orientation_coherence(B, fitted([30, 30, 0, 90]))
    np.testing.assert_allclose(coherence, [1, 0], atol=1e-12)


def test_opposite_orientations_are_the_same_orientation() -> None:
    coherence = orientation_coherence(np.ones((2, 1)), fitted([1, 179]))
    assert coherence[0] > 0.99


def test_spread_is_the_distance_from_the_common_centre() -> None:
    centres = np.array([[0.0, 0.0], [0.0, 4.0], [9.0, 9.0]])
    B = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    np.testing.assert_allclose(position_spread(B, centres), [2, 0], atol=1e-9)


def test_an_atom_lies_where_its_energy_does() -> None:
    picture = np.zeros((1, 15, 15))
    picture[0, 3, 11] = -2
    np.testing.assert_allclose(energy_centres(picture), [[3, 11]])


def test_a_network_without_causes_is_weighed_without_harm() -> None:
    network = Network.initial(SPEC, 0)
    layer = network.layers[0]
    silent = network.with_layer(0, replace(layer, B=np.zeros_like(layer.B)))
    assert weigh_causes(silent).coherence == 0
    assert 0 <= weigh_filters(silent).gabor <= 1
