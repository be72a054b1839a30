"""The kernels' own e^x."""

import math

import numpy as np
import pytest

from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel


@kernel
def _apply(values, results):
    for index in range(values.shape[0]):
        results[index] = exponential(values[index])


def applied(values):
    results = np.empty_like(values)
    _apply(values, results)
    return results


@pytest.mark.parametrize(("reach", "error"), [(1, 3e-7), (10, 1e-6), (85, 1e-5)])
def test_float32_is_right_to_the_last_digits_that_matter(reach, error):
    values = np.linspace(-reach, reach, 20001).astype(np.float32)
    exact = np.exp(values.astype(np.float64))
    assert np.abs(applied(values) / exact - 1).max() < error


def test_float64_is_exact():
    values = np.linspace(-50, 50, 1001)
    assert np.allclose(applied(values), np.exp(values), rtol=1e-15)


def test_zero_gives_exactly_one():
    assert applied(np.zeros(1, np.float32))[0] == 1
    assert exponential(0.0) == 1


def test_far_out_values_stay_finite_and_in_order():
    values = np.array([-1e30, -200, -87, 88, 200, 1e30], np.float32)
    results = applied(values)
    assert np.isfinite(results).all()
    assert (np.diff(results) >= 0).all()
    assert results[0] < 1e-37
    assert results[-1] > 1e38
    assert math.isclose(results[2], results[0])
