"""Inference as a caller sees it: pure, traced, the same in every precision and scale."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from dpcn_app.engine.inference import Solver, infer_layer, infer_step
from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec
from dpcn_app.engine.state import LayerState, NetworkState
from dpcn_app.engine.threads import in_slices
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from tests.helpers.synthetic import (
    SHAPES_SPEC,
    random_layer,
    shapes_network,
    shapes_patches,
    small_inputs,
    small_spec,
)

SOLVERS: tuple[Solver, ...] = get_args(Solver)
both_solvers = pytest.mark.parametrize("solver", SOLVERS)
ARRAYS = ("inputs", "states", "causes", "gamma", "predicted_states", "predicted_causes")


def watch(network: Network, frames: int, solver: Solver = "exact", **options: bool) -> NetworkState:
    """Infer some frames of noisy shapes, with all top-down parts, and return the last state."""
    state = None
    for patches in shapes_patches(frames):
        state = infer_step(network, patches, state, TopDown.named("both"), solver=solver, **options)
    assert state is not None
    return state


@both_solvers
def test_the_same_input_gives_the_same_output_to_the_bit(solver: Solver) -> None:
    one, other = (watch(shapes_network(), 4, solver) for _ in range(2))
    for layer, same in zip(one.layers, other.layers, strict=True):
        assert layer.causes.any()
        for name in ARRAYS:
            assert np.array_equal(getattr(layer, name), getattr(same, name)), name


@both_solvers
def test_a_group_does_not_notice_which_others_are_inferred_with_it(solver: Solver) -> None:
    network = shapes_network()
    videos = shapes_patches(9).reshape(3, 3, 16, 144)  # 3 videos of 3 frames
    together: NetworkState | None = None
    alone: list[NetworkState | None] = [None] * 3
    for step in range(3):
        together = infer_step(
            network, videos[:, step], together, TopDown.named("both"), solver=solver
        )
        for video in range(3):
            alone[video] = infer_step(
                network, videos[video, step], alone[video], TopDown.named("both"), solver=solver
            )
    assert together is not None
    for index, layer in enumerate(together.layers):
        singles = [state.layers[index] for state in alone if state is not None]
        for name in (*ARRAYS, "iterations"):
            joined = np.concatenate([getattr(single, name) for single in singles])
            assert np.array_equal(getattr(layer, name), joined), name


def test_results_cannot_be_written_to() -> None:
    state = watch(shapes_network(), 2, trace=True).layers[0]
    assert state.trace is not None
    arrays = [getattr(state, name) for name in (*ARRAYS, "iterations", "reconstruction")]
    arrays += [state.trace.states, state.trace.causes, state.trace.gamma, state.trace.steps]
    arrays += state.energy.by_name().values()
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@both_solvers
def test_inputs_are_left_as_they_are_and_later_changes_to_them_do_not_matter(
    solver: Solver,
) -> None:
    rng = np.random.default_rng(0)
    layer = random_layer(rng, small_spec(), np.float32)
    inputs = small_inputs(rng, layer, 2)
    previous = rng.normal(size=(2, 4, 24)).astype(np.float32)
    u_hat = rng.uniform(0, 1, (2, 6)).astype(np.float32)
    before = [array.copy() for array in (inputs, previous, u_hat)]
    state = infer_layer(layer, inputs, previous, u_hat, 0.1, solver=solver)
    for array, copy in zip((inputs, previous, u_hat), before, strict=True):
        assert np.array_equal(array, copy)
        array[...] = np.nan
    assert np.isfinite(state.energy.total).all()
    assert np.array_equal(state.inputs, before[0])


@both_solvers
def test_the_trace_ends_with_the_result_for_every_group(solver: Solver) -> None:
    state = watch(shapes_network(), 3, solver, trace=True)
    for layer in state.layers:
        trace = layer.trace
        assert trace is not None
        spec = layer.layer.spec
        steps, G = int(layer.iterations.max()), len(layer.causes)
        assert 1 < steps <= spec.iterations
        assert trace.states.shape == (steps, G, spec.group, spec.states)
        assert trace.causes.shape == (steps, G, spec.causes)
        assert trace.gamma.shape == (steps, G, spec.states)
        assert trace.steps.shape == (steps, G, 2)
        assert len(trace.energies) == steps
        for g, used in enumerate(layer.iterations):
            assert (trace.states[used - 1 :, g] == layer.states[g]).all()
            assert (trace.causes[used - 1 :, g] == layer.causes[g]).all()
            moved = np.abs(trace.states[used - 1, g] - trace.states[used - 2, g]).max()
            assert moved > 0 or (trace.causes[used - 1, g] != trace.causes[used - 2, g]).any()
        np.testing.assert_allclose(trace.gamma[-1], layer.gamma, rtol=1e-5)
        assert set(trace.energies[-1].by_name()) == {
            "reconstruction",
            "transition",
            "state_sparsity",
            "cause_sparsity",
            "top_down",
            "prior",
        }
        assert np.array_equal(trace.energies[-1].total, layer.energy.total)


def test_step_sizes_are_known_for_the_paper_and_unknown_for_coordinates() -> None:
    paper = watch(shapes_network(), 2, "paper", trace=True).layers[0]
    exact = watch(shapes_network(), 2, "exact", trace=True).layers[0]
    assert paper.trace is not None and exact.trace is not None
    spec = paper.layer.spec
    expected = 1 / (paper.layer.curvature + spec.transition_weight / spec.smoothing)
    np.testing.assert_allclose(paper.trace.steps[..., 0], expected, rtol=1e-5)
    assert (paper.trace.steps[..., 1] > 0).any()
    assert np.isnan(exact.trace.steps).all()


def test_a_trace_changes_nothing() -> None:
    traced, plain = watch(shapes_network(), 2, trace=True), watch(shapes_network(), 2)
    assert plain.layers[0].trace is None
    assert np.array_equal(traced.layers[1].causes, plain.layers[1].causes)


@both_solvers
def test_single_precision_is_close_to_double(solver: Solver) -> None:
    rng = np.random.default_rng(1)
    double = random_layer(rng, small_spec())
    single = double.astype(np.float32)
    inputs, previous = small_inputs(rng, double, 5), rng.normal(size=(5, 4, 24))
    u_hat = rng.uniform(0, 1, (5, 6))
    results: list[LayerState] = [
        infer_layer(layer, inputs, previous, u_hat, 0.05, solver=solver, tolerance=0)
        for layer in (double, single)
    ]
    assert results[0].states.dtype == np.float64
    for name in ARRAYS:
        assert getattr(results[1], name).dtype == np.float32
    np.testing.assert_allclose(results[1].states, results[0].states, atol=2e-4)
    np.testing.assert_allclose(results[1].causes, results[0].causes, atol=2e-3)
    np.testing.assert_allclose(results[1].energy.total, results[0].energy.total, rtol=1e-5)


@both_solvers
def test_pixels_ten_times_brighter_give_states_ten_times_larger_with_weights_to_match(
    solver: Solver,
) -> None:
    """Erratum 7, exact for both solvers if no tolerance in units of pixels stops them early."""
    dim = shapes_network(np.float64)
    below = dim.layers[0].spec
    bright_spec = replace(
        below,
        sparsity=10 * below.sparsity,
        transition_weight=10 * below.transition_weight,
        smoothing=10 * below.smoothing,
        cause_sparsity=100 * below.cause_sparsity,
        top_down_weight=100 * below.top_down_weight,
    )
    bright = dim.with_layer(0, replace(dim.layers[0], spec=bright_spec))
    states: list[NetworkState | None] = [None, None]
    for patches in shapes_patches(4).astype(np.float64):
        for index, (network, factor) in enumerate(((dim, 1), (bright, 10))):
            states[index] = infer_step(
                network,
                factor * patches,
                states[index],
                TopDown.named("both"),
                solver=solver,
                tolerance=0,
            )
    one, ten = states
    assert one is not None and ten is not None
    assert one.layers[0].predicted_causes.any()
    atol = 1e-5
    np.testing.assert_allclose(ten.layers[0].states / 10, one.layers[0].states, atol=atol)
    np.testing.assert_allclose(ten.layers[0].causes, one.layers[0].causes, atol=atol)
    np.testing.assert_allclose(ten.top_causes, one.top_causes, atol=1e-4)
    np.testing.assert_allclose(
        ten.layers[0].energy.total / 100, one.layers[0].energy.total, rtol=1e-6
    )


def test_the_layer_above_receives_the_causes_times_the_output_scale() -> None:
    network = shapes_network()
    assert network.layers[0].output_scale != 1
    state = infer_step(network, shapes_patches(1)[0])
    causes = state.layers[0].causes
    assert causes.any()
    expected = causes * np.float32(network.layers[0].output_scale)
    assert np.array_equal(state.layers[1].inputs[0], expected)


@pytest.mark.parametrize("depth", [1, 3])
def test_networks_of_other_depths_infer_too(depth: int) -> None:
    third = LayerSpec(3, 5, 2, ((0, 0), (0, 9)), 0.01, 0.01, 0.001, 0.05, 50, 0.01)
    spec = NetworkSpec((32, 41), 12, (*SHAPES_SPEC.layers, third)[:depth], padding=2)
    network = Network.initial(spec, 0)
    patches = np.random.default_rng(0).uniform(0, 1, (len(spec.corners((32, 41), 0)), 144))
    state = infer_step(network, patches)
    state = infer_step(network, patches, state, TopDown.named("both"))
    assert [len(layer.causes) for layer in state.layers] == [
        len(spec.corners((32, 41), layer)) for layer in range(1, depth + 1)
    ]
    assert state.layers[0].causes.any()
    assert state.top_causes.shape == (
        len(spec.unit_corners((32, 41))), spec.layers[-1].causes,
    )  # fmt: skip


def test_a_tiled_frame_is_many_small_ones() -> None:
    """Two top units side by side see what each would see alone."""
    network = shapes_network()
    first, second = shapes_patches(2)
    wide = infer_step(network, np.concatenate([first, second]))
    assert np.array_equal(wide.top_causes[0], infer_step(network, first).top_causes[0])
    assert np.array_equal(wide.top_causes[1], infer_step(network, second).top_causes[0])


@both_solvers
def test_without_a_prediction_the_top_down_term_is_dropped(solver: Solver) -> None:
    rng = np.random.default_rng(2)
    layer = random_layer(rng, small_spec())
    inputs = small_inputs(rng, layer, 2)
    weighted = infer_layer(layer, inputs, None, None, 5.0, solver=solver)
    plain = infer_layer(layer, inputs, solver=solver)
    assert plain.causes.any()
    assert np.array_equal(weighted.causes, plain.causes)
    assert not weighted.energy.top_down.any()


def test_columns_of_zeros_in_the_dictionary_do_no_harm() -> None:
    rng = np.random.default_rng(3)
    layer = random_layer(rng, small_spec(), np.float32)
    C = layer.C.copy()
    C[:, :5] = 0
    layer = Layer(layer.spec, layer.A, layer.B, C)
    previous = rng.normal(size=(2, 4, 24)).astype(np.float32)
    for solver in SOLVERS:
        state = infer_layer(layer, small_inputs(rng, layer, 2), previous, solver=solver)
        assert np.isfinite(state.energy.total).all()
        assert not state.states[..., :5].any()  # γ > λ: unseen states are silent


def test_shapes_that_do_not_fit_are_refused() -> None:
    layer = random_layer(np.random.default_rng(0), small_spec())
    inputs = np.zeros((2, 4, 16))
    with pytest.raises(UserError, match="do not make groups of 4 times 16"):
        infer_layer(layer, np.zeros((3, 16)))
    with pytest.raises(UserError, match="Previous states have shape"):
        infer_layer(layer, inputs, np.zeros((1, 4, 24)))
    with pytest.raises(UserError, match="Predicted causes have shape"):
        infer_layer(layer, inputs, None, np.zeros((1, 6)), 0.1)
    with pytest.raises(UserError, match="no solver called 'newton'"):
        infer_layer(layer, inputs, solver="newton")  # type: ignore[arg-type]


def test_a_layer_is_shared_among_threads_as_far_as_each_has_enough_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A share has 10,000 states or more; without a number of threads, one does it all."""
    shares: list[list[int]] = []

    def note(task: Callable[[slice], None], slices: Sequence[slice], threads: int = 1) -> None:
        shares.append([some.stop - some.start for some in slices])
        in_slices(task, slices, threads)

    monkeypatch.setattr("dpcn_app.engine.inference.in_slices", note)
    rng = np.random.default_rng(0)
    layer = random_layer(rng, small_spec(iterations=2))
    inputs = small_inputs(rng, layer, 400)
    for options in ({}, {"threads": 2}, {"threads": 2, "trace": True}):
        infer_layer(layer, inputs, **options)  # type: ignore[arg-type]
    alone, shared, traced = shares
    assert alone == traced == [400]
    assert sum(shared) == 400 and len(shared) > 2
    assert all(groups * 4 * 24 > 9_900 for groups in shared[:-1])
