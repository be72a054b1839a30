"""A slow start shows the first steps one by one, and takes no longer than it says."""

import pytest

from dpcn_app.live.slow_start import SLOW_SECONDS, pause_after, slow_seconds_left


def pauses(seconds):
    found: list[float] = []
    while (pause := pause_after(len(found) + 1, seconds)) > 0:
        found.append(pause)
    return found


@pytest.mark.parametrize("seconds", [SLOW_SECONDS, 3.0, 60.0])
def test_all_pauses_together_stay_within_the_time_given(seconds):
    assert 0.8 * seconds < sum(pauses(seconds)) < seconds


def test_the_first_steps_are_far_apart_and_the_pauses_shrink():
    found = pauses(SLOW_SECONDS)
    assert found[0] > 0.7 and found[-1] < 0.04
    assert found == sorted(found, reverse=True)


def test_without_a_slow_start_and_before_the_first_step_nothing_waits():
    assert pause_after(5, 0.0) == pause_after(0, SLOW_SECONDS) == 0
    assert slow_seconds_left(0, 0.0) == 0


def test_the_time_left_is_that_of_the_pauses_to_come():
    found = pauses(SLOW_SECONDS)
    assert slow_seconds_left(0, SLOW_SECONDS) == SLOW_SECONDS
    for steps in (1, 10, 40):
        left = slow_seconds_left(steps, SLOW_SECONDS)
        assert left == pytest.approx(sum(found[steps - 1 :]), abs=0.5)
    assert slow_seconds_left(len(found) + 1, SLOW_SECONDS) == 0
