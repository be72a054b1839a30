"""The scales of a chart: what an axis spans, and the round numbers on it."""

import numpy as np
import pytest

from dpcn_app.gui.widgets.chart_scales import (
    Scale,
    decade_ticks,
    round_ticks,
    step_scale,
    value_scale,
)


def test_ticks_are_round_numbers_inside_the_range():
    assert round_ticks(0, 1, 4) == [0, 0.5, 1.0]
    assert round_ticks(3, 97, 5) == [20, 40, 60, 80]
    assert round_ticks(-0.2, 0.2, 4) == [-0.2, -0.1, 0, 0.1, 0.2]


def test_ticks_within_decades_become_fewer_where_there_are_many_decades():
    assert [round(10**tick, 3) for tick in decade_ticks(0, 1, 6)] == [1, 2, 5, 10]
    assert [round(10**tick, 3) for tick in decade_ticks(0, 2, 4)] == [1, 3, 10, 30, 100]
    assert decade_ticks(0, 4, 4) == [0, 1, 2, 3, 4]
    assert decade_ticks(0, 8, 3) == [0, 3, 6]


def test_steps_span_from_the_first_to_the_last():
    assert step_scale(np.array([20.0, 30.0, 60.0])) == Scale(20, 60)
    assert step_scale(np.array([20.0])) == Scale(20, 21)
    assert step_scale(np.empty(0)) == Scale(0, 1)


def test_values_span_zero_and_a_little_above_the_highest():
    scale = value_scale([np.array([2.0, np.nan]), np.array([10.0, np.inf])], logarithmic=False)
    assert scale.low == 0 and scale.high == pytest.approx(10.6)
    assert value_scale([np.array([-4.0, -2.0])], logarithmic=False).low == -4


def test_a_logarithmic_axis_leaves_out_what_is_far_below_the_rest():
    scale = value_scale([np.array([1e-30, 1e-3, 100.0, 0.0])], logarithmic=True)
    assert (scale.low, scale.high) == pytest.approx((-4.1, 2.1))


@pytest.mark.parametrize("values", [[], [np.full(3, np.nan)], [np.zeros(3)]])
@pytest.mark.parametrize("logarithmic", [False, True])
def test_without_values_there_is_still_an_axis(values, logarithmic):
    scale = value_scale(values, logarithmic=logarithmic)
    assert scale.high > scale.low
    assert scale.ticks(4)


def test_places_are_shares_of_the_axis():
    np.testing.assert_allclose(Scale(10, 20).shares(np.array([10.0, 15.0, 20.0])), [0, 0.5, 1])
    places = Scale(0, 2, logarithmic=True).shares(np.array([1.0, 10.0, 100.0, 0.0]))
    np.testing.assert_allclose(places, [0, 0.5, 1, np.nan])


def test_ticks_come_with_their_places_and_labels():
    assert Scale(0, 2).ticks(2) == [(0, "0"), (0.5, "1"), (1, "2")]
    assert Scale(-1, 1, logarithmic=True).ticks(2) == [(0, "0.1"), (0.5, "1"), (1, "10")]
    assert Scale(0, 4000).step_ticks(2) == [(0, "0"), (0.5, "2,000"), (1, "4,000")]
