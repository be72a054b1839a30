"""One inference, iteration by iteration: its passes, prices and pictures."""

from typing import get_args

import numpy as np
import pytest

from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import Solver, infer_step
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live.inference_trace import (
    TERMS,
    InferenceTrace,
    TracedPass,
    UnitField,
    leading,
    liveliest,
    of_unit,
    passes_of,
)
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig
from tests.helpers.optimality import lowest_states, tolerated

NETWORK = open_model("shapes-easy").network
VIDEO = noisy_shapes(ShapesConfig.named("easy", seed=7), 8, 1.5)
SOLVERS: tuple[Solver, ...] = get_args(Solver)
GRID = PatchGrid.of(NETWORK.spec, (32, 32))


def inferred(mode: str, frames: int = 4, *, solver: Solver = "exact") -> NetworkState:
    """Return the last of some frames, with every iteration."""
    state = None
    for index in range(frames):
        patches = GRID.cut(VIDEO.frame(index).image)
        before, top_down = state, TopDown.named(mode)
        state = infer_step(NETWORK, patches, before, top_down)
    return infer_step(NETWORK, patches, before, top_down, solver=solver, trace=True)


def test_bottom_up_makes_one_pass_a_layer_from_what_A_predicts() -> None:
    state = inferred("off")
    passes = passes_of(state)
    assert [each.name for each in passes] == ["Layer 1", "Layer 2"]
    for each, layer in zip(passes, state.layers, strict=True):
        assert np.array_equal(each.states[0], layer.predicted_states)
        assert not each.causes[0].any()
        assert np.array_equal(each.states[-1], layer.states)
        assert np.array_equal(each.causes[-1], layer.causes)
        assert len(each) == layer.iterations.max() == len(each.states) - 1


def test_the_prior_makes_two_passes_and_the_second_begins_where_the_first_ended() -> None:
    state = inferred("prior")
    first, second, above = passes_of(state)
    assert (first.name, second.name) == ("Layer 1, first pass", "Layer 1, second pass")
    assert above.name == "Layer 2"
    assert np.array_equal(second.states[0], first.states[-1])
    assert np.array_equal(second.causes[0], first.causes[-1])
    assert np.array_equal(second.states[-1], state.layers[0].states)
    assert not first.added.any()
    assert (second.added > 0.1).any()


@pytest.mark.parametrize("solver", SOLVERS)
def test_energies_of_every_iteration_are_those_of_its_states_and_causes(solver: Solver) -> None:
    for each in passes_of(inferred("prior", solver=solver)):
        result = each.result
        for iteration in (0, 1, len(each)):
            expected = energy(
                result.layer,
                result.inputs,
                each.states[iteration],
                each.causes[iteration],
                result.predicted_states,
                result.predicted_causes,
                result.top_down_weight,
                added=each.added,
            )
            assert set(expected.by_name()) == set(TERMS)
            for name, term in expected.by_name().items():
                np.testing.assert_allclose(each.energies[name][iteration], term, rtol=1e-6)
            np.testing.assert_allclose(each.total[iteration], expected.total, rtol=1e-5)


def test_the_exact_solver_never_raises_the_energy() -> None:
    for each in passes_of(inferred("prior")):
        assert (np.diff(each.total.sum(axis=1)) <= 1e-3).all()


@pytest.mark.parametrize(("mode", "passed"), [("both", 0), ("prior", 1)])
def test_evidence_above_the_price_is_what_switches_a_state_on(mode: str, passed: int) -> None:
    state = inferred(mode)
    layer = state.layers[0]
    each = passes_of(state)[passed]
    group, number = liveliest(layer)
    q, price = each.evidence(group, number)[-1], each.price(group, number)[-1]
    x, C = layer.states[group, number], layer.layer.C
    for k in range(len(x)):
        others = x.copy()
        others[k] = 0
        by_hand = C[:, k] @ (layer.inputs[group, number] - C @ others)
        assert q[k] == pytest.approx(by_hand, abs=1e-4)
    assert (x != 0).sum() >= 3
    lowest = lowest_states(layer)
    assert (np.abs(layer.states - lowest) <= tolerated(layer)).all()
    at_the_price = np.abs(np.abs(q) - price) < 1e-4  # rounding decides
    assert at_the_price.sum() < 10
    above = np.abs(q) > price
    assert (at_the_price | (above == (lowest[group, number] != 0))).all()


