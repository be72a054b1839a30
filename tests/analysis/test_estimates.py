"""Means over seeds and their intervals."""

import numpy as np
import pytest
from scipy import stats

from dpcn_app.analysis.estimates import Estimate, beyond_doubt, estimate, halves_errors


def test_the_interval_is_that_of_students_distribution() -> None:
    values = [0.2, 0.5, 0.9, 0.4]
    found = estimate(values)
    low, high = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert found.mean == pytest.approx(np.mean(values)) and found.seeds == 4
    assert found.half == pytest.approx((high - low) / 2)


def test_one_seed_has_no_interval() -> None:
    assert estimate([0.3]).half is None


def test_an_interval_lies_above_another_where_they_do_not_touch() -> None:
    assert Estimate(0.9, 0.04, 5).above(Estimate(0.8, 0.05, 5))
    assert not Estimate(0.9, 0.06, 5).above(Estimate(0.8, 0.05, 5))
    assert not Estimate(0.9, None, 1).above(Estimate(0.1, None, 1))


def test_errors_are_halved_where_at_most_half_of_them_are_left() -> None:
    assert halves_errors([0.98, 0.96], [0.96, 0.92])
    assert not halves_errors([0.98, 0.95], [0.96, 0.92])
    assert halves_errors([0.98] * 3, [0.903] * 3)


def test_a_gain_is_beyond_doubt_where_its_paired_interval_lies_above_0() -> None:
    theirs = [0.1, 0.5, 0.9]
    assert beyond_doubt([0.21, 0.6, 1.0], theirs)
    assert not beyond_doubt([0.11, 0.9, 0.9], theirs)
    assert beyond_doubt([0.2, 0.2], [0.1, 0.29])  # two seeds: their mean decides
    assert not beyond_doubt([0.2], [0.2])
