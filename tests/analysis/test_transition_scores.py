"""How A is scored: against the truth, against a diagonal, and by how far it moves things."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.receptive_fields import foretold
from dpcn_app.analysis.transition_scores import (
    best_diagonal,
    displacements,
    look_alikes,
    score_prediction,
    shared_successors,
)
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec

SIDE = 15
SPEC = NetworkSpec((SIDE, SIDE), SIDE, (LayerSpec(SIDE**2, 8, 2, ((0, 0),)),))


def moving_bars() -> Network:
    """Atoms are upright bars, each two pixels right of the last; A moves each to the next."""
    network = Network.initial(SPEC, 0)
    atoms = np.zeros((8, SIDE, SIDE), np.float32)
    for number in range(8):
        atoms[number, 3:12, 2 * number : 2 * number + 1] = 1 / 3
    A = np.roll(np.eye(8, dtype=np.float32), 1, axis=0) * 0.9
    A[0, 7] = 0  # the last one leaves
    layer = replace(network.layers[0], A=A, C=atoms.reshape(8, -1).T)
    return network.with_layer(0, layer)


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


def test_a_film_goes_on_step_by_step() -> None:
    film = foretold(moving_bars(), 0, 0, 3)
    assert film.shape == (4, SIDE, SIDE)
    columns = [int(frame.sum(axis=0).argmax()) for frame in film]
    assert columns == [0, 2, 4, 6]
    np.testing.assert_allclose(np.linalg.norm(film, axis=(1, 2)), 1, rtol=1e-5)