def test_an_iteration_after_the_last_is_the_last() -> None:
    each = passes_of(inferred("off"))[0]
    assert each.at(10**6) == len(each) and each.at(-3) == 0
    assert np.array_equal(each.reconstruction(10**6), each.reconstruction(len(each)))


def test_a_top_units_inference_needs_nothing_of_its_neighbours() -> None:
    """Three videos side by side stand for three top units of one frame."""
    units = [GRID.cut(VIDEO.frame(index).image) for index in (0, 2, 4)]
    later = [GRID.cut(VIDEO.frame(index).image) for index in (1, 3, 5)]
    mode = TopDown.named("prior")
    before = infer_step(NETWORK, np.concatenate(units), None, mode)
    together = infer_step(NETWORK, np.concatenate(later), before, mode)
    for unit in range(3):
        alone = infer_step(NETWORK, later[unit], of_unit(before, unit), mode, trace=True)
        for one, other in zip(alone.layers, of_unit(together, unit).layers, strict=True):
            assert np.array_equal(one.states, other.states)
            assert np.array_equal(one.causes, other.causes)


def test_the_field_of_a_small_frame_is_the_whole_frame() -> None:
    image = VIDEO.frame(3).image
    field = UnitField.of(GRID, image, 0)
    assert np.array_equal(field.image, image)
    patches = GRID.cut(image)
    assert np.array_equal(field.picture(patches), GRID.whole_frame(patches, image))
    assert tuple(field.corners[0]) == (-2, -2)


def test_the_field_of_one_of_several_units_is_its_part_of_the_frame() -> None:
    model = open_model("natural")
    spec = model.network.spec
    rng = np.random.default_rng(3)
    image = rng.normal(0, 1, (60, 70)).astype(np.float32)
    grid = PatchGrid.of(spec, image.shape, model.preprocessing)
    corners = spec.unit_corners(image.shape)
    units = len(corners)
    assert units > 3
    for unit in (0, units - 1):
        field = UnitField.of(grid, image, unit)
        (top, left), (height, width) = corners[unit] - spec.padding, spec.field
        part = image[max(top, 0) : top + height, max(left, 0) : left + width]
        assert np.array_equal(field.image, part)
        own = grid.of_units(slice(unit, unit + 1)).cut(image)
        np.testing.assert_allclose(field.picture(own), part, atol=1e-5)


def test_a_solver_that_ends_early_waits_for_the_other() -> None:
    exact, paper = (passes_of(inferred("off", solver=each)) for each in SOLVERS)
    field = UnitField.of(GRID, VIDEO.frame(3).image, 0)
    trace = InferenceTrace(3, "off", 0, range(1), inferred("off"), field, exact, paper)
    assert trace.length(0) == len(paper[0]) > len(exact[0])
    alone = InferenceTrace(3, "off", 0, range(1), inferred("off"), field, exact, None)
    assert alone.length(0) == len(exact[0])
    assert [type(each) for each in alone.solvers(0)] == [TracedPass]


def test_the_strongest_at_the_end_lead_and_one_is_shown_in_any_case() -> None:
    exact = np.array([[0.0, 9.0, 0.0, 0.0, 0.0], [0.0, 0.0, 2.0, -3.0, 0.0]])
    paper = np.array([[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 2.5, 1.0, 0.1]])
    assert leading((exact, paper), 5) == [3, 2, 4, 1]  # 0 was never active
    assert leading((exact, paper), 2) == [3, 2]
    assert leading((exact, paper), 2, also=0) == [3, 0]
    assert leading((exact, paper), 2, also=2) == [3, 2]
    assert leading((exact, paper), 2, also=99) == [3, 2]
