"""What is kept of each class where two overlap."""

import numpy as np
import pytest

from dpcn_app.analysis.kept_by_class import KeptSoFar, lit_alone

SQUARE = np.array([[1, 1, 0, 0]], np.float32)
CROSS = np.array([[0, 1, 1, 0]], np.float32)
NOTHING = np.zeros((1, 4), np.float32)


def test_pixels_that_both_lit_belong_to_neither():
    alone = lit_alone([SQUARE, CROSS, NOTHING])
    np.testing.assert_array_equal(alone[:, 0], [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])


def test_kept_is_the_mean_over_all_pixels_of_all_frames():
    kept = KeptSoFar(4, 3)
    assert kept.result() == (None, None, None)
    kept.add(2, np.array([[0.8, 9, 0.2, 9]]), [SQUARE, CROSS, NOTHING])
    kept.add(1, np.array([[0.2, 0.5, 9, 9]]), [SQUARE, NOTHING, NOTHING])
    square, cross, absent = kept.result()
    assert square == pytest.approx((0.8 + 0.2 + 0.5) / 3)
    assert cross == pytest.approx(0.2) and absent is None
    assert 2 in kept and 1 in kept and 0 not in kept


def test_frames_before_the_first_can_be_left_out_and_a_frame_counts_once():
    kept = KeptSoFar(3, 2)
    kept.add(0, np.ones((1, 4)), [SQUARE, CROSS])
    for _ in range(2):
        kept.add(1, np.zeros((1, 4)), [SQUARE, CROSS])
    assert kept.result() == (0.5, 0.5) and kept.result(1) == (0, 0)
