"""States without their zeros, frame by frame."""

import numpy as np
import pytest

from dpcn_app.engine.sparse_frames import SparseArray, SparseFrames


@pytest.fixture
def dense() -> np.ndarray:
    rng = np.random.default_rng(0)
    states = rng.normal(size=(5, 3, 2, 20)).astype(np.float32)
    states[rng.uniform(size=states.shape) < 0.9] = 0
    states[2] = 0
    return states


def sparse(states: np.ndarray) -> SparseFrames:
    return SparseFrames(states != 0, states[states != 0])


def test_every_frame_is_as_it_was(dense: np.ndarray) -> None:
    frames = sparse(dense)
    assert len(frames) == 5 and frames.shape == dense.shape
    for index, expected in enumerate(dense):
        assert frames[index].dtype == np.float32
        np.testing.assert_array_equal(frames[index], expected)
    np.testing.assert_array_equal(np.asarray(frames), dense)


def test_a_frame_that_is_changed_changes_no_other(dense: np.ndarray) -> None:
    frames = sparse(dense)
    frames[1][:] = 7
    np.testing.assert_array_equal(frames[1], dense[1])


def test_there_is_no_frame_beyond_the_ends(dense: np.ndarray) -> None:
    for index in (-1, 5):
        with pytest.raises(IndexError, match="of 5"):
            sparse(dense)[index]


def test_values_that_do_not_fit_are_refused(dense: np.ndarray) -> None:
    with pytest.raises(ValueError, match="places"):
        SparseFrames(dense != 0, np.ones(3, np.float32))


def test_it_takes_a_quarter_of_the_memory(dense: np.ndarray) -> None:
    frames = sparse(dense)
    assert frames._values.nbytes + frames._places.nbytes < dense.nbytes / 4


def test_one_array_is_as_it_was_and_takes_what_it_says(dense: np.ndarray) -> None:
    turned = np.asfortranarray(dense[0, 0].T)
    array = SparseArray.of(turned)
    assert array.dense().dtype == np.float32
    np.testing.assert_array_equal(array.dense(), turned)
    assert array.nbytes == 8 * np.count_nonzero(turned)
