"""Geometry of networks, and the values that a specification refuses."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpcn_app.engine.spec import LayerSpec, NetworkSpec, PriorSpec, square_offsets
from dpcn_app.errors import UserError
from tests.helpers.synthetic import SHAPES_SPEC

LAYER = SHAPES_SPEC.layers[0]
NATURAL_SPEC = NetworkSpec(
    frame_shape=(20, 20),
    patch=15,
    layers=(
        LayerSpec(225, 400, 100, square_offsets(2)),
        LayerSpec(100, 200, 50, square_offsets(3)),
    ),
)


def test_shapes_are_seen_as_sixteen_patches_in_four_groups() -> None:
    patches = SHAPES_SPEC.corners((32, 32), 0)
    groups = SHAPES_SPEC.corners((32, 32), 1)
    assert SHAPES_SPEC.field == (36, 36)
    assert SHAPES_SPEC.field_of(1) == (20, 20)
    assert len(patches) == 16
    assert {tuple(corner) for corner in patches} == {
        (8 * i, 8 * j) for i in range(4) for j in range(4)
    }
    assert groups.tolist() == [[0, 0], [0, 16], [16, 0], [16, 16]]
    assert SHAPES_SPEC.corners((32, 32), 2).tolist() == [[0, 0]]
    assert SHAPES_SPEC.units_per_field(1) == 4


def test_natural_scenes_are_seen_through_fields_of_17_and_20_pixels() -> None:
    assert NATURAL_SPEC.field_of(1) == (17, 17)
    assert NATURAL_SPEC.field == (20, 20)
    assert len(NATURAL_SPEC.corners((20, 20), 0)) == 16


@pytest.mark.parametrize("spec", [SHAPES_SPEC, NATURAL_SPEC])
@pytest.mark.parametrize("layer", [0, 1])
def test_what_hangs_below_a_unit_lies_at_its_offsets_one_after_the_other(
    spec: NetworkSpec, layer: int
) -> None:
    shape = (70, 64)
    above, below = spec.corners(shape, layer + 1), spec.corners(shape, layer)
    offsets = spec.layers[layer].offsets
    for g, corner in enumerate(above):
        for n, offset in enumerate(offsets):
            assert below[g * len(offsets) + n].tolist() == [
                corner[0] + offset[0],
                corner[1] + offset[1],
            ]
    assert len(below) == len(above) * len(offsets)


@pytest.mark.parametrize("stride", [0, 7, 36])
@pytest.mark.parametrize("shape", [(32, 32), (33, 32), (64, 100), (71, 35)])
def test_tiles_cover_every_pixel_and_end_with_the_frame(
    shape: tuple[int, int], stride: int
) -> None:
    spec = replace(SHAPES_SPEC, stride=stride)
    covered = np.zeros((shape[0] + 4, shape[1] + 4), dtype=bool)
    for down, across in spec.corners(shape, 0):
        assert down + 12 <= covered.shape[0]
        assert across + 12 <= covered.shape[1]
        covered[down : down + 12, across : across + 12] = True
    assert covered.all()


def test_units_lie_a_stride_apart_but_for_the_last() -> None:
    spec = replace(SHAPES_SPEC, stride=10)
    corners = spec.unit_corners((32, 57))
    assert corners.tolist() == [[0, 0], [0, 10], [0, 20], [0, 25]]


@pytest.mark.parametrize("shape", [(31, 32), (32, 31), (5, 500)])
def test_a_frame_smaller_than_the_field_gets_a_sentence(shape: tuple[int, int]) -> None:
    sentence = f"A frame of {shape[0]}×{shape[1]} pixels is smaller than .* field of 32×32"
    with pytest.raises(UserError, match=sentence):
        SHAPES_SPEC.unit_corners(shape)
    with pytest.raises(UserError, match=sentence):
        replace(SHAPES_SPEC, frame_shape=shape)


def test_one_layer_and_three_layers_make_networks_too() -> None:
    one = NetworkSpec((20, 20), 12, (LAYER,))
    assert one.depth == 1
    assert len(one.corners((20, 20), 0)) == 4
    third = LayerSpec(3, 5, 2, ((0, 0), (0, 9)))
    three = replace(SHAPES_SPEC, frame_shape=(32, 41), layers=(*SHAPES_SPEC.layers, third))
    assert three.field == (36, 45)
    assert [len(three.corners((32, 41), layer)) for layer in range(4)] == [32, 8, 2, 1]
    assert [three.units_per_field(layer) for layer in (1, 2, 3)] == [8, 2, 1]


def test_a_group_knows_its_size_and_reach() -> None:
    layer = replace(LAYER, offsets=((0, 0), (3, 1), (2, 5)))
    assert layer.group == 3
    assert layer.reach == (3, 5)


BAD_LAYERS: list[dict[str, Any]] = [
    *({name: bad} for name in ("inputs", "states", "causes", "iterations")
      for bad in (0, -1, 100_001, 2.5, float("nan"), True, "4", None)),
    *({name: bad}
      for name in ("transition_weight", "sparsity", "cause_sparsity", "top_down_weight")
      for bad in (-0.1, float("nan"), float("inf"), "1", None)),
    *({"smoothing": bad} for bad in (0.0, -1.0, float("nan"), float("inf"), None)),
    *({"offsets": bad}
      for bad in ((), ((0, -1),), ((0.5, 0),), ((1, 2, 3),), ((4,),), (3, 4), None)),
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD_LAYERS, ids=str)
def test_a_layer_refuses(bad: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="layer"):
        replace(LAYER, **bad)


BAD_NETWORKS: list[dict[str, Any]] = [
    {"layers": ()},
    {"layers": SHAPES_SPEC.layers[::-1]},
    {"layers": (LAYER, LAYER)},
    *({"patch": bad} for bad in (0, 1001, 12.0, 11, None)),
    *({"padding": bad} for bad in (-1, 1001, 0.5, None)),
    *({"stride": bad} for bad in (-1, 37, 2.0, None)),
    *({"frame_shape": bad} for bad in ((0, 32), (32.0, 32), (32,), (32, 32, 3), 32, None)),
]


@pytest.mark.parametrize("bad", BAD_NETWORKS, ids=str)
def test_a_network_refuses(bad: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        replace(SHAPES_SPEC, **bad)


def test_neighbours_of_a_patch_lie_one_patch_up_down_left_and_right() -> None:
    corners = [tuple(map(int, corner)) for corner in SHAPES_SPEC.corners((32, 32), 0)]
    found = SHAPES_SPEC.neighbours(1)
    assert found.shape == (16, 5)
    for index, (down, across) in enumerate(corners):
        places = [(down, across), (down - 8, across), (down + 8, across)]
        places += [(down, across - 8), (down, across + 8)]
        expected = [corners.index(place) if place in corners else 16 for place in places]
        assert found[index].tolist() == expected
    assert (found == 16).sum() == 16  # four sides of four patches


def test_units_of_layer_2_are_neighbours_too_and_the_field_is_the_world() -> None:
    assert SHAPES_SPEC.neighbours(2).tolist() == [
        [0, 4, 2, 4, 1],
        [1, 4, 3, 0, 4],
        [2, 0, 4, 4, 3],
        [3, 1, 4, 2, 4],
    ]


def test_inputs_in_a_row_have_no_neighbours_above_and_below() -> None:
    row = LayerSpec(4, 3, 2, ((0, 0), (0, 2)))
    spec = NetworkSpec((2, 4), 2, (row,))
    assert spec.neighbours(1).tolist() == [[0, 2, 2, 2, 1], [1, 2, 2, 0, 2]]


@pytest.mark.parametrize(
    "wrong", [{"time": -1}, {"top_steepness": np.nan}, {"time_relief": 0.6}, {"predictions": -1}]
)
def test_senseless_strengths_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UserError, match="A prior's"):
        replace(PriorSpec(), **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["transition_weight", "cause_sparsity", "top_down_weight"])
def test_a_weight_beyond_its_limit_is_refused_with_the_limit(name: str) -> None:
    with pytest.raises(UserError, match=rf"{name} must lie from 0 to 1e\+15, not 1e\+16"):
        replace(SHAPES_SPEC.layers[0], **{name: 1e16})  # type: ignore[arg-type]


LIMITS: list[tuple[Any, str, Any, Any, Any, Any]] = [
    *((LAYER, name, 1, 0, 100_000, 100_001) for name in ("states", "causes", "iterations")),
    *(
        (LAYER, name, 0, -1e-9, 1e15, 1.001e15)
        for name in ("transition_weight", "sparsity", "cause_sparsity", "top_down_weight")
    ),
    (LAYER, "smoothing", 1e-15, 9.9e-16, 1e15, 1.001e15),
    (LAYER, "offsets", ((0, 0),), ((-1, 0),), ((100_000, 0),), ((0, 100_001),)),
    *(
        (PriorSpec(), name, 0, -1e-9, 1000, 1000.1)
        for each in ("time", "handed_down", "top", "belief")
        for name in (each, f"{each}_steepness")
    ),
    (PriorSpec(), "predictions", 0, -1e-9, 1000, 1000.1),
    (PriorSpec(), "time_relief", 0, -1e-9, 0.5, 0.501),
    (PriorSpec(), "first_pass", 0, -1e-9, 1, 1.001),
    (replace(SHAPES_SPEC, frame_shape=(100, 100)), "padding", 0, -1, 1000, 1001),
    (SHAPES_SPEC, "stride", 0, -1, 36, 37),
    (SHAPES_SPEC, "frame_shape", (32, 32), (32, 0), (100_000, 32), (100_001, 32)),
]


@pytest.mark.parametrize("case", LIMITS, ids=lambda case: str(case[1]))
def test_values_are_taken_up_to_their_limits_and_refused_beyond(case: tuple[Any, ...]) -> None:
    spec, name, least, too_little, most, too_much = case
    for good in (least, most):
        assert getattr(replace(spec, **{name: good}), name) == good
    for bad in (too_little, too_much):
        with pytest.raises(UserError):
            replace(spec, **{name: bad})


def test_a_network_of_one_pixel_is_a_network() -> None:
    assert NetworkSpec((1, 1), 1, (LayerSpec(1, 1, 1, ((0, 0),)),)).field == (1, 1)


@pytest.mark.parametrize("parts", ["X", "T+X", "T+T", "", "T,D"])
def test_a_prior_of_parts_that_are_not_there_is_refused(parts: str) -> None:
    with pytest.raises(UserError, match="The prior has the parts"):
        PriorSpec(parts=parts)
