"""Maps of the extended prior: the regression, and the signs of states."""

from dataclasses import replace

import numpy as np

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.maps import RIDGE, MapFit, expected_states, surroundings
from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.engine.top_down import TopDown
from tests.helpers.synthetic import (
    SHAPES_SPEC,
    random_layer,
    shapes_network,
    shapes_patches,
    small_spec,
)


def test_surroundings_put_an_input_and_its_neighbours_side_by_side() -> None:
    rng = np.random.default_rng(0)
    states = rng.normal(size=(8, 4, 3))  # two fields of four groups of four inputs
    neighbours = SHAPES_SPEC.neighbours(1)
    found = surroundings(states, neighbours)
    inputs = np.abs(states).reshape(2, 16, 3)
    for field in range(2):
        for index in range(16):
            expected = [
                inputs[field, other] if other < 16 else np.zeros(3) for other in neighbours[index]
            ]
            np.testing.assert_array_equal(found[field, index], np.concatenate(expected))


def video_of_states(rng: np.random.Generator, layer: Layer, steps: int) -> list[np.ndarray]:
    """Return states whose sizes follow each other by a known map, in fields of four inputs."""
    return [rng.normal(size=(60, 4, layer.spec.states)) for _ in range(steps)]


def test_the_map_is_the_ridge_regression_that_scikit_learn_finds() -> None:
    from sklearn.linear_model import Ridge

    rng = np.random.default_rng(1)
    layer = random_layer(rng, small_spec(states=6))
    neighbours = NetworkSpec((8, 8), 4, (layer.spec,)).neighbours(1)
    fit, features, sizes = MapFit.empty(6), [], []
    before = None
    for states in video_of_states(rng, layer, 5):
        fit = fit.seen(states, before, neighbours)
        if before is not None:
            features.append(surroundings(before, neighbours).reshape(-1, 30))
            sizes.append(np.abs(states).reshape(-1, 6))
        before = states
    f, x = np.concatenate(features), np.concatenate(sizes)
    ridge = RIDGE * float(np.trace(f.T @ f)) / 30
    reference = Ridge(alpha=ridge, fit_intercept=False).fit(f, x).coef_
    assert (reference < 0).any()
    M = fit.map(np.dtype(np.float64))
    for place in range(5):
        expected = reference[:, 6 * place : 6 * place + 6]
        np.testing.assert_allclose(M[place], expected, rtol=1e-8, atol=1e-10)


def test_where_a_map_expects_less_than_nothing_nothing_is_expected() -> None:
    rng = np.random.default_rng(4)
    spec = NetworkSpec((8, 8), 4, (small_spec(states=6),))
    maps = rng.normal(size=(5, 6, 6))
    layer = replace(random_layer(rng, spec.layers[0]), M=maps)
    states = rng.normal(size=(2, 4, 6))
    seen = surroundings(states, spec.neighbours(1))
    sums = seen @ maps.transpose(0, 2, 1).reshape(30, 6)
    assert (sums < 0).any() and (sums > 0).any()
    found = expected_states(layer, states, spec.neighbours(1))
    np.testing.assert_allclose(found, np.maximum(sums, 0), rtol=1e-12)


def test_the_first_frames_of_sequences_teach_no_map() -> None:
    fit = MapFit.empty(6).seen(np.ones((2, 4, 6)), None, SHAPES_SPEC.neighbours(2))
    assert not fit.gram.any() and not fit.cross.any() and fit.signed.all()
    assert not fit.map(np.dtype(np.float32)).any()


def test_a_map_expects_a_shape_that_moves_on_to_the_next_patch() -> None:
    """One state wanders down the patches of a field, and is expected where it comes next."""
    spec = replace(small_spec(states=3), offsets=((0, 0), (4, 0), (8, 0), (12, 0)))
    network = NetworkSpec((16, 4), 4, (spec,))
    neighbours = network.neighbours(1)
    fit, before = MapFit.empty(3), None
    path = np.zeros((4, 1, 4, 3))
    path[range(4), 0, range(4), 1] = 2.0
    for _ in range(3):
        before = None
        for states in path:
            fit = fit.seen(states, before, neighbours)
            before = states
    layer = fit.fitted(random_layer(np.random.default_rng(0), spec))
    for step in range(3):
        m = expected_states(layer, path[step], neighbours)
        np.testing.assert_allclose(m.reshape(path[step].shape), path[step + 1], atol=0.15)


def test_turning_signs_leaves_what_the_network_infers_as_it_was() -> None:
    network = shapes_network(np.float64)
    specs = tuple(replace(each, iterations=2000) for each in network.spec.layers)
    spec = replace(network.spec, layers=specs)
    layers = [replace(each, spec=own) for each, own in zip(network.layers, specs, strict=True)]
    turned = []
    for layer in layers:
        K = layer.spec.states
        signed = -np.ones(K) * (-1) ** np.arange(K)
        turned.append(replace(MapFit.empty(K), signed=signed).fitted(layer))
    network, other = Network(spec, tuple(layers)), Network(spec, tuple(turned))
    assert other.mapped and not network.mapped
    one = two = None
    for patches in shapes_patches(3):
        one = infer_step(network, patches, one, TopDown.named("both"), tolerance=1e-10)
        two = infer_step(other, patches, two, TopDown.named("both"), tolerance=1e-10)
    assert one is not None and two is not None
    for a, b in zip(one.layers, two.layers, strict=True):
        np.testing.assert_allclose(a.causes, b.causes, atol=1e-6)
        assert a.states.any()
        np.testing.assert_allclose(b.states[..., ::2], -a.states[..., ::2], atol=1e-6)
        np.testing.assert_allclose(b.states[..., 1::2], a.states[..., 1::2], atol=1e-6)


def test_states_are_mostly_positive_after_the_fit() -> None:
    layer = random_layer(np.random.default_rng(2), small_spec(states=2))
    neighbours = NetworkSpec((8, 8), 4, (layer.spec,)).neighbours(1)
    x = np.array([[[1.0, -1.0], [-0.5, 0.5], [1.0, -1.0], [0.0, 0.0]]])
    fitted = MapFit.empty(2).seen(x, None, neighbours).fitted(layer)
    np.testing.assert_array_equal(fitted.C, layer.C * [1, -1])
    np.testing.assert_array_equal(fitted.A, layer.A * [[1, -1], [-1, 1]])
    np.testing.assert_array_equal(fitted.B, layer.B)
    assert fitted.M is not None and fitted.M.shape == (5, 2, 2)
