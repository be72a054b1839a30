"""The extended prior: its parts against plain NumPy, its energy, and the paper's model if off."""

from dataclasses import replace
from functools import cache

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.engine.inference import TOLERANCE, Solver, infer_layer, infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.prior import Expectation, Prior, expect, handed_down
from dpcn_app.engine.spec import PriorSpec, prior_parts
from dpcn_app.engine.state import Added, LayerState, NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.storage.bundled import open_model
from tests.helpers.synthetic import (
    energy_at,
    random_layer,
    shapes_patches,
    small_inputs,
    small_spec,
)

PRIOR = TopDown.named("prior")

NOTHING = PriorSpec(time=0, time_relief=0, handed_down=0, top=0)


@cache
def trained() -> Network:
    return open_model("shapes-easy").network


@cache
def watched(top_down: TopDown = PRIOR) -> tuple[NetworkState, ...]:
    """Infer the frames of a noisy video."""
    states: list[NetworkState] = []
    for patches in shapes_patches(8):
        states.append(infer_step(trained(), patches, states[-1] if states else None, top_down))
    return tuple(states)


def first_pass(states: np.ndarray) -> LayerState:
    """Return a state of a layer with the given states, and causes that no test uses."""
    layer = random_layer(np.random.default_rng(0), small_spec(sparsity=0.5))
    return replace(infer_layer(layer, np.zeros((len(states), 4, 16))), states=states)


def test_what_is_added_does_not_depend_on_the_scale_of_what_is_expected() -> None:
    rng = np.random.default_rng(0)
    m, first = rng.exponential(size=(2, 4, 24)), first_pass(0.25 * rng.normal(size=(2, 4, 24)))
    found, c = Expectation("T", m, None, 3, 2, 0.1).added(first.layer, first)
    for field in range(2):
        e = np.exp(-2 * m[field] * m[field].sum() / (m[field] ** 2).sum())
        expected = 0.5 * (3 * c[field] * e - 0.1 * (1 - e))
        np.testing.assert_allclose(found[field], expected, rtol=1e-10)
    for scale in (1000, 1e-4):
        again, _ = Expectation("T", scale * m, None, 3, 2, 0.1).added(
            first.layer, replace(first, states=scale * first.states)
        )
        np.testing.assert_allclose(again, found, rtol=1e-10)


def test_where_nothing_is_expected_nothing_is_added() -> None:
    first = first_pass(np.ones((1, 4, 24)))
    found, c = Expectation("T", np.zeros((1, 4, 24)), None, 3, 2, 0.1).added(first.layer, first)
    assert c == 0 and np.abs(found).max() < 1e-15


def test_confidence_is_how_much_of_what_was_expected_is_found() -> None:
    rng = np.random.default_rng(1)
    m, x = rng.exponential(size=(3, 4, 24)), rng.normal(size=(3, 4, 24))
    for found, expected in (
        (x, [min(1, (m[f] * np.abs(x[f])).sum() / (m[f] * m[f]).sum()) for f in range(3)]),
        (0.25 * m, [0.25] * 3),
        (-9 * m, [1] * 3),
    ):
        first = first_pass(found)
        _, c = Expectation("T", m, None, 3, 2).added(first.layer, first)
        np.testing.assert_allclose(c, expected)
    _, c = Expectation("K", m, m, 3, 2).added(first.layer, None)
    np.testing.assert_array_equal(c, 1)


