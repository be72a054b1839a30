"""A belief held in place of u_{t−1}, against plain recomputation; wrong ones are refused."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.inference import TOLERANCE, Solver, infer_layer, infer_step
from dpcn_app.engine.modes import MODES
from dpcn_app.engine.prior import Prior, expect, handed_down, permuted
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown, predict
from dpcn_app.errors import UserError
from tests.engine.test_top_down import deep_network, deep_states
from tests.helpers.believing import CAUSES, STRENGTHS, before, trained
from tests.helpers.synthetic import shapes_patches


def pretending(state: NetworkState, causes: tuple[float, ...] = CAUSES) -> NetworkState:
    """Return a state whose top causes are others: what a belief has to amount to."""
    top = state.layers[-1]
    held = np.tile(np.array(causes, top.causes.dtype), (len(top.causes), 1))
    return NetworkState((*state.layers[:-1], replace(top, causes=held)))


def assert_same(one: NetworkState, other: NetworkState) -> None:
    for a, b in zip(one.layers, other.layers, strict=True):
        assert a.states.tobytes() == b.states.tobytes()
        assert a.causes.tobytes() == b.causes.tobytes()


@pytest.mark.parametrize("solver", ["exact", "paper"])
@pytest.mark.parametrize(
    "mode", ["off", "average", "coherence", "predictions", "both", "prior:T+K", "placebo:T+K"]
)
def test_without_d_it_is_as_if_the_top_causes_had_been_the_belief(
    mode: str, solver: Solver
) -> None:
    plain = TopDown.named(mode)
    if plain.prior is not None:
        strengths = replace(STRENGTHS, predictions=0.01)
        plain = replace(plain, prior=replace(plain.prior, strengths=strengths))
    patches = shapes_patches(5)[4]
    held = infer_step(
        trained(), patches, before(), replace(plain, belief=Belief(CAUSES)), solver=solver
    )
    assert_same(held, infer_step(trained(), patches, pretending(before()), plain, solver=solver))
    acts = plain.coherence or plain.predictions or plain.prior is not None
    without = infer_step(trained(), patches, before(), plain, solver=solver)
    assert acts == (not np.array_equal(held.top_causes, without.top_causes))


def test_in_a_deep_network_all_layers_follow_from_it() -> None:
    network, previous = deep_network(), deep_states(deep_network())
    top = network.layers[2]  # at this γ₀ its states open only where a cause expects them
    network = network.with_layer(2, replace(top, spec=replace(top.spec, sparsity=1.0)))
    nothing = (0.0, 0.0, 0.0)
    held = predict(network, previous, Belief(nothing))
    for ours, theirs in zip(held, predict(network, pretending(previous, nothing)), strict=True):
        np.testing.assert_array_equal(ours.causes, theirs.causes)
        np.testing.assert_array_equal(ours.states, theirs.states)
    assert not np.array_equal(held[1].causes, predict(network, previous)[1].causes)
    rng = np.random.default_rng(2)
    maps = [rng.random((5, layer.spec.states, layer.spec.states)) for layer in network.layers]
    mapped = replace(
        network,
        layers=tuple(replace(layer, M=M) for layer, M in zip(network.layers, maps, strict=True)),
    )
    prior = Prior("T+D+K", STRENGTHS)
    expected = expect(mapped, previous, prior, Belief(CAUSES))  # before the frame is known
    pretended = expect(mapped, pretending(previous), Prior("T+D+K", STRENGTHS.under_belief))
    assert [[each.part for each in layer] for layer in expected] == [["T", "D"], ["D"], ["K"]]
    for index in range(3):
        for a, b in zip(expected[index], pretended[index], strict=True):
            np.testing.assert_array_equal(a.states, b.states)
            assert a.strength == b.strength
    alone = expect(mapped, previous, prior)
    assert not np.array_equal(expected[0][1].states, alone[0][1].states)


@pytest.mark.parametrize("mode", MODES)
def test_without_a_belief_nothing_depends_on_its_strength(mode: str) -> None:
    plain, patches = TopDown.named(mode), shapes_patches(5)[4]
    assert plain.belief is None
    other = plain
    if plain.prior is not None:
        own = trained().spec.prior
        assert own is not None
        other = replace(plain, prior=replace(plain.prior, strengths=replace(own, belief=77.0)))
    assert_same(
        infer_step(trained(), patches, before(), plain),
        infer_step(trained(), patches, before(), other),
    )


@pytest.mark.parametrize("mode", ["both", "prior", "prior:K"])
def test_at_the_first_frame_it_is_expected_though_nothing_was_seen(mode: str) -> None:
    """Coherence and K at the top follow from the belief alone, and D from what it sees."""
    patches = shapes_patches(1)[0]
    held = replace(TopDown.named(mode), belief=Belief(CAUSES))
    first = infer_step(trained(), patches, None, held)
    bottom, top = first.layers
    np.testing.assert_array_equal(top.predicted_causes, [CAUSES])
    assert top.top_down_weight > 0 and bottom.top_down_weight == 0
    parts = [set() if each.added is None else set(each.added.parts) for each in first.layers]
    assert (
        parts == {"both": [set(), set()], "prior": [{"D"}, {"K"}], "prior:K": [set(), {"K"}]}[mode]
    )
    two = infer_step(trained(), np.concatenate([patches, patches]), None, held)
    np.testing.assert_array_equal(two.top_causes, np.repeat(first.top_causes, 2, axis=0))


def test_a_placebo_permutes_what_a_belief_hands_down_and_nothing_else() -> None:
    believed = {1: np.array([CAUSES]), 0: np.random.default_rng(0).random((4, 40))}
    true, false = (
        expect(
            trained(),
            before(),
            Prior("D+K", STRENGTHS, placebo=placebo),
            Belief(CAUSES),
            believed,
        )
        for placebo in (False, True)
    )
    (handed,), (top,) = true
    (shuffled,), (same,) = false
    np.testing.assert_array_equal(top.states, same.states)
    assert handed.causes is not None and shuffled.causes is not None
    assert not np.array_equal(handed.causes, shuffled.causes)
    flat = permuted(handed.causes.reshape(1, -1))  # over all places: where is content too
    np.testing.assert_array_equal(flat, shuffled.causes.reshape(1, -1))


@pytest.mark.parametrize("belief", [None, Belief((9.0, 9.0, 9.0))])
def test_a_matched_placebo_has_the_confidence_of_both_sides_permuted_alike(
    belief: Belief | None,
) -> None:
    patches, strengths = shapes_patches(5)[4], replace(STRENGTHS, predictions=0.0)
    confidence, raised = {}, {}
    for name in ("prior", "placebo", "matched-placebo"):
        prior = replace(TopDown.named(name).prior or Prior(), strengths=strengths)
        mode = TopDown(prior=prior, belief=belief)
        added = infer_step(trained(), patches, before(), mode).layers[0].added
        assert added is not None
        confidence[name], raised[name] = float(added.confidence["D"][0]), added.parts["D"]
    assert confidence["matched-placebo"] == confidence["prior"] != confidence["placebo"]
    assert not np.array_equal(raised["matched-placebo"], raised["prior"])
    if belief is None:
        first = infer_layer(
            trained().layers[0], patches, before().layers[0].states, tolerance=30 * TOLERANCE
        )
        u_hat, u = permuted(handed_down(trained(), before())[0]), permuted(first.causes)
        c = min(1, float((u_hat * u).sum() / (u_hat * u_hat).sum()))
        assert confidence["matched-placebo"] == pytest.approx(c, rel=1e-3)


def test_equal_beliefs_are_one_key() -> None:
    one, two = Belief(tuple(np.array([0.5, 0, 2], np.float32))), Belief((0.5, 0, 2.5))
    assert one == Belief(CAUSES) and hash(one) == hash(Belief(CAUSES)) and one != two
    modes = (TopDown(belief=one), TopDown(belief=Belief(CAUSES)), TopDown(belief=two), TopDown())
    assert len(set(modes)) == 3


@pytest.mark.parametrize("causes", [(), (1.0, -0.1, 0), (np.nan, 0, 0), (np.inf, 0, 0), ("a",), 3])
def test_what_is_no_list_of_sizes_is_refused_with_a_sentence(causes: tuple[float, ...]) -> None:
    with pytest.raises(UserError, match="of a belief must be"):
        Belief(causes)


def test_a_belief_for_another_network_is_refused_with_a_sentence() -> None:
    mode = replace(TopDown.named("both"), belief=Belief((1.0, 2.0)))
    with pytest.raises(UserError, match="2 causes was given to a network with 3 top causes"):
        infer_step(trained(), shapes_patches(1)[0], None, mode)


def test_only_a_placebo_can_be_matched() -> None:
    with pytest.raises(UserError, match="Only a placebo"):
        Prior(matched=True)
