"""Glimpses: states of a few frames that a track has not come to."""

from types import SimpleNamespace
from typing import Any

from dpcn_app.live import glimpses as module
from dpcn_app.live.glimpses import Glimpses


def some(count, first=0, **options):
    frames = range(first - 1, first + count)
    states: list[Any] = [SimpleNamespace(frame=index, layers=()) for index in frames]
    glimpses = Glimpses(**options)
    for index in range(count):
        glimpses.add(first + index, states[index + 1], states[index])
    return glimpses, states


def test_each_glimpse_is_known_with_what_it_was_inferred_from():
    glimpses, states = some(3)
    assert glimpses.at(1) is states[2] and glimpses.before(1) is states[1]
    assert glimpses.at(3) is None


def test_only_the_last_ones_are_kept():
    glimpses, _ = some(9, most=4)
    assert [glimpses.at(index) is not None for index in range(9)] == [False] * 5 + [True] * 4


def test_a_stroke_that_is_drawn_on_begins_with_the_glimpses_before_it():
    drawn, states = some(5)
    further = Glimpses()
    further.draw_on(drawn)
    assert further.near(4) is states[5] and further.at(4) is None
    once_more = Glimpses()
    once_more.draw_on(further)
    assert once_more.near(4) is states[5]


def test_of_large_states_few_are_kept_but_never_less_than_two(monkeypatch):
    for size, kept in ((100, 20), (2**19, 8), (2**30, 2)):
        monkeypatch.setattr(module, "state_bytes", lambda state, size=size: size)
        glimpses, _ = some(30)
        assert sum(glimpses.at(index) is not None for index in range(30)) == kept
        assert glimpses.at(29) is not None and glimpses.at(28) is not None
    everything, _ = some(30, most=None)
    assert all(everything.at(index) is not None for index in range(30))


def test_none_is_left_once_they_are_let_go_of():
    glimpses, _ = some(3)
    glimpses.clear()
    assert glimpses.at(2) is None and glimpses.near(2) is None
