"""Measures of B: twins, agreement in orientation and position; bent fields; heat maps."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.bends import bent_share, clarity_and_agreement, extent
from dpcn_app.analysis.filters import weigh_filters
from dpcn_app.analysis.gabors import Gabors
from dpcn_app.analysis.heat_map import heat_map
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


def stripes(turn: np.ndarray | float) -> np.ndarray:
    y, x = np.indices((20, 20)) - 9.5
    return np.cos(2 * np.pi * 0.15 * (np.cos(turn) * x + np.sin(turn) * y))


def test_straight_stripes_agree_and_a_corner_does_not() -> None:
    _, x = np.indices((20, 20))
    corner = np.where(x < 10, stripes(0.0), stripes(np.pi / 2))
    fields = np.stack([stripes(0.0), stripes(0.7), corner])
    clarity, agreement = clarity_and_agreement(fields)
    assert (clarity > 0.6).all()
    assert agreement[0] > 0.95 and agreement[1] > 0.95
    assert agreement[2] < 0.5
    assert bent_share(fields) == pytest.approx(1 / 3)


def test_noise_is_not_called_bent() -> None:
    noise = np.random.default_rng(0).normal(size=(20, 20, 20))
    assert bent_share(noise) < 0.1


def test_the_extent_counts_the_pixels_in_use() -> None:
    field = np.zeros((1, 20, 20))
    field[0, :4, :5] = -1
    assert extent(field)[0] == pytest.approx(20)


def test_heat_lies_where_the_units_look() -> None:
    spec = replace(SPEC, frame_shape=(34, 17))
    heat = heat_map(spec, (34, 17), np.array([1.0, 0.0]))
    assert (heat[:17] == 1).all()
    assert (heat[17:] == 0).all()


def test_heat_is_the_mean_where_units_overlap_and_leaves_padding_out() -> None:
    spec = replace(SPEC, frame_shape=(18, 15), padding=1)
    heat = heat_map(spec, (18, 15), np.array([1.0, 3.0]))
    assert heat.shape == (18, 15)
    assert heat[0, 0] == 1
    assert heat[-1, 0] == 3
    assert heat[9, 7] == 2
