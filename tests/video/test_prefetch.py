"""A thread that fetches ahead of need: until nothing is left, and whatever goes wrong."""

import threading

from dpcn_app.video.prefetch import Prefetcher


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
