"""Sums of rows: the same as products of matrices, for any number of rows."""

import numpy as np
import pytest

from dpcn_app.engine.rows import multiply_sparse, subtract_rows
from tests.helpers.parts import callable_part


@pytest.mark.parametrize("count", range(10))
def test_rows_are_subtracted_however_many_they_are(count: int) -> None:
    rng = np.random.default_rng(count)
    matrix, target, factors = rng.normal(size=(12, 7)), rng.normal(size=(3, 9)), rng.normal(size=12)
    chosen = rng.permutation(12)
    expected = target.copy()
    expected[1, :7] -= factors[:count] @ matrix[chosen[:count]]
    callable_part(subtract_rows)(target, 1, factors, chosen, count, matrix)
    np.testing.assert_allclose(target, expected, atol=1e-14)


def test_a_sparse_product_is_a_product() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(size=(6, 11)) * (rng.random((6, 11)) < 0.4)
    x[2] = 0
    matrix, product = rng.normal(size=(11, 5)), np.full((6, 5), np.nan)
    multiply_sparse(x, matrix, product)
    np.testing.assert_allclose(product, x @ matrix, atol=1e-14)
