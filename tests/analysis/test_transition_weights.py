"""What a transition expects: how far of a state itself, and what it adds."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.analysis.transition_weights import own_weight, steps_ahead, successors
from tests.helpers.moving_bars import SIDE, moving_bars


def test_own_weight_is_the_mean_of_the_diagonal_and_the_share_beside_it():
    A = np.array([[0.8, 0.1], [-0.2, 0.4]])
    assert own_weight(A) == pytest.approx((0.6, 0.3 / 1.5))
    assert own_weight(A, 0) == pytest.approx((0.8, 0.2))
    assert own_weight(np.zeros((3, 3))) == (0, 0)
    assert own_weight(np.eye(5) * 0.7) == pytest.approx((0.7, 0))


def test_successors_are_others_and_come_largest_first():
    layer = moving_bars().layers[0]
    A = np.eye(8, dtype=np.float32)
    A[4, 2], A[6, 2] = -0.3, 0.1
    moved = replace(layer, A=A)
    assert successors(moved, 2)[:2] == [(4, pytest.approx(-0.3)), (6, pytest.approx(0.1))]
    assert len(successors(moved, 2)) == 5 and 2 not in dict(successors(moved, 2, 99))


def test_what_moves_on_is_followed_step_by_step():
    ahead = steps_ahead(moving_bars(), 0, 0, 3)
    columns = [int(each.picture.sum(axis=0).argmax()) for each in ahead]
    assert columns == [0, 2, 4, 6] and ahead[0].picture.shape == (SIDE, SIDE)
    assert [each.own for each in ahead] == [1, 0, 0, 0]
    assert [each.others for each in ahead] == [0, 1, 1, 1]


def test_of_what_stays_only_the_rest_is_drawn():
    network = moving_bars()
    A = np.eye(8, dtype=np.float32) * 0.7
    A[3, 2] = 0.1
    network = network.with_layer(0, replace(network.layers[0], A=A))
    ahead = steps_ahead(network, 0, 2, 2)
    pictures = state_pictures(network, 0)
    np.testing.assert_allclose(ahead[0].picture, pictures[2])
    np.testing.assert_allclose(ahead[1].picture, 0.1 * pictures[3], atol=1e-6)
    np.testing.assert_allclose(ahead[2].picture, 0.14 * pictures[3], atol=1e-6)
    assert [each.own for each in ahead] == pytest.approx([1, 0.7, 0.49])
    assert ahead[1].others == pytest.approx(0.1 / 0.8)
