"""Threads: every slice once, bit-identical results, safe to call from several threads at once."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock, get_ident

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_states, infer_step
from dpcn_app.engine.network import normalise_columns
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.threads import even_slices, in_slices, shrinking_slices
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from tests.helpers.synthetic import shapes_network, shapes_patches

ARRAYS = ("states", "causes", "gamma", "predicted_states", "predicted_causes", "iterations")


def many_frames(threads: int) -> NetworkState:
    """Infer two steps of 16 videos: 64 groups in layer 1, 16 in layer 2."""
    videos = shapes_patches(32).reshape(16, 2, 16, 144)
    state: NetworkState | None = None
    for step in range(2):
        patches = videos[:, step].reshape(-1, 144)
        state = infer_step(shapes_network(), patches, state, TopDown.named("both"), threads=threads)
    assert state is not None
    return state


def assert_identical(one: NetworkState, other: NetworkState) -> None:
    for layer, same in zip(one.layers, other.layers, strict=True):
        assert layer.causes.any()
        for name in ARRAYS:
            assert np.array_equal(getattr(layer, name), getattr(same, name)), name


def sparse_problem() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    C = normalise_columns(rng.normal(size=(20, 30))).astype(np.float32)
    return C, rng.normal(size=(200, 20)).astype(np.float32)


def sparse_states(threads: int) -> np.ndarray:
    C, y = sparse_problem()
    return infer_states(C, y, transition_weight=0.0, sparsity=0.3, threads=threads)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("size", [0, 1, 7, 64, 100])
def test_every_piece_of_work_is_done_once(size: int, threads: int) -> None:
    for slices in (even_slices(size, 3), shrinking_slices(size, threads)):
        done = np.zeros(size, int)

        def task(some: slice) -> None:
            done[some] += 1  # noqa: B023 - called at once

        in_slices(task, slices, threads)
        assert (done == 1).all()


def test_slices_shrink_only_where_threads_share_them() -> None:
    assert shrinking_slices(100, threads=1) == [slice(0, 100)]
    widths = [some.stop - some.start for some in shrinking_slices(64, threads=2)]
    assert widths == [16, 12, 9, 7, 5, 4, 4, 4, 3]


def test_threads_work_at_the_same_time() -> None:
    both_are_here, lock = Barrier(2, timeout=60), Lock()
    workers: set[int] = set()

    def task(some: slice) -> None:
        both_are_here.wait()
        with lock:
            workers.add(get_ident())

    in_slices(task, even_slices(2, 1), threads=2)
    assert len(workers) == 2


def test_what_goes_wrong_in_a_thread_reaches_the_caller() -> None:
    both_are_here = Barrier(2, timeout=60)
    caller = get_ident()

    def task(some: slice) -> None:
        both_are_here.wait()
        if get_ident() != caller:
            raise ValueError("in a helper")

    with pytest.raises(ValueError, match="in a helper"):
        in_slices(task, even_slices(2, 1), threads=2)


@pytest.mark.parametrize("threads", [0, -1, 1000])
def test_a_number_of_threads_that_makes_no_sense_is_refused(threads: int) -> None:
    with pytest.raises(UserError, match="threads"):
        in_slices(lambda some: None, even_slices(4, 1), threads)


def test_two_threads_infer_what_one_infers_to_the_bit() -> None:
    assert_identical(many_frames(1), many_frames(2))


def test_two_threads_infer_the_same_states_alone() -> None:
    one = sparse_states(1)
    assert (one != 0).any()
    assert np.array_equal(one, sparse_states(2))


def test_several_callers_may_use_threads_at_once() -> None:
    """Numba's own threads would end the process here."""
    alone = many_frames(1)
    with ThreadPoolExecutor(4) as callers:
        for together in callers.map(many_frames, [2] * 8):
            assert_identical(alone, together)


def _same_after_a_fork(expected: np.ndarray) -> None:
    assert np.array_equal(sparse_states(2), expected)


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork"
)
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    expected = sparse_states(2)
    process = multiprocessing.get_context("fork").Process(
        target=_same_after_a_fork, args=(expected,)
    )
    process.start()
    process.join(timeout=60)
    assert process.exitcode == 0
