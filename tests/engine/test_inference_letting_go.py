"""How the top lets go of its last causes: against plain NumPy, and nothing else changes."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.inference import Solver, infer_layer, infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.prior import Prior, handed_down
from dpcn_app.engine.restoring import recorded, restored_state
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.state import LayerState, NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments.shapes import fresh_video
from dpcn_app.experiments.video_run import watch
from dpcn_app.storage.bundled import open_model
from tests.helpers.synthetic import random_layer, shapes_patches, small_inputs, small_spec

TRUST = np.array([0.3, 1.0, 0.0])


@cache
def trained() -> Network:
    return open_model("shapes-easy").network


def letting_go(p: float, parts: str = "T+D+K") -> TopDown:
    return TopDown(True, prior=Prior(parts, PriorSpec(letting_go=p)))


@cache
def watched(top_down: TopDown) -> tuple[NetworkState, ...]:
    states: list[NetworkState] = []
    for patches in shapes_patches(6):
        states.append(infer_step(trained(), patches, states[-1] if states else None, top_down))
    return tuple(states)


def trusting(
    solver: Solver, trust: np.ndarray | None, groups: slice = slice(None), weight: float = 0.2
) -> LayerState:
    """Infer some of three groups to the end, each with its own share of the weight."""
    rng = np.random.default_rng(4)
    layer = random_layer(rng, small_spec(iterations=3000, smoothing=1e-3))
    u_hat, inputs = rng.exponential(1, (3, 6)), small_inputs(rng, layer, 3)
    return infer_layer(
        *(layer, inputs[groups], None, u_hat[groups], weight),
        solver=solver,
        tolerance=1e-12,
        trace=True,
        trust=trust,
    )


@pytest.mark.parametrize("solver", ["exact", "paper"])
def test_every_group_is_drawn_by_its_own_share_of_the_weight(solver: Solver) -> None:
    together = trusting(solver, TRUST)
    assert together.trace is not None
    for g, share in enumerate(TRUST):
        alone = trusting(solver, None, slice(g, g + 1), 0.2 * share)
        assert alone.trace is not None
        np.testing.assert_array_equal(together.states[g], alone.states[0])
        np.testing.assert_array_equal(together.causes[g], alone.causes[0])
        for name, term in alone.energy.by_name().items():
            np.testing.assert_allclose(together.energy.by_name()[name][g], term[0], atol=1e-12)
        ended = together.trace.energies[-1].by_name()["top_down"][g]
        np.testing.assert_allclose(ended, alone.trace.energies[-1].by_name()["top_down"][0])


def test_the_causes_are_where_the_slope_of_the_energy_is_zero() -> None:
    state = trusting("exact", TRUST)
    spec, u = state.layer.spec, state.causes
    pooled = np.abs(state.states).sum(axis=1)
    pull = spec.sparsity / 2 * np.exp(-u @ state.layer.B.T) * pooled
    drawn = 0.2 * TRUST[:, None] * (u - state.predicted_causes)
    slope = -pull @ state.layer.B + spec.cause_sparsity + drawn
    assert (u > 0).any() and (u == 0).any()
    np.testing.assert_allclose(slope[u > 0], 0, atol=1e-6)
    assert (slope[u == 0] > -1e-6).all()


def test_all_of_the_weight_for_every_group_is_what_it_was_to_the_bit() -> None:
    one, other = trusting("exact", None), trusting("exact", np.ones(3))
    assert one.states.tobytes() == other.states.tobytes()
    assert one.causes.tobytes() == other.causes.tobytes()


@pytest.mark.parametrize("p", [0.5, 1.0, 2.0])
def test_the_top_is_trusted_as_far_as_what_it_handed_down_is_found(p: float) -> None:
    network, previous = trained(), watched(letting_go(p))[2]
    patches = shapes_patches(6)[3][::-1]  # all is elsewhere than was expected
    state = infer_step(network, patches, previous, letting_go(p))
    first = infer_layer(network.layers[0], patches, previous.layers[0].states, tolerance=1e-2)
    u_hat = handed_down(network, previous)[0]
    c = min(1.0, float((u_hat * first.causes).sum() / (u_hat * u_hat).sum()))
    assert 0.1 < c < 0.99
    top, layer = state.layers[1], network.layers[1]
    assert top.trust is not None and top.added is not None
    np.testing.assert_allclose(top.trust, [c**p], rtol=1e-4)
    u = previous.top_causes
    s = (layer.B @ u[0]) * (layer.B @ u[0]).sum() / ((layer.B @ u[0]) ** 2).sum()
    K = layer.spec.sparsity * 2.0 * c**p * np.exp(-3.0 * s)
    np.testing.assert_allclose(top.added.parts["K"].ravel(), K, rtol=1e-3, atol=1e-6)
    weight = layer.spec.top_down_weight * c**p
    drawn = 0.5 * weight * ((top.causes - u) ** 2).sum()
    np.testing.assert_allclose(top.energy.top_down, [drawn], rtol=1e-3)
    again = infer_layer(
        layer, top.inputs, previous.layers[1].states, u, float(weight), added=top.added
    )
    np.testing.assert_allclose(top.causes, again.causes, atol=2e-3)


@pytest.mark.parametrize("parts", ["T", "K", "T+K"])
def test_where_nothing_is_handed_down_it_changes_nothing(parts: str) -> None:
    for one, other in zip(
        watched(letting_go(0, parts)), watched(letting_go(2, parts)), strict=True
    ):
        assert one.top_causes.tobytes() == other.top_causes.tobytes()
        assert other.layers[1].trust is None


def test_at_zero_the_top_holds_on() -> None:
    assert all(layer.trust is None for state in watched(letting_go(0)) for layer in state.layers)
    assert PriorSpec().letting_go == 0


def test_a_belief_is_held_whatever_is_found() -> None:
    network, belief = trained(), Belief((0.0, 1.0, 0.0))
    one, other = (
        infer_step(
            network, shapes_patches(6)[3], watched(letting_go(0))[2], replace(mode, belief=belief)
        )
        for mode in (letting_go(0), letting_go(2))
    )
    assert one.top_causes.tobytes() == other.top_causes.tobytes()


def test_fields_of_a_batch_let_go_each_for_itself() -> None:
    one, two = shapes_patches(6)[:3], shapes_patches(6)[3:]
    alone: list[NetworkState | None] = [None, None]
    together = None
    for pair in zip(one, two, strict=True):
        alone = [
            infer_step(trained(), p, s, letting_go(1)) for p, s in zip(pair, alone, strict=True)
        ]
        together = infer_step(trained(), np.concatenate(pair), together, letting_go(1), threads=2)
    assert together is not None
    each = np.concatenate([state.top_causes for state in alone if state])
    np.testing.assert_array_equal(together.top_causes, each)


def test_it_lets_go_when_another_class_begins() -> None:
    network = open_model("shapes-hard").network
    mode = TopDown(True, prior=Prior(strengths=PriorSpec(handed_down=2.0, letting_go=1.0)))
    trust, labels = [], []
    for frame, state in watch(network, fresh_video("hard", 1.5, 1), mode):
        share = state.layers[1].trust
        trust.append(1.0 if share is None else float(share[0]))
        labels.append(frame.label)
    begins = np.flatnonzero(np.diff(labels)) + 1
    assert len(begins) == 2
    assert np.take(trust, begins).max() < 0.6 < 0.8 < np.mean(trust)


def test_a_restored_state_has_its_trust() -> None:
    states = list(watched(letting_go(1.5)))
    restored = restored_state(
        trained(), shapes_patches(6)[4], recorded(states), 4, letting_go(1.5)
    ).layers[1]
    inferred = states[4].layers[1]
    assert restored.trust is not None and inferred.trust is not None
    np.testing.assert_array_equal(restored.trust, inferred.trust)
    np.testing.assert_allclose(restored.energy.total, inferred.energy.total, rtol=1e-3)


@pytest.mark.parametrize("p", [-0.1, 101.0, float("nan")])
def test_senseless_strengths_are_refused(p: float) -> None:
    with pytest.raises(UserError, match="letting_go must lie from 0 to 100"):
        PriorSpec(letting_go=p)


def test_shares_of_another_shape_are_refused() -> None:
    with pytest.raises(UserError, match="Shares of the top-down weight have shape"):
        trusting("exact", np.ones(2))
