"""A thread that fetches ahead of need: until nothing is left, and whatever goes wrong."""

import threading
from contextlib import suppress

from dpcn_app.video.prefetch import Prefetcher, Turns


def test_a_prefetcher_works_until_there_is_nothing_left_and_again_when_woken() -> None:
    left, done = [3], threading.Event()

    def step() -> bool:
        if left[0] == 0:
            done.set()
            return False
        left[0] -= 1
        return True

    prefetcher = Prefetcher(step, "test")
    for _ in range(2):
        prefetcher.wake()
        assert done.wait(10)
        done.clear()
        left[0] = 2
    prefetcher.close()
    assert not prefetcher._thread.is_alive()


def test_a_prefetcher_survives_what_goes_wrong() -> None:
    calls: list[None] = []
    again = threading.Event()

    def step() -> bool:
        calls.append(None)
        again.set()
        raise OSError("the file has gone")

    prefetcher = Prefetcher(step, "test")
    for _ in range(2):
        again.clear()
        prefetcher.wake()
        assert again.wait(10)
    prefetcher.close()
    assert len(calls) == 2


def test_what_is_done_in_advance_waits_for_the_caller() -> None:
    turns, order = Turns(), []

    def advance() -> None:
        with turns.in_advance():
            order.append("in advance")

    thread = threading.Thread(target=advance)
    with turns.caller():
        thread.start()
        order.append("caller")
    thread.join()
    assert order == ["caller", "in advance"]


def test_a_caller_who_fails_does_not_stop_what_is_done_in_advance() -> None:
    turns = Turns()
    with suppress(OSError), turns.caller():
        raise OSError
    begun = threading.Event()

    def work() -> None:
        with turns.in_advance():
            begun.set()

    threading.Thread(target=work, daemon=True).start()
    assert begun.wait(5)
