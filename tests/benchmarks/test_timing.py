"""How time is measured."""

import numpy  # noqa: F401 - loads BLAS
from threadpoolctl import threadpool_info, threadpool_limits

from dpcn_app.benchmarks.timing import Ratio, Timing, interleaved, one_thread


def test_tasks_take_turns_after_a_warm_up() -> None:
    calls: list[str] = []
    tasks = {name: lambda name=name: calls.append(name) for name in "ABC"}
    seconds = interleaved(tasks, rounds=3, least=0)
    assert "".join(calls) == "AABBCC" + "ABC" * 3
    assert [len(each) for each in seconds.values()] == [3, 3, 3]


def test_a_short_task_is_run_many_times_in_a_round_and_timed_for_one() -> None:
    calls: list[int] = []
    seconds = interleaved({"short": lambda: calls.append(0)}, rounds=1, least=0.005)
    assert len(calls) > 12
    assert 0 < seconds["short"][0] * (len(calls) - 2) < 60
    assert seconds["short"][0] < 0.005


def test_a_timing_is_for_one_unit() -> None:
    timing = Timing.of([2.0, 8.0, 4.0], units=2)
    assert (timing.median, timing.lowest, timing.highest) == (2.0, 1.0, 4.0)
    assert timing.per_second == 0.5


def test_a_ratio_pairs_neighbouring_rounds() -> None:
    # Both take three times as long in the second round, which leaves the ratio unchanged.
    ratio = Ratio.of([4.0, 12.0, 4.0], [2.0, 6.0, 1.0])
    assert (ratio.median, ratio.lowest, ratio.highest) == (2.0, 2.0, 4.0)


def test_blas_is_held_to_one_thread_and_let_go_again() -> None:
    with threadpool_limits(limits=2):
        before = threadpool_info()
        assert any(library["num_threads"] == 2 for library in before)
        with one_thread():
            assert {library["num_threads"] for library in threadpool_info()} == {1}
        assert threadpool_info() == before
