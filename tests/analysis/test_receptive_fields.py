"""Pictures and numbers that say what a unit stands for."""

import numpy as np
import pytest

from dpcn_app.analysis.receptive_fields import (
    active_regions,
    gamma_drop,
    receptive_fields,
    state_pictures,
    strongest_atoms,
)
from dpcn_app.engine.energy import sparsity
from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets

SPEC = NetworkSpec(
    (8, 8),
    4,
    (
        LayerSpec(16, 6, 3, square_offsets(2), sparsity=0.8),
        LayerSpec(3, 5, 2, square_offsets(4)),
    ),
    padding=1,
)


@pytest.fixture
def network() -> Network:
    return Network.initial(SPEC, 3)


def with_one_weight(network: Network, layer: int, state: int, cause: int) -> Network:
    old = network.layers[layer]
    B = np.zeros_like(old.B)
    B[state, cause] = 1
    return network.with_layer(layer, Layer(old.spec, old.A, B, old.C))


def likeness(a: np.ndarray, b: np.ndarray) -> float:
    return abs(float((a * b).sum())) / float(np.linalg.norm(a) * np.linalg.norm(b))


@pytest.mark.parametrize("layer", [0, 1])
def test_a_field_has_the_size_of_what_its_unit_sees(network: Network, layer: int) -> None:
    fields = receptive_fields(network, layer)
    assert fields.shape == (SPEC.layers[layer].causes, *SPEC.field_of(layer + 1))
    np.testing.assert_allclose(np.linalg.norm(fields, axis=(1, 2)), 1, rtol=1e-4)


def test_a_field_is_the_first_principal_component_of_the_weighted_atoms() -> None:
    spec = NetworkSpec((4, 4), 4, (LayerSpec(16, 6, 3, ((0, 0),)),))
    network = Network.initial(spec, 1)
    layer = network.layers[0]
    for cause, field in enumerate(receptive_fields(network, 0)):
        vectors = np.linalg.svd(layer.C * layer.B[:, cause])[0]
        assert likeness(field.ravel(), vectors[:, 0]) > 0.98


def test_a_cause_of_one_atom_looks_like_that_atom_wherever_it_may_lie() -> None:
    spec = NetworkSpec((8, 8), 4, (LayerSpec(16, 6, 3, square_offsets(4)),))
    network = with_one_weight(Network.initial(spec, 1), 0, state=2, cause=1)
    atom = state_pictures(network, 0)[2]
    field = receptive_fields(network, 0)[1]
    for down, across in square_offsets(4):
        assert likeness(field[down : down + 4, across : across + 4], atom) > 0.999


def test_opposite_signs_of_one_atom_do_not_cancel() -> None:
    spec = NetworkSpec((4, 4), 4, (LayerSpec(16, 2, 1, ((0, 0),)),))
    atom = np.random.default_rng(0).normal(size=16)
    C = np.stack([atom, -atom], axis=1)
    network = Network(spec, (Layer(spec.layers[0], np.eye(2), np.ones((2, 1)), C),))
    assert likeness(receptive_fields(network, 0)[0].ravel(), atom) > 0.999


def test_the_strongest_parts_of_a_field_are_positive(network: Network) -> None:
    for layer in (0, 1):
        assert ((receptive_fields(network, layer) ** 3).sum(axis=(1, 2)) >= 0).all()


def test_a_cause_without_weights_has_an_empty_field(network: Network) -> None:
    network = with_one_weight(network, 0, state=2, cause=1)
    assert not receptive_fields(network, 0)[0].any()
    assert np.isfinite(receptive_fields(network, 1)).all()


def test_a_state_above_combines_the_fields_below_as_its_column_of_c_says(
    network: Network,
) -> None:
    below = receptive_fields(network, 0)
    expected = sum(network.layers[1].C[d, 4] * below[d] for d in range(3))
    np.testing.assert_allclose(state_pictures(network, 1)[4], expected, atol=1e-6)


def test_strongest_atoms_come_largest_first(network: Network) -> None:
    layer = network.layers[0]
    atoms = strongest_atoms(layer, 1, 3)
    weights = [weight for _, weight in atoms]
    assert weights == sorted(weights, reverse=True)
    assert atoms[0] == (int(layer.B[:, 1].argmax()), pytest.approx(float(layer.B[:, 1].max())))


def test_gamma_falls_as_far_as_a_cause_of_one_lowers_it(network: Network) -> None:
    layer = network.layers[0]
    for cause in range(3):
        u = np.zeros(3, dtype=np.float32)
        before, after = sparsity(layer, u), sparsity(layer, np.eye(3, dtype=np.float32)[cause])
        np.testing.assert_allclose(gamma_drop(layer, cause), before - after, atol=1e-6)


def test_active_regions_are_the_patches_of_the_frame_without_its_padding() -> None:
    shape = (8, 8)
    corners = SPEC.corners(shape, 0)
    states = np.zeros((len(corners) // 4, 4, 6))
    states.reshape(-1, 6)[0, 2] = -0.5
    states.reshape(-1, 6)[-1, 2] = 2.0
    regions = active_regions(SPEC, shape, states, 2)
    assert [region.strength for region in regions] == [2.0, 0.5]
    assert regions[1][:4] == (0, 0, 3, 3)  # one pixel of padding cut off
    last = regions[0]
    assert last.top + last.height == 8
    assert last.left + last.width == 8
    assert active_regions(SPEC, shape, states, 3) == []
    assert active_regions(SPEC, shape, states, 600) == []
