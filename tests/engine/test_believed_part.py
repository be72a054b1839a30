"""What a belief sees of a frame, against plain recomputation; and that it decides what is seen."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.believed_part import believed_causes
from dpcn_app.engine.inference import TOLERANCE, Solver, infer_layer, infer_step
from dpcn_app.engine.prior import Prior
from dpcn_app.engine.state import Added
from dpcn_app.engine.top_down import TopDown
from tests.engine.test_top_down import deep_network
from tests.helpers.believing import CAUSES, STRENGTHS, before, trained
from tests.helpers.synthetic import shapes_patches


@pytest.mark.parametrize("solver", ["exact", "paper"])
@pytest.mark.parametrize("begins", [True, False])
def test_layer_2_looks_at_the_first_pass_through_the_belief(solver: Solver, begins: bool) -> None:
    layer, above = trained().layers
    patches, previous = shapes_patches(5)[4], None if begins else before()
    causes = before().top_causes[0]
    mode = TopDown(prior=Prior("D", STRENGTHS), belief=Belief(tuple(causes)))
    found = infer_step(trained(), patches, previous, mode, solver=solver).layers[0].added

    first = infer_layer(
        layer,
        patches,
        None if previous is None else previous.layers[0].states,
        solver=solver,
        tolerance=10 * TOLERANCE,
    )
    Bu = above.B @ causes
    shut = 0.1 * 100 * np.exp(-6 * Bu * Bu.sum() / (Bu * Bu).sum())
    seen = infer_layer(
        above,
        first.causes * np.float32(layer.output_scale),
        solver=solver,
        added=Added({"D": shut.astype(np.float32).reshape(1, 1, 60)}, {}),
    ).states
    u_hat = np.maximum(seen @ above.C.T, 0).reshape(4, 40) / layer.output_scale
    assert u_hat.any()
    c = min(1, (u_hat * first.causes).sum() / (u_hat * u_hat).sum())
    Bu = u_hat @ layer.B.T
    D = 0.7 * 2.5 * c * np.exp(-1.5 * Bu * Bu.sum() / (Bu * Bu).sum())
    assert found is not None and set(found.parts) == {"D"}
    np.testing.assert_allclose(found.confidence["D"], [c], rtol=2e-3)
    np.testing.assert_allclose(found.parts["D"][:, 0], D, rtol=5e-3, atol=1e-4)


def test_every_layer_looks_through_what_the_one_above_sees() -> None:
    network = deep_network()
    state = infer_step(network, np.random.default_rng(1).normal(size=(8, 16)))  # two fields
    looked: list[tuple[int, np.ndarray, np.ndarray]] = []

    def infer(layer, inputs, *, added):
        # Strongly and at no added price, so that something is seen of mere noise.
        seen = infer_layer(layer, 100 * inputs)
        looked.append((network.layers.index(layer), added.parts["D"], seen.states))
        return seen

    handed = believed_causes(network, Belief(CAUSES), state.layers[:2], infer)
    assert [index for index, *_ in looked] == [2, 1]
    assert [handed[index].shape for index in (2, 1, 0)] == [(2, 3), (2, 4), (4, 5)]
    np.testing.assert_array_equal(handed[2], [CAUSES, CAUSES])
    for index, raised, seen in looked:
        layer, below = network.layers[index], network.layers[index - 1]
        causes = np.maximum(seen @ layer.C.T, 0).reshape(-1, below.spec.causes)
        np.testing.assert_allclose(handed[index - 1], causes / below.output_scale, rtol=1e-5)
        assert causes.any()
        for unit in range(2):  # S goes over the field of a top unit
            Bu = handed[index].reshape(2, -1, layer.spec.causes)[unit] @ layer.B.T
            S = Bu * Bu.sum() / (Bu * Bu).sum() if Bu.any() else Bu
            expected = layer.spec.sparsity * 100 * np.exp(-6 * S)
            np.testing.assert_allclose(raised.reshape(2, *Bu.shape)[unit], expected, rtol=1e-5)


def test_a_belief_decides_what_is_seen_of_two_shapes_at_once() -> None:
    """A square beside an X: told to look for one, the network loses the other."""
    from dpcn_app.video.outlines import ObjectStyle
    from dpcn_app.video.patches import PatchGrid

    network = trained()
    grid = PatchGrid.of(network.spec, (32, 32))
    style = ObjectStyle(("square", "x", "diamond"), 13)
    lit = []
    for shape, corner in ((0, (2, 2)), (1, (14, 15))):
        image = np.zeros((32, 32), np.float32)
        style.draw(image, np.array([corner]), [shape])
        lit.append(image > 0.5)
    both = np.maximum(*lit).astype(np.float32)
    beliefs = []
    for each in lit:
        state = None
        for _ in range(3):
            state = infer_step(network, grid.cut(each.astype(np.float32)), state)
        assert state is not None
        beliefs.append(Belief(tuple(state.top_causes[0])))
    kept = np.zeros((2, 2))
    for row, belief in enumerate(beliefs):
        held, state = replace(TopDown.named("prior"), belief=belief), None
        for _ in range(3):
            state = infer_step(network, grid.cut(both), state, held)
        assert state is not None
        seen = grid.whole_frame(state.layers[0].reconstruction, both)
        kept[row] = [seen[lit[0] & ~lit[1]].mean(), seen[lit[1] & ~lit[0]].mean()]
    assert kept[0, 0] - kept[0, 1] > 0.3 and kept[1, 1] - kept[1, 0] > 0.3, kept
