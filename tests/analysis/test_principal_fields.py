"""Principal components of pictures at several places, against a singular value decomposition."""

import numpy as np
import pytest

from dpcn_app.analysis.principal_fields import principal_fields
from dpcn_app.engine.spec import square_offsets


def weighted_rows(pictures, offsets, reach, weights):
    """Return for each cause all weighted pictures at all places, in frames of zeros, as rows."""
    count, height, width = pictures.shape
    placed = np.zeros((len(offsets), count, height + reach[0], width + reach[1]))
    shared = np.zeros(placed.shape[2:])
    for frame, (down, across) in zip(placed, offsets, strict=True):
        frame[:, down : down + height, across : across + width] = pictures
        shared[down : down + height, across : across + width] += 1
    rows = (placed / np.sqrt(np.maximum(shared, 1))).reshape(-1, shared.size)
    return [np.tile(column, len(offsets))[:, None] * rows for column in weights.T]


@pytest.mark.parametrize("stride", [2, 4, 6])  # places overlap, touch, or lie apart
def test_hardly_any_picture_is_nearer_to_all_weighted_ones(stride):
    rng = np.random.default_rng(stride)
    pictures, weights = rng.normal(size=(7, 5, 4)), rng.uniform(size=(7, 3)) ** 2
    offsets, reach = square_offsets(stride), (stride, stride)
    fields = principal_fields(pictures, offsets, reach, weights)
    assert fields.shape == (3, 5 + stride, 4 + stride)
    np.testing.assert_allclose(np.linalg.norm(fields, axis=(1, 2)), 1)
    for field, rows in zip(fields, weighted_rows(pictures, offsets, reach, weights), strict=True):
        most = np.linalg.svd(rows, compute_uv=False)[0] ** 2
        assert 0.97 * most < np.sum((rows @ field.ravel()) ** 2) <= most * (1 + 1e-9)


def test_it_is_the_component_itself_where_that_stands_out():
    rng = np.random.default_rng(0)
    pictures, weights = rng.normal(size=(6, 4, 4)), np.full((6, 1), 0.1)
    weights[2] = 1
    offsets, reach = ((0, 0), (1, 2)), (1, 2)
    (field,) = principal_fields(pictures, offsets, reach, weights)
    (rows,) = weighted_rows(pictures, offsets, reach, weights)
    component = np.linalg.svd(rows)[2][0].reshape(field.shape)
    assert min(np.abs(field - component).max(), np.abs(field + component).max()) < 1e-3


def test_without_weights_there_is_nothing_to_see():
    pictures = np.ones((3, 2, 2), np.float32)
    fields = principal_fields(pictures, ((0, 0), (0, 2)), (0, 2), np.zeros((3, 2)))
    assert fields.shape == (2, 2, 4) and not fields.any()
