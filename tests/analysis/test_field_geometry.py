"""Fields that are bent: clear in every part, and turned another way in each."""

import numpy as np
import pytest

from dpcn_app.analysis.field_geometry import (
    bent_share,
    clarity_and_agreement,
    extent,
    stripes_in_words,
)


def stripes(turn: np.ndarray | float) -> np.ndarray:
    y, x = np.indices((20, 20)) - 9.5
    return np.cos(2 * np.pi * 0.15 * (np.cos(turn) * x + np.sin(turn) * y))


def test_straight_stripes_agree_and_a_corner_does_not() -> None:
    _, x = np.indices((20, 20))
    corner = np.where(x < 10, stripes(0.0), stripes(np.pi / 2))
    fields = np.stack([stripes(0.0), stripes(0.7), corner])
    clarity, agreement = clarity_and_agreement(fields)
    assert (clarity > 0.6).all()
    assert agreement[0] > 0.95 and agreement[1] > 0.95
    assert agreement[2] < 0.5
    assert bent_share(fields) == pytest.approx(1 / 3)


def test_noise_is_not_called_bent() -> None:
    noise = np.random.default_rng(0).normal(size=(20, 20, 20))
    assert bent_share(noise) < 0.1


def test_the_extent_counts_the_pixels_in_use() -> None:
    field = np.zeros((1, 20, 20))
    field[0, :4, :5] = -1
    assert extent(field)[0] == pytest.approx(20)


@pytest.mark.parametrize("angle", [0, 30, 45, 90, 135, 150])
def test_a_straight_edge_is_told_by_its_direction(angle: int) -> None:
    down, across = np.mgrid[-10:11, -10:11]
    turn = np.radians(angle)
    distance = across * np.sin(turn) + down * np.cos(turn)  # rows are counted downwards
    edge = np.exp(-(distance**2) / 4) * np.exp(-(down**2 + across**2) / 60)
    assert stripes_in_words(edge) == f"edge, {angle}°"


def test_a_corner_and_a_field_without_stripes_are_told_apart() -> None:
    corner = np.zeros((21, 21))
    corner[4:, 5] = corner[4, 5:] = 1.0
    assert stripes_in_words(corner) == "bend or corner"
    assert stripes_in_words(np.random.default_rng(0).normal(size=(21, 21))) == ""
    assert stripes_in_words(np.zeros((21, 21))) == ""
