"""A network's parameters: what is refused, what is kept."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpcn_app.engine.network import Layer, Network, normalise_columns
from dpcn_app.errors import UserError
from tests.helpers.synthetic import SHAPES_SPEC, random_layer, shapes_network, small_spec

LAYER = random_layer(np.random.default_rng(0), small_spec())


def with_matrix(name: str, matrix: np.ndarray) -> Layer:
    changed: dict[str, Any] = {name: matrix}
    return replace(LAYER, **changed)


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_a_matrix_of_the_wrong_shape_is_refused(name: str) -> None:
    with pytest.raises(UserError, match=f"Matrix {name} has shape"):
        with_matrix(name, np.zeros((24, 7)))


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_a_matrix_with_values_that_are_no_numbers_is_refused(name: str, value: float) -> None:
    matrix = getattr(LAYER, name).copy()
    matrix[2, 3] = value
    with pytest.raises(UserError, match=f"Matrix {name} holds values that are not finite"):
        with_matrix(name, matrix)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.complex128])
@pytest.mark.parametrize("name", ["A", "B"])
def test_matrices_of_another_precision_are_refused(name: str, dtype: type) -> None:
    with pytest.raises(UserError, match="all float64"):
        with_matrix(name, np.ones(getattr(LAYER, name).shape, dtype))


def test_a_dictionary_of_whole_numbers_is_refused() -> None:
    A, B, C = (np.ones(getattr(LAYER, name).shape, np.int64) for name in "ABC")
    with pytest.raises(UserError, match="holds int64 values"):
        Layer(LAYER.spec, A, B, C)


def test_a_negative_invariant_matrix_is_refused() -> None:
    B = LAYER.B.copy()
    B[1, 1] = -1e-9
    with pytest.raises(UserError, match="Matrix B holds negative values"):
        replace(LAYER, B=B)


@pytest.mark.parametrize("scale", [0.0, -1.0, np.nan, np.inf])
def test_a_senseless_output_scale_is_refused(scale: float) -> None:
    with pytest.raises(UserError, match="output scale"):
        replace(LAYER, output_scale=scale)


def test_a_layer_keeps_its_matrices_whatever_becomes_of_the_callers() -> None:
    C = LAYER.C.copy()
    layer = replace(LAYER, C=C)
    C[:] = 0
    np.testing.assert_array_equal(layer.C, LAYER.C)
    for matrix in (layer.A, layer.B, layer.C, layer.gram):
        with pytest.raises(ValueError, match="read-only"):
            matrix[0, 0] = 1


def test_the_curvature_bounds_the_largest_eigenvalue_closely() -> None:
    largest = np.linalg.norm(LAYER.C, 2) ** 2
    assert largest <= LAYER.curvature <= largest * (1 + 1e-5)


def test_an_untrained_layer_has_unit_columns_and_an_identity_transition() -> None:
    layer = Layer.initial(SHAPES_SPEC.layers[0], np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(layer.B, axis=0), 1, rtol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(layer.C, axis=0), 1, rtol=1e-6)
    np.testing.assert_array_equal(layer.A, np.eye(100))
    assert {matrix.dtype for matrix in (layer.A, layer.B, layer.C)} == {np.dtype(np.float32)}


def test_untrained_networks_of_one_seed_are_the_same_and_of_two_seeds_differ() -> None:
    one, same, other = (Network.initial(SHAPES_SPEC, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.layers[1].C, same.layers[1].C)
    assert not np.array_equal(one.layers[1].C, other.layers[1].C)


def test_layers_that_do_not_belong_to_the_network_are_refused() -> None:
    network = Network.initial(SHAPES_SPEC, 0)
    with pytest.raises(UserError, match="1 layers were given to a network of 2"):
        Network(SHAPES_SPEC, network.layers[:1])
    with pytest.raises(UserError, match="settings differ"):
        Network(SHAPES_SPEC, network.layers[::-1])


def test_a_replaced_layer_brings_its_own_weights_along() -> None:
    network = Network.initial(SHAPES_SPEC, 0)
    stricter = replace(network.layers[0], spec=replace(SHAPES_SPEC.layers[0], sparsity=2.0))
    changed = network.with_layer(0, stricter)
    assert changed.spec.layers[0].sparsity == 2.0
    assert changed.layers[1] is network.layers[1]
    assert network.spec == SHAPES_SPEC


def test_another_precision_changes_the_matrices_alone() -> None:
    network = Network.initial(SHAPES_SPEC, 0).astype(np.float64)
    assert network.layers[0].gram.dtype == np.float64
    assert network.spec == SHAPES_SPEC


def test_normalising_leaves_columns_of_zeros_alone() -> None:
    matrix = normalise_columns(np.array([[3.0, 0.0], [4.0, 0.0]]))
    np.testing.assert_allclose(matrix, [[0.6, 0], [0.8, 0]])


def test_a_network_without_all_maps_is_not_mapped() -> None:
    network = shapes_network()
    K = network.layers[0].spec.states
    half = network.with_layer(0, replace(network.layers[0], M=np.zeros((5, K, K), np.float32)))
    assert not half.mapped


@pytest.mark.parametrize("wrong", [np.zeros((5, 24, 23)), np.full((5, 24, 24), np.nan)])
def test_maps_of_another_shape_or_without_numbers_are_refused(wrong: np.ndarray) -> None:
    from dpcn_app.errors import UserError

    layer = random_layer(np.random.default_rng(3), small_spec())
    with pytest.raises(UserError, match="Matrix M"):
        replace(layer, M=wrong)
