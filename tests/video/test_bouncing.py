"""Bounces are true to mechanics."""

import numpy as np
import pytest

from dpcn_app.video.bouncing import bounce


def test_bounces_off_each_other_keep_momentum_and_energy() -> None:
    rng = np.random.default_rng(0)
    collisions = 0
    room = np.array([100.0, 100.0])
    for _ in range(200):
        places = rng.uniform(40, 60, (3, 2))
        velocity = rng.normal(size=(3, 2))
        moved, after = bounce(places, velocity, room, 13)
        np.testing.assert_array_equal(moved, places)
        np.testing.assert_allclose(after.sum(axis=0), velocity.sum(axis=0), atol=1e-12)
        assert (after**2).sum() == pytest.approx((velocity**2).sum())
        collisions += not np.allclose(after, velocity)
    assert collisions > 50


def test_two_objects_that_meet_head_on_swap_their_velocities() -> None:
    places = np.array([[5.0, 5.0], [5.0, 12.0]])
    velocity = np.array([[0.3, 1.0], [0.1, -0.5]])
    _, after = bounce(places, velocity, np.array([30.0, 30.0]), 8)
    np.testing.assert_allclose(after, [[0.3, -0.5], [0.1, 1.0]])


def test_objects_that_part_are_left_alone() -> None:
    places = np.array([[5.0, 5.0], [5.0, 12.0]])
    velocity = np.array([[0.0, -1.0], [0.0, 0.5]])
    _, after = bounce(places, velocity, np.array([30.0, 30.0]), 8)
    np.testing.assert_array_equal(after, velocity)


def test_a_wall_mirrors_place_and_velocity_and_keeps_energy() -> None:
    places = np.array([[-0.25, 20.5], [4.0, 4.0]])
    velocity = np.array([[-1.0, 0.75], [0.5, 0.5]])
    room = np.array([19.0, 20.0])
    moved, after = bounce(places, velocity, room, 3)
    np.testing.assert_allclose(moved, [[0.25, 19.5], [4.0, 4.0]])
    np.testing.assert_allclose(after, [[1.0, -0.75], [0.5, 0.5]])
    np.testing.assert_array_equal(velocity, [[-1.0, 0.75], [0.5, 0.5]])
