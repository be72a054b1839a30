"""Where a video stands, and when its next frame is due."""

import pytest

from dpcn_app.live.playback import Playback


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def played(playback: Playback, clock: Clock, seconds: float, *, loop: bool = True) -> list[int]:
    """Return the frames shown while it is looked at a hundred times a second."""
    shown = [playback.index]
    for _ in range(round(seconds * 100)):
        clock.now += 0.01
        playback.advance(10, 25.0, loop=loop)
        if playback.index != shown[-1]:
            shown.append(playback.index)
    return shown


def test_frames_follow_each_other_at_their_rate_and_begin_anew(clock) -> None:
    playback = Playback(playing=True, clock=clock)
    assert played(playback, clock, 0.5) == [*range(10), 0, 1, 2, 3][: 1 + 13]


def test_without_a_loop_it_stops_at_the_end_and_play_begins_anew(clock) -> None:
    playback = Playback(playing=True, clock=clock)
    assert played(playback, clock, 1.0, loop=False)[-1] == 9
    assert not playback.playing and playback.seconds_left is None
    playback.play(True, 10, loop=False)
    assert (playback.index, playback.playing) == (0, True)


def test_a_long_delay_is_not_made_up_for_by_a_burst(clock) -> None:
    playback = Playback(playing=True, clock=clock)
    clock.now += 60
    for _ in range(100):
        playback.advance(10, 25.0, loop=True)
    assert playback.index == 3
    assert playback.seconds_left == pytest.approx(1 / 25)


def test_as_fast_as_it_goes_a_frame_is_always_due(clock) -> None:
    playback = Playback(playing=True, clock=clock)
    for _ in range(5):
        playback.advance(10, 0.0, loop=True)
    assert (playback.index, playback.seconds_left) == (5, 0.0)


def test_a_step_pauses_and_stays_within_the_video_and_a_jump_plays_on(clock) -> None:
    playback = Playback(playing=True, clock=clock)
    playback.jump(7, 10)
    assert (playback.index, playback.playing, playback.stepping_back) == (7, True, False)
    playback.step(-1, 10)
    assert (playback.index, playback.playing, playback.stepping_back) == (6, False, True)
    playback.step(100, 10)
    playback.step(1, 10)
    assert (playback.index, playback.steps, playback.stepping_back) == (9, 3, False)
    playback.jump(-5, 10)
    assert playback.index == 0


def test_frames_of_the_last_second_are_counted(clock) -> None:
    playback = Playback(playing=False, clock=clock)
    for _ in range(3):
        playback.step(1, 10)
        clock.now += 0.4
    assert playback.shown_per_second == 2