def test_gamma_grows_by_the_formula() -> None:
    """Layer 1 of a trained network, from the previous states and the first pass alone."""
    network, previous = trained(), watched()[4]
    strengths = PriorSpec(3, 2, 0.25, 1.5, 1, 2, 3)
    layer, above = network.layers
    assert layer.M is not None and above.M is not None
    patches = shapes_patches(8)[5]
    mode = TopDown(prior=Prior("T+D+K", strengths))
    state = infer_step(network, patches, previous, mode)
    first = infer_layer(layer, patches, previous.layers[0].states, tolerance=10 * TOLERANCE)

    x = np.abs(previous.layers[0].states).reshape(16, 100)
    m = np.zeros((16, 100))
    for index, row in enumerate(network.spec.neighbours(1)):
        for place, other in enumerate(row):
            if other < 16:
                m[index] += layer.M[place] @ x[other]
    m = np.maximum(m, 0)
    c = min(1, (m * np.abs(first.states).reshape(16, 100)).sum() / (m * m).sum())
    e = np.exp(-2 * m * m.sum() / (m * m).sum())
    T = 0.7 * (3 * c * e - 0.25 * (1 - e))
    added = state.layers[0].added
    assert added is not None and 0 < c < 1
    np.testing.assert_allclose(added.parts["T"].reshape(16, 100), T, rtol=2e-4, atol=1e-5)
    np.testing.assert_allclose(added.confidence["T"], [c], rtol=1e-4)

    u2 = previous.top_causes[0]
    x2 = np.abs(previous.layers[1].states[0])
    handed = np.zeros((4, 40))
    for index, row in enumerate(network.spec.neighbours(2)):
        m2 = sum(above.M[place] @ x2[other] for place, other in enumerate(row) if other < 4)
        m2 = np.maximum(m2, 0)
        opened = 1 - np.exp(-above.B @ u2)
        handed[index] = np.maximum(above.C @ (m2 * opened), 0) / layer.output_scale
    np.testing.assert_allclose(handed_down(network, previous)[0], handed, rtol=1e-4, atol=1e-5)
    Bu = handed @ layer.B.T
    c = min(1, (handed * first.causes).sum() / (handed * handed).sum())
    D = 0.7 * 1.5 * c * np.exp(-1 * Bu * Bu.sum() / (Bu * Bu).sum())
    np.testing.assert_allclose(added.parts["D"][:, 0], D, rtol=1e-3, atol=1e-5)

    added = state.layers[1].added
    assert added is not None and added.parts.keys() == {"K"}
    Bu = above.B @ u2
    K = 0.1 * 2 * np.exp(-3 * Bu * Bu.sum() / (Bu * Bu).sum())
    np.testing.assert_allclose(added.parts["K"][0, 0], K, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("share", [0.3, 1.0])
def test_a_spread_hands_every_unit_what_was_seen_anywhere_in_the_field(share: float) -> None:
    network, previous = trained(), watched()[4]
    layer, above = network.layers
    assert above.M is not None
    sizes = np.abs(previous.layers[1].states[0])
    m = np.zeros((4, 60))
    for index, row in enumerate(network.spec.neighbours(2)):
        m[index] = sum(
            above.M[place] @ sizes[other] for place, other in enumerate(row) if other < 4
        )
    m = np.maximum(m, 0)
    everywhere = (m[0] + m[1] + m[2] + m[3]) / 4
    opened = 1 - np.exp(-above.B @ previous.top_causes[0])
    handed = [
        np.maximum(above.C @ (((1 - share) * own + share * everywhere) * opened), 0) for own in m
    ]
    found = handed_down(network, previous, spread=share)[0]
    np.testing.assert_allclose(found, np.array(handed) / layer.output_scale, rtol=1e-4, atol=1e-5)
    strengths = replace(network.spec.prior or PriorSpec(), spread=share)
    (D,) = expect(network, previous, Prior("D", strengths))[0]
    np.testing.assert_array_equal(D.causes, found[None])


def test_fields_side_by_side_spread_nothing_into_each_other() -> None:
    network, (one, other) = trained(), (watched()[4], watched()[7])
    layers = (
        replace(
            a,
            states=np.concatenate([a.states, b.states]),
            causes=np.concatenate([a.causes, b.causes]),
        )
        for a, b in zip(one.layers, other.layers, strict=True)
    )
    both = handed_down(network, NetworkState(tuple(layers)), spread=0.6)[0]
    alone = [handed_down(network, state, spread=0.6)[0] for state in (one, other)]
    np.testing.assert_allclose(both, np.concatenate(alone), rtol=1e-5, atol=1e-7)


def test_what_enters_an_empty_unit_is_expected_with_a_spread_alone() -> None:
    network, previous = trained(), watched()[4]
    states = np.array(previous.layers[1].states)
    states[0, 1:] = 0  # layer 2 has seen something in one place alone
    previous = NetworkState((previous.layers[0], replace(previous.layers[1], states=states)))
    far = 3  # diagonally across: no neighbour of the place that saw it
    assert not handed_down(network, previous)[0][far].any()
    assert handed_down(network, previous, spread=0.5)[0][far].any()


def test_after_silence_the_top_expects_nothing_and_what_appears_is_seen_at_once() -> None:
    """Layer 1 falls silent in black frames, and with it all that reaches the top."""
    patches, silent = shapes_patches(8), np.zeros_like(shapes_patches(8)[0])
    state = watched()[4]
    for _ in range(3):
        state = infer_step(trained(), silent, state, PRIOR)
    assert not state.top_causes.any()
    returned = infer_step(trained(), patches[5], state, PRIOR)
    added = returned.layers[1].added
    assert added is not None and not added.parts["K"].any() and added.confidence["K"] == 0
    assert returned.top_causes.any()


def test_states_below_that_no_cause_pools_do_not_reach_the_top() -> None:
    """What the top hears are the causes of the layer below, not its states."""
    previous = watched()[4]
    layer = previous.layers[0]
    assert layer.states.any()
    unpooled = replace(layer, causes=np.zeros_like(layer.causes))
    (K,) = expect(trained(), NetworkState((unpooled, previous.layers[1])), Prior("K"))[1]
    assert K.added(trained().layers[1], None)[1] == 0


def test_a_network_of_one_layer_hears_by_its_own_states() -> None:
    """Its parts T and K are those of any network; nothing is handed down to it."""
    network = trained()
    lone = Network(replace(network.spec, layers=network.spec.layers[:1]), network.layers[:1])
    state = infer_step(lone, shapes_patches(8)[0], None, TopDown.named("off"))
    silent = replace(state.layers[0], states=np.zeros_like(state.layers[0].states))
    for layer, heard in ((state.layers[0], 1), (silent, 0)):
        (K,) = expect(lone, NetworkState((layer,)), Prior("K", PriorSpec(top=2)))[0]
        assert K.part == "K" and (K.added(lone.layers[0], None)[1] == heard).all()


def test_a_top_that_could_not_decide_goes_on_charging() -> None:
    """Something reached it, though no cause is active: that is no silence."""
    previous = watched()[4]
    undecided = replace(previous.layers[1], causes=np.zeros_like(previous.top_causes))
    previous = NetworkState((previous.layers[0], undecided))
    (K,) = expect(trained(), previous, Prior("K"))[1]
    raised, c = K.added(trained().layers[1], None)
    strengths = trained().spec.prior
    assert strengths is not None
    assert c == 1
    np.testing.assert_allclose(raised, 0.1 * strengths.top, rtol=1e-6)


def test_a_state_that_was_kept_without_its_inputs_can_be_gone_on_from() -> None:
    patches = shapes_patches(3)
    state = infer_step(trained(), patches[0], None, PRIOR)
    bare = tuple(replace(layer, inputs=layer.inputs[..., :0]) for layer in state.layers)
    after, expected = (
        infer_step(trained(), patches[1], each, PRIOR)
        for each in (replace(state, layers=bare), state)
    )
    np.testing.assert_array_equal(after.top_causes, expected.top_causes)


def test_the_parts_are_separable() -> None:
    for parts in ("T", "D", "K", "T+D", "D+K", "T+D+K"):
        state = watched(replace(PRIOR, prior=Prior(parts)))[3]
        found = [layer.added for layer in state.layers]
        letters = [set() if each is None else set(each.parts) for each in found]
        named = set(prior_parts(parts))
        assert letters == [named & {"T", "D"}, named & {"K"}]


@pytest.mark.parametrize("solver", ["exact", "paper"])
@pytest.mark.parametrize("name", ["off", "coherence", "predictions", "both"])
def test_with_all_strengths_at_zero_it_is_the_papers_model_to_the_bit(
    name: str, solver: Solver
) -> None:
    silent = replace(TopDown.named(name), prior=Prior("T+D+K", NOTHING))
    one = two = None
    for patches in shapes_patches(5):
        one = infer_step(trained(), patches, one, TopDown.named(name), solver=solver)
        two = infer_step(trained(), patches, two, silent, solver=solver)
    assert one is not None and two is not None
    for a, b in zip(one.layers, two.layers, strict=True):
        assert b.added is None
        assert a.states.tobytes() == b.states.tobytes()
        assert a.causes.tobytes() == b.causes.tobytes()
        assert a.gamma.tobytes() == b.gamma.tobytes()
        assert not b.energy.prior.any()


def with_added(seed: int, solver: Solver = "exact") -> LayerState:
    """Infer a small problem to the end with a prior that raises some γ and lowers others."""
    rng = np.random.default_rng(seed)
    layer = random_layer(rng, small_spec(iterations=3000, sparsity=0.3, smoothing=1e-4))
    previous = rng.normal(size=(3, 4, 24)) * (rng.random((3, 4, 24)) < 0.2)
    shared = rng.exponential(0.3, (3, 1, 24))
    added = Added({"T": rng.uniform(-0.1, 0.5, (3, 4, 24)), "D": shared}, {})
    inputs = small_inputs(rng, layer, 3)
    return infer_layer(
        layer, inputs, previous, solver=solver, tolerance=1e-12, added=added, trace=True
    )


@pytest.mark.parametrize("seed", range(3))
def test_states_are_those_that_a_convex_solver_finds_with_the_added_gamma(seed: int) -> None:
    state = with_added(seed)
    spec, C = state.layer.spec, state.layer.C
    assert state.added is not None
    gamma = state.gamma[:, None, :] + state.added.total(4)
    for group in range(3):
        for n in range(4):
            x = cp.Variable(24)
            objective = 0.5 * cp.sum_squares(state.inputs[group, n] - C @ x)
            objective += spec.transition_weight * cp.norm1(x - state.predicted_states[group, n])
            objective += gamma[group, n] @ cp.abs(x)
            cp.Problem(cp.Minimize(objective)).solve(solver=cp.CLARABEL)
            assert x.value is not None
            np.testing.assert_allclose(state.states[group, n], x.value, atol=3e-4)


@pytest.mark.parametrize("seed", range(3))
def test_the_energy_reported_is_the_one_that_falls(seed: int) -> None:
    state = with_added(seed)
    assert state.trace is not None
    totals = np.stack([energy.total for energy in state.trace.energies])
    assert (np.diff(totals, axis=0) <= 1e-12 * totals[0]).all()
    np.testing.assert_allclose(totals[-1], state.energy.total)
    assert state.energy.prior.any()
    step = 1e-5  # no direction leads down from the end, by finite differences
    for direction in np.random.default_rng(seed).normal(size=(20, *state.states.shape)):
        moved = energy_at(state, state.states + step * direction, state.causes)
        assert (moved.total >= state.energy.total - 1e-9).all()


def test_both_solvers_minimise_the_same_energy() -> None:
    exact, paper = with_added(1), with_added(1, "paper")
    np.testing.assert_allclose(exact.energy.total, paper.energy.total, rtol=2e-3)
    assert (exact.energy.total <= paper.energy.total * (1 + 1e-6)).all()


def test_a_second_pass_that_starts_where_the_first_ended_needs_few_iterations() -> None:
    first = with_added(2)
    previous = np.linalg.solve(first.layer.A, first.predicted_states[..., None])[..., 0]
    again = infer_layer(
        first.layer, first.inputs, previous, tolerance=1e-6, added=first.added, start=first
    )
    assert (again.iterations <= 2).all()
    np.testing.assert_allclose(again.states, first.states, atol=1e-5)


def test_fields_of_a_batch_do_not_know_of_each_other() -> None:
    one, two = shapes_patches(8)[:4], shapes_patches(8)[4:]
    mode = PRIOR
    alone: list[NetworkState | None] = [None, None]
    together = None
    for pair in zip(one, two, strict=True):
        alone = [infer_step(trained(), p, s, mode) for p, s in zip(pair, alone, strict=True)]
        together = infer_step(trained(), np.concatenate(pair), together, mode)
    assert together is not None
    for index in (0, 1):
        each = np.concatenate([state.layers[index].states for state in alone if state])
        np.testing.assert_array_equal(together.layers[index].states, each)


def test_the_placebo_permutes_what_is_handed_down_and_nothing_else() -> None:
    previous = watched()[5]
    true = expect(trained(), previous, Prior("T+D+K"))
    false = expect(trained(), previous, Prior("T+D+K", placebo=True))
    (time, handed), (top,) = true
    (same_time, permuted), (same_top,) = false
    np.testing.assert_array_equal(time.states, same_time.states)
    np.testing.assert_array_equal(top.states, same_top.states)
    assert handed.causes is not None and permuted.causes is not None
    assert not np.array_equal(handed.causes, permuted.causes)
    np.testing.assert_array_equal(np.sort(handed.causes), np.sort(permuted.causes))


def test_the_prior_may_keep_the_papers_predictions_at_a_weight_of_its_own() -> None:
    """With only that weight, the mode `prior` is the paper's model with the same weight."""
    strengths = replace(NOTHING, predictions=0.02)
    ours = replace(PRIOR, prior=Prior("T+D+K", strengths))
    paper = replace(TopDown.named("both"), weights=(0.02, trained().spec.layers[1].top_down_weight))
    one = two = None
    for patches in shapes_patches(5):
        one = infer_step(trained(), patches, one, ours)
        two = infer_step(trained(), patches, two, paper)
    assert one is not None and two is not None
    assert one.layers[0].top_down_weight == 0.02 and one.layers[0].predicted_causes.any()
    for a, b in zip(one.layers, two.layers, strict=True):
        assert a.causes.tobytes() == b.causes.tobytes()


def test_the_placebo_permutes_these_predictions_too() -> None:
    strengths = replace(NOTHING, predictions=0.02)
    previous, patches = watched()[5], shapes_patches(8)[6]
    true, false = (
        infer_step(trained(), patches, previous, replace(PRIOR, prior=prior)).layers
        for prior in (Prior("T", strengths), Prior("T", strengths, placebo=True))
    )
    assert not np.array_equal(true[0].predicted_causes, false[0].predicted_causes)
    np.testing.assert_array_equal(
        np.sort(true[0].predicted_causes), np.sort(false[0].predicted_causes)
    )
    np.testing.assert_array_equal(true[1].predicted_causes, false[1].predicted_causes)


def test_noise_fades_from_the_reconstruction_and_objects_stay() -> None:
    network = trained()
    seen = shapes_patches(8)[6].reshape(4, 4, 144)
    clean = shapes_patches(8, 0.0)[6].reshape(4, 4, 144)
    noise = (seen == 1) & (clean == 0)
    assert noise.any() and network.spec.prior is not None
    plain = watched(TopDown.named("off"))[6].layers[0].reconstruction
    faded = watched()[6].layers[0].reconstruction
    assert faded[noise].mean() < 0.75 * plain[noise].mean()
    assert faded[clean == 1].mean() > 0.9 * plain[clean == 1].mean()


def test_a_network_without_maps_is_refused_with_a_sentence() -> None:
    network = Network.initial(trained().spec, 0)
    for mode in ("prior", "placebo", "prior:T"):
        with pytest.raises(UserError, match="no maps for the extended prior"):
            infer_step(network, shapes_patches(1)[0], None, TopDown.named(mode))
