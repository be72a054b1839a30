"""Curves of a training: every step at first, fewer of them as they grow."""

import numpy as np

from dpcn_app.live.training_curves import GrowingCurves
from dpcn_app.live.training_messages import CurveRow


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
