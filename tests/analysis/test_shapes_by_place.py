"""Which cause of a layer stands for which shape, told from where the shapes are."""

from collections.abc import Sequence

import numpy as np
import pytest

from dpcn_app.analysis.shapes_by_place import NOT_ALONE, ShapesToldSoFar, shapes_alone
from dpcn_app.training.presets import preset
from dpcn_app.video.shapes import SHAPE_SETS, BouncingShapes, ShapesConfig
from dpcn_app.video.source import PlacedShape

SPEC = preset("shapes-levels").network
SHAPES = SHAPE_SETS["levels"].shapes
FRAME = (64, 64)


def alone(*placed: PlacedShape) -> list[int]:
    """Return what the four quarters see alone: upper left, upper right, lower left, lower right."""
    return shapes_alone(SPEC, FRAME, 2, placed, SHAPES).tolist()


def test_a_quarter_sees_alone_what_lies_in_it_whole_with_nothing_else() -> None:
    assert alone(PlacedShape("x", 5, 5, 13)) == [1, NOT_ALONE, NOT_ALONE, NOT_ALONE]
    assert alone(PlacedShape("triangle", 45, 40, 13))[3] == 3
    assert alone(PlacedShape("x", 5, 5, 13), PlacedShape("x", 15, 2, 13))[0] == 1


def test_another_shape_that_reaches_in_leaves_nothing_alone() -> None:
    # The fields reach to pixel 33 and begin again at 30: they share four pixels.
    beside = PlacedShape("square", 5, 34, 13)
    assert alone(PlacedShape("x", 5, 5, 13), beside)[0] == 1
    reaching = PlacedShape("square", 5, 33, 13)
    assert alone(PlacedShape("x", 5, 5, 13), reaching)[:2] == [NOT_ALONE, 0]


def test_a_shape_that_is_cut_off_is_not_seen() -> None:
    assert alone(PlacedShape("x", 5, 21, 13)) == [1, NOT_ALONE, NOT_ALONE, NOT_ALONE]
    assert alone(PlacedShape("x", 5, 22, 13)) == [NOT_ALONE] * 4


def test_fields_hold_what_the_frame_shows_there() -> None:
    """Independently: no pixel of the field is lit but those of the one shape."""
    source = BouncingShapes(ShapesConfig.named("levels", seed=4), 200)
    found = 0
    for index in range(200):
        frame = source.frame(index)
        for unit, kind in enumerate(shapes_alone(SPEC, FRAME, 2, frame.placed, SHAPES)):
            if kind == NOT_ALONE:
                continue
            top, left = 30 * (unit // 2), 30 * (unit % 2)  # without the padding of two pixels
            rows, columns = slice(top, top + 34), slice(left, left + 34)
            others = np.zeros(FRAME, np.float32)
            for each in frame.placed:
                if each.name != SHAPES[kind]:
                    others[each.top : each.top + 13, each.left : each.left + 13] = 1
            assert frame.image[rows, columns].any() and not others[rows, columns].any()
            found += 1
    assert found > 100


def told(shown: Sequence[tuple[str, int | None]]) -> ShapesToldSoFar:
    """Return what is counted where the upper left quarter shows shapes, and a cause is on, or none.

    A second cause is on less in every frame.
    """
    so_far = ShapesToldSoFar(SPEC, FRAME, 2, SHAPES)
    for index, (name, cause) in enumerate(shown):
        causes = np.zeros((4, 4), np.float32)
        if cause is not None:
            causes[0, cause], causes[0, (cause + 1) % 4] = 2.0, 1.0
        so_far.add(index, [PlacedShape(name, 5, 5, 13)], causes)
    return so_far


def test_causes_are_named_one_to_one_after_the_shapes_in_which_they_are_strongest() -> None:
    result = told([("square", 2), ("x", 0), ("diamond", 3), ("triangle", 1)] * 3).result()
    assert result is not None
    assert result.names == ("x", "triangle", "square", "diamond")
    assert result.told == 1 and set(result.by_shape.values()) == {1.0} and result.units == 12


def test_silent_units_and_other_causes_count_as_wrong() -> None:
    shown = [("square", 0)] * 6 + [("square", None)] * 2 + [("x", 1)] * 3 + [("x", 0)]
    result = told(shown).result()
    assert result is not None
    assert result.names == ("square", "x", "", "")
    assert result.by_shape == pytest.approx({"square": 6 / 8, "x": 3 / 4})
    assert result.told == pytest.approx(9 / 12)


def test_no_cause_can_stand_for_two_shapes() -> None:
    result = told([("square", 0)] * 5 + [("x", 0)] * 5).result()
    assert result is not None and result.told == pytest.approx(0.5)
    assert sorted(result.names) == ["", "", "", result.names[0]]


def test_a_frame_that_comes_again_counts_once_and_nothing_seen_is_nothing_told() -> None:
    so_far = told([])
    assert so_far.result() is None
    for _ in range(3):
        so_far.add(7, [PlacedShape("x", 5, 5, 13)], np.eye(4, dtype=np.float32))
    result = so_far.result()
    assert result is not None and result.units == 1


def test_a_layer_with_more_causes_than_shapes_leaves_some_without_a_name() -> None:
    so_far = ShapesToldSoFar(SPEC, FRAME, 1, SHAPES)
    causes = np.zeros((16, 40), np.float32)
    causes[0, 31] = 1.0
    so_far.add(0, [PlacedShape("diamond", 2, 2, 13)], causes)
    result = so_far.result()
    assert result is not None
    assert [name for name in result.names if name] == ["diamond"]
    assert result.names[31] == "diamond" and result.told == 1
