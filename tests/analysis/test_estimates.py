"""Means over seeds and their intervals."""

import numpy as np
import pytest
from scipy import stats

from dpcn_app.analysis.estimates import Estimate, estimate


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
