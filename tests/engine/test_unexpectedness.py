"""How unexpected states are."""

import numpy as np
import pytest

from dpcn_app.engine.unexpectedness import unexpectedness


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_it_is_the_exponential_of_the_share_of_what_is_expected_of_a_field(dtype):
    m = np.abs(np.random.default_rng(3).normal(size=(5, 4, 7))).astype(dtype)
    total, squares = m.sum(axis=(1, 2), keepdims=True), (m**2).sum(axis=(1, 2), keepdims=True)
    found = unexpectedness(m, 2.5)
    assert found.dtype == dtype
    assert np.allclose(found, np.exp(-2.5 * m * total / squares), rtol=1e-5)


def test_it_has_no_scale():
    m = np.abs(np.random.default_rng(4).normal(size=(2, 3, 6)))
    assert np.allclose(unexpectedness(m, 3.0), unexpectedness(1000 * m, 3.0))


def test_a_field_of_which_nothing_was_expected_is_unexpected_throughout():
    m = np.ones((2, 3, 4), np.float32)
    m[1] = 0
    found = unexpectedness(m, 4.0)
    assert np.allclose(found[0], np.exp(-4.0), rtol=1e-5)
    assert (found[1] == 1).all()


def test_what_need_not_lie_in_a_row_is_worked_out_all_the_same():
    m = np.abs(np.random.default_rng(5).normal(size=(6, 3, 2))).transpose(2, 1, 0)
    assert np.array_equal(unexpectedness(m, 1.0), unexpectedness(m.copy(), 1.0))
