"""The `exact` solver: it descends, ends at a minimum, and is no worse than the `paper` solver."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from dpcn_app.benchmarks.natural_frames import natural_second_frame
from dpcn_app.engine.energy import sparsity
from dpcn_app.engine.inference import infer_layer, infer_step
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.state import LayerState, NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import frames
from tests.helpers.synthetic import (
    energy_at,
    random_layer,
    shapes_network,
    shapes_patches,
    small_inputs,
    small_spec,
)


def converged(
    seed: int, *, weight: float = 0.05, scale: float = 1.0, **changes: float
) -> LayerState:
    """Infer a small problem to the end; `scale` stretches B."""
    rng = np.random.default_rng(seed)
    layer = random_layer(rng, small_spec(**{"iterations": 3000, **changes}))
    layer = Layer(layer.spec, layer.A, scale * layer.B, layer.C)
    previous = rng.normal(size=(3, 4, 24)) * (rng.random((3, 4, 24)) < 0.2)
    u_hat = rng.normal(0.3, 1, (3, 6))
    inputs = small_inputs(rng, layer, 3)
    return infer_layer(layer, inputs, previous, u_hat, weight, tolerance=1e-12, trace=True)


def cause_gradient(state: LayerState) -> Array:
    """Slope of the energy along every cause, β included, shape (G, D)."""
    spec = state.layer.spec
    pooled = np.abs(state.states).sum(axis=1)
    pull = spec.sparsity / 2 * np.exp(-state.causes @ state.layer.B.T) * pooled
    drawn = state.top_down_weight * (state.causes - state.predicted_causes)
    return np.asarray(-pull @ state.layer.B + spec.cause_sparsity + drawn)


@pytest.mark.parametrize("scale", [1, 8])
@pytest.mark.parametrize("seed", range(4))
def test_the_energy_never_rises(seed: int, scale: float) -> None:
    state = converged(seed, scale=scale)
    assert state.trace is not None
    totals = np.stack([energy.total for energy in state.trace.energies])
    assert len(totals) > 3
    assert (np.diff(totals, axis=0) <= 1e-12 * totals[0]).all()


def test_the_energy_never_rises_on_shapes_either() -> None:
    network = shapes_network(np.float64)
    previous = infer_step(network, shapes_patches(8)[0])
    state = infer_step(network, shapes_patches(8)[1], previous, trace=True)
    for layer in state.layers:
        assert layer.trace is not None
        totals = np.stack([energy.total for energy in layer.trace.energies])
        assert (np.diff(totals, axis=0) <= 1e-12 * totals[0]).all()


@pytest.mark.parametrize("seed", range(4))
def test_states_end_where_zero_is_a_slope_of_the_energy(seed: int) -> None:
    state = converged(seed)
    x, c = state.states, state.predicted_states
    correlation = (state.inputs - state.reconstruction) @ state.layer.C
    gamma = np.broadcast_to(state.gamma[:, None, :], x.shape)
    lam = np.full(x.shape, state.layer.spec.transition_weight)
    lowest = np.where(x > c, lam, -lam) + np.where(x > 0, gamma, -gamma)
    highest = np.where(x >= c, lam, -lam) + np.where(x >= 0, gamma, -gamma)
    assert (x != 0).any() and (x == 0).any() and (x == c).any()
    assert (lowest <= correlation + 1e-8).all()
    assert (correlation <= highest + 1e-8).all()


@pytest.mark.parametrize("weight", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(4))
def test_causes_end_where_no_direction_lowers_the_energy(seed: int, weight: float) -> None:
    state = converged(seed, weight=weight)
    slope = cause_gradient(state)
    assert (state.causes > 0).any() and (state.causes == 0).any()
    assert (state.causes >= 0).all()
    assert np.abs(slope[state.causes > 0]).max() < 1e-8
    assert slope[state.causes == 0].min() > -1e-8


@pytest.mark.parametrize("weight", [0.0, 0.05])
def test_causes_are_the_minimiser_that_scipy_finds_for_the_same_states(weight: float) -> None:
    state = converged(5, weight=weight)

    def total(causes: Array, group: int) -> float:
        moved = state.causes.copy()
        moved[group] = causes
        return float(energy_at(state, state.states, moved).total[group])

    bounds = [(0, None)] * 6
    precise = {"ftol": 1e-15, "gtol": 1e-9, "maxiter": 2000, "maxfun": 100_000}
    for group in range(3):
        found = minimize(
            total, np.ones(6), (group,), method="L-BFGS-B", bounds=bounds, options=precise
        )
        assert state.energy.total[group] <= found.fun * (1 + 1e-9)
        assert np.abs(state.causes[group] - found.x).max() < 1e-2
        assert found.x.max() > 0.1


def test_gamma_is_the_sparsity_that_the_causes_set() -> None:
    state = converged(2)
    assert state.causes.any()
    np.testing.assert_allclose(state.gamma, sparsity(state.layer, state.causes), rtol=1e-12)


def test_strong_cause_sparsity_silences_the_causes() -> None:
    assert not converged(2, weight=0.0, cause_sparsity=100.0).causes.any()


def test_its_energy_on_a_natural_frame_is_the_same_where_it_runs_to_the_end() -> None:
    """Single groups may end in another local minimum, so that the sum is compared."""
    network, now, before = natural_second_frame(2)
    layer = network.layers[0]
    usual = infer_layer(layer, now, before.layers[0].states)
    patient = replace(layer, spec=replace(layer.spec, iterations=3000)).astype(np.float64)
    rival = infer_layer(patient, now, before.layers[0].states, tolerance=1e-7)
    assert (usual.causes > 0).any() and usual.iterations.max() < layer.spec.iterations
    total = usual.energy.total.sum(dtype=np.float64)
    assert total == pytest.approx(rival.energy.total.sum(), rel=1e-4)


@pytest.mark.parametrize("mode", ["off", "both"])
@pytest.mark.parametrize("name", ["shapes-easy", "shapes-hard"])
def test_its_energy_is_not_above_that_of_the_paper_on_shapes(name: str, mode: str) -> None:
    """On the same inputs, frame by frame, with trained networks at the recipe's iterations."""
    network = open_model(name).network
    video = noisy_shapes(ShapesConfig.named(name.removeprefix("shapes-"), seed=3), 60, 1.5)
    grid = PatchGrid((32, 32), network.spec.corners((32, 32), 0), 12, 2)
    state: NetworkState | None = None
    for frame in frames(video):
        before = state
        state = infer_step(network, grid.cut(frame.image), before, TopDown.named(mode))
        for index, layer in enumerate(state.layers):
            rival = infer_layer(
                layer.layer,
                layer.inputs,
                None if before is None else before.layers[index].states,
                layer.predicted_causes,
                layer.top_down_weight,
                solver="paper",
            )
            assert layer.energy.total.sum() <= rival.energy.total.sum() * (1 + 1e-3)
