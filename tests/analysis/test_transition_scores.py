"""How A is scored: against the truth, against a diagonal, and by how far it moves things."""

import numpy as np
import pytest

from dpcn_app.analysis.transition_scores import (
    best_diagonal,
    displacements,
    look_alikes,
    score_prediction,
    shared_successors,
)
from tests.helpers.moving_bars import SIDE, moving_bars


def test_the_true_transition_scores_best() -> None:
    rng = np.random.default_rng(0)
    A = rng.normal(size=(6, 6)) / 3
    before = rng.normal(size=(500, 6))
    after, C = before @ A.T, rng.normal(size=(10, 6))
    perfect = score_prediction(A, C, before, after)
    assert perfect.r2 == pytest.approx(1)
    assert perfect.pixels == pytest.approx(0, abs=1e-12)
    assert perfect.l1 == pytest.approx(0, abs=1e-6)
    nothing = score_prediction(0 * A, C, before, after)
    assert (nothing.r2, nothing.pixels, nothing.l1) == pytest.approx((0, 1, 1))


def test_the_best_diagonal_is_no_worse_than_any_other() -> None:
    rng = np.random.default_rng(1)
    before = rng.normal(size=(400, 5))
    after = before * [0.9, 0.5, 0, -0.3, 1] + 0.1 * rng.normal(size=(400, 5))
    diagonal = best_diagonal(before, after)
    np.testing.assert_allclose(np.diag(diagonal), [0.9, 0.5, 0, -0.3, 1], atol=0.03)
    best = score_prediction(diagonal, np.eye(5), before, after).r2
    for factor in (0.9, 1.1):
        assert score_prediction(factor * diagonal, np.eye(5), before, after).r2 < best


def test_a_transition_that_moves_things_is_seen_to_move_them() -> None:
    network = moving_bars()
    moved = displacements(network.layers[0], SIDE, network.layers[0].A)
    np.testing.assert_array_equal(moved[:-1], [[0, 2]] * 7)
    assert np.isnan(moved[-1]).all()  # nothing follows the last


def test_look_alikes_do_not_count_themselves() -> None:
    C = moving_bars().layers[0].C
    assert not look_alikes(C).any()  # bars that share no pixel are not alike
    assert not np.diag(look_alikes(np.ones((4, 3)))).any()


def test_successors_that_merely_look_alike_are_told() -> None:
    rng = np.random.default_rng(2)
    C = rng.normal(size=(12, 40))
    assert shared_successors(look_alikes(C), C) == 1
    assert shared_successors(rng.normal(size=(40, 40)), C) < 0.4
