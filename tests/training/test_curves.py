"""Curves of a training: every step at first, fewer of them as they grow."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpcn_app.training.curves import CurveRow, GrowingCurves, curves_as_json, kept_curves


def rows(*steps: int) -> list[CurveRow]:
    change = dict.fromkeys("ABC", 0.1)
    return [CurveRow(step, 0, {"prior": float(step)}, change, 0.2, 0.3) for step in steps]


def test_without_a_step_there_is_nothing_to_draw():
    curves = GrowingCurves().curves()
    assert (len(curves.steps), curves.energy) == (0, {})


def test_each_step_is_a_row():
    growing = GrowingCurves()
    growing.add(rows(0, 1, 2))
    curves = growing.curves()
    np.testing.assert_array_equal(curves.steps, [0, 1, 2])
    np.testing.assert_array_equal(curves.energy["prior"], [0, 1, 2])
    assert set(curves.change) == {"A", "B", "C"}


def test_a_long_training_is_thinned_evenly_however_its_steps_come():
    at_once, in_parts = GrowingCurves(), GrowingCurves()
    at_once.add(rows(*range(2000)))
    for step in range(0, 2000, 8):
        in_parts.add(rows(*range(step, step + 8)))
    steps = at_once.curves().steps
    assert 200 <= len(steps) <= 401
    assert len(set(np.diff(steps))) == 1
    np.testing.assert_array_equal(in_parts.curves().steps, steps)


def test_curves_come_back_from_a_recipe():
    growing = GrowingCurves(resumed=True)
    growing.add(rows(*range(300)))
    told = json.loads(json.dumps({"curves": curves_as_json(growing.curves())}))
    curves = kept_curves(told)
    assert curves is not None and curves.resumed
    np.testing.assert_array_equal(curves.steps, range(0, 300, 2))
    np.testing.assert_array_equal(curves.energy["prior"], range(0, 300, 2))
    assert set(curves.active_states) == {0.2} and set(curves.change) == {"A", "B", "C"}


def standing(**changes) -> dict[str, Any]:
    """Return how curves stand after three steps, with changes to the last row."""
    growing = GrowingCurves()
    growing.add(rows(0, 1, 2))
    told = json.loads(json.dumps(growing.standing()))
    told["rows"][-1] |= changes
    return told


def test_curves_go_on_from_where_they_stood():
    curves = GrowingCurves.going_on(standing())
    curves.add(rows(3))
    np.testing.assert_array_equal(curves.curves().energy["prior"], [0, 1, 2, 3])


@pytest.mark.parametrize(
    "damaged",
    [
        None,
        {"every": 2},
        {"every": None, "rows": []},
        standing() | {"every": 0},
        standing() | {"every": -2},
        standing() | {"rows": [{}]},
        standing(step=10**400),
        standing(layer="1"),
        standing(energy={"prior": "1"}),
        standing(energy={"unknown": 1.0}),
        standing(change={"A": 1.0}),
        standing(active_causes=None),
    ],
)
def test_damaged_curves_let_the_training_go_on(damaged):
    curves = GrowingCurves.going_on(damaged)
    curves.add(rows(3, 4))
    assert list(curves.curves().steps)[-2:] == [3, 4]
    json.dumps(curves.standing(), allow_nan=False)


def test_what_is_not_finite_is_a_gap():
    growing = GrowingCurves()
    growing.add([replace(row, active_causes=np.inf) for row in rows(0, 1)])
    told = json.loads(json.dumps(curves_as_json(growing.curves()), allow_nan=False))
    curves = kept_curves({"curves": told})
    assert curves is not None and np.isnan(curves.active_causes).all()


@pytest.mark.parametrize(
    "recipe",
    [
        {},
        {"curves": None},
        {"curves": []},
        {"curves": {"steps": [1]}},
        {"curves": {"steps": [[1, 2]]}},
        {"curves": {"steps": [1, 2], "layers": [0]}},
        {"curves": {"steps": ["a", "b"]}},
    ],
)
def test_a_recipe_without_sound_curves_has_none(recipe):
    assert kept_curves(recipe) is None
