"""What flows through a network, each kind against plain sums."""

import numpy as np
import pytest

from dpcn_app.analysis.network_flow import (
    Arrow,
    FlowNode,
    network_flow,
    pooled_states,
    price_falls,
)
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-easy").network
EVERY = 10**6


@pytest.fixture(scope="module")
def state() -> NetworkState:
    video = noisy_shapes(ShapesConfig.named("easy", seed=7), 6, 1.5)
    grid, state = PatchGrid.of(NETWORK.spec, (32, 32)), None
    for index in range(6):
        patches = grid.cut(video.frame(index).image)
        state = infer_step(NETWORK, patches, state, TopDown.named("both"))
    assert state is not None
    return state


def flows(arrows: list[Arrow], flow: str, layer: int) -> dict[tuple[FlowNode, FlowNode], float]:
    return {
        (each.source, each.target): each.strength
        for each in arrows
        if each.flow == flow and each.target.layer == layer
    }


def test_a_patch_is_as_strong_in_a_state_as_the_state_is_there(state) -> None:
    found = flows(network_flow(state.layers, EVERY), "evidence", 0)
    x = state.layers[0].states
    assert len(found) == np.count_nonzero(x)
    for (patch, target), strength in found.items():
        assert patch.kind == "patch" and target.kind == "state"
        assert strength == pytest.approx(abs(x[patch.group, patch.number, target.number]))


def test_causes_below_share_the_evidence_of_a_state_above(state) -> None:
    found = flows(network_flow(state.layers, EVERY), "evidence", 1)
    layer = state.layers[1]
    k = int(pooled_states(layer).argmax())
    n = int(np.abs(layer.states[0, :, k]).argmax())
    sign = np.sign(layer.states[0, n, k])
    expected = {d: float(sign * layer.layer.C[d, k] * layer.inputs[0, n, d]) for d in range(40)}
    for d, share in expected.items():
        key = FlowNode("cause", 0, n, d), FlowNode("state", 1, 0, k)
        if share > 0:
            assert found[key] == pytest.approx(share, rel=1e-5)
        else:
            assert key not in found


def test_a_states_pull_is_the_slope_of_the_energy(state) -> None:
    """−∂/∂u_d Σ_k γ_k(u) s_k, state by state, by a finite difference."""
    layer, found = state.layers[0], flows(network_flow(state.layers, EVERY), "pull", 0)
    (source, target), strength = max(found.items(), key=lambda each: each[1])
    u, B = layer.causes[target.group].astype(float), layer.layer.B[source.number].astype(float)
    s = float(np.abs(layer.states[target.group, :, source.number]).sum())

    def cost(u: np.ndarray) -> float:
        return layer.layer.spec.sparsity * (1 + np.exp(-B @ u)) / 2 * s

    step = 1e-5 * np.eye(len(u))[target.number]
    slope = (cost(u - step) - cost(u + step)) / 2e-5
    assert strength == pytest.approx(slope, rel=1e-4)


def test_a_cause_lowers_a_price_by_what_it_would_be_without_it(state) -> None:
    layer, found = state.layers[0], flows(network_flow(state.layers, EVERY), "price", 0)
    (cause, target), strength = max(found.items(), key=lambda each: each[1])
    without = layer.causes[cause.group].astype(float)
    without[cause.number] = 0
    B = layer.layer.B[target.number].astype(float)
    gamma = layer.layer.spec.sparsity * (1 + np.exp(-B @ without)) / 2
    assert strength == pytest.approx(gamma - layer.gamma[cause.group, target.number], rel=1e-3)


def test_predictions_flow_only_where_the_mode_has_them(state) -> None:
    found = flows(network_flow(state.layers, EVERY), "prediction", 0)
    assert found
    for (source, target), strength in found.items():
        assert source == FlowNode("top", 0, 0, 0)
        assert strength == state.layers[0].predicted_causes[target.group, target.number]
    patches = np.zeros((16, 144), np.float32)
    silent = infer_step(NETWORK, patches, state, TopDown.named("off"))
    assert not any(each.flow == "prediction" for each in network_flow(silent.layers, EVERY))


def test_of_each_kind_the_strongest_are_kept_in_rising_order(state) -> None:
    every, some = network_flow(state.layers, EVERY), network_flow(state.layers, 10)
    strengths = [each.strength for each in some]
    assert strengths == sorted(strengths)
    for flow in ("evidence", "pull", "price"):
        for layer in (0, 1):
            kept = sorted(flows(some, flow, layer).values())
            assert kept == sorted(flows(every, flow, layer).values())[-10:]


def test_nothing_flows_in_darkness() -> None:
    black = infer_step(NETWORK, np.zeros((16, 144), np.float32), None)
    assert network_flow(black.layers, 10) == []
    assert not price_falls(black.layers[0]).any()


def test_a_price_falls_by_all_of_its_half_at_most(state) -> None:
    falls = price_falls(state.layers[0])
    assert falls.shape == (100,) and 0 < falls.max() <= 1
    spec = NETWORK.layers[0].spec
    lowest = spec.sparsity - falls * spec.sparsity / 2
    np.testing.assert_allclose(lowest, state.layers[0].gamma.min(axis=0), rtol=1e-5)
