"""The engine thread: snapshots, commands, exceptions, and the end of the thread."""

import threading
import time
from dataclasses import replace
from itertools import count, cycle
from types import SimpleNamespace

import numpy as np
import pytest

from dpcn_app.live import engine_thread
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump, Play, StartTraining
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.playback import Playback
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.training.presets import preset

SETTINGS = Settings(source=shapes_source(frames=60))


@pytest.fixture
def engine():
    thread = EngineThread(SETTINGS, playing=False)
    thread.start()
    yield thread
    assert thread.stop(timeout=30)


def wait_for(qtbot, engine, condition):
    """Wait until a snapshot meets a condition."""
    met = []

    def look():
        snapshot = engine.snapshots.take()
        if snapshot is not None and condition(snapshot):
            met.append(snapshot)
        return bool(met)

    qtbot.waitUntil(look, timeout=30_000)
    return met[0]


def test_a_snapshot_comes_by_itself(qtbot, engine):
    snapshot = wait_for(qtbot, engine, lambda each: each.busy is None)
    assert snapshot.settings == SETTINGS
    assert snapshot.views[0].inferred == 60


def test_commands_are_carried_out_and_shown(qtbot, engine):
    engine.ask(Jump(12))
    wait_for(qtbot, engine, lambda each: each.frame.index == 12)
    engine.ask(Change(replace(SETTINGS, modes=("both",))))
    wait_for(qtbot, engine, lambda each: [view.mode for view in each.views] == ["both"])
    # The loader of kernels asks too, at any time, also between the snapshot and this line.
    qtbot.waitUntil(lambda: engine.waiting == 0, timeout=30_000)


def test_playing_moves_on(qtbot, engine):
    engine.ask(Play(True))
    first = wait_for(qtbot, engine, lambda each: each.playing)
    later = wait_for(qtbot, engine, lambda each: each.frame.index != first.frame.index)
    assert later.playing


def test_stopping_ends_the_thread_even_before_it_has_loaded():
    thread = EngineThread(SETTINGS)
    thread.start()
    assert thread.stop(timeout=30)
    assert "engine" not in {each.name for each in threading.enumerate()}


def test_stopping_a_thread_that_never_started_is_no_error():
    assert EngineThread(SETTINGS).stop()


@pytest.fixture
def long_work(monkeypatch):
    """Return an event that is set while the engine is in a piece of work, and one that ends it."""
    begun, end = threading.Event(), threading.Event()

    def work(controller):
        begun.set()
        end.wait(30)
        return 0.0

    monkeypatch.setattr(Controller, "work", work)
    yield begun, end
    end.set()


def test_a_long_piece_of_work_holds_nobody_up_where_nothing_can_be_lost(long_work):
    begun, end = long_work
    thread = EngineThread(SETTINGS)
    thread.start()
    assert begun.wait(30)
    asked = time.monotonic()
    assert not thread.stop()
    assert time.monotonic() - asked < 2
    end.set()
    thread.join(30)


def test_the_checkpoint_of_a_training_is_waited_for_however_long_a_piece_of_work_takes(
    long_work, tmp_path
):
    begun, end = long_work
    thread = EngineThread(SETTINGS)
    thread.ask(StartTraining(preset("shapes-easy"), 60, 3, tmp_path / "c"))
    thread.start()
    assert begun.wait(30)
    threading.Timer(0.5, end.set).start()
    assert thread.stop(timeout=0.01)
    assert (tmp_path / "c").exists()


def test_an_exception_is_kept_to_be_shown(monkeypatch):
    def fail(controller):
        raise RuntimeError("out of order")

    monkeypatch.setattr(Controller, "work", fail)
    thread = EngineThread(SETTINGS)
    thread.start()
    thread.join(30)
    details = thread.failures.take()
    assert details is not None and "out of order" in details
    assert not thread.is_alive()


def test_settings_that_cannot_be_used_to_begin_with_are_told():
    controller = Controller(replace(SETTINGS, model="nothing"), playing=False)
    assert "nothing" in controller.snapshot().problems[0]


class Film:
    """Stands in for the controller of a file that plays: each frame is inferred as it is shown.

    Its clock goes on while a frame is inferred, and while the thread waits.

    Parameters
    ----------
    inferring
        Seconds that frames take, in turns.
    rate
        Frames a second.
    looks
        Seconds until something else, such as a training, has to be looked at.
    """

    lively, has_to_keep = True, False

    def __init__(self, *inferring: float, rate: float = 29.0, looks: float = 60.0) -> None:
        self.now = 0.0
        self.shown: list[int] = []
        self.changes_within_frames = looks < 60
        self._inferring = cycle(inferring)
        self._playback = Playback(playing=True, clock=self._clock)
        self._rate, self._looks = rate, looks

    def _clock(self) -> float:
        return self.now

    def handle(self, command: object) -> None:
        """Take no commands."""

    @property
    def playing_frame(self) -> int:
        return self._playback.index

    @property
    def frame_is_due(self) -> bool:
        return self._playback.seconds_left == 0

    def work(self) -> float:
        self._playback.advance(10**6, self._rate, loop=False)
        return min(self._playback.seconds_left or 0.0, self._looks)

    def snapshot(self) -> None:
        self.shown.append(self._playback.index)
        self.now += next(self._inferring)


def play(
    film: Film, monkeypatch: pytest.MonkeyPatch, seconds: float = 10.0, commands: float = 0.0
) -> None:
    """Let the thread show a film for some seconds of its clock, with so many commands a second."""
    thread, number = EngineThread(Settings()), count(0.5)
    following = [next(number) / commands if commands else np.inf]

    def wait(controller: Film, pause: float) -> bool:
        film.now = max(film.now + 1e-4, min(film.now + pause, following[0]))
        if film.now > seconds:
            thread._ending.set()
        if film.now < following[0]:
            return False
        following[0] = next(number) / commands
        return True

    monkeypatch.setattr(engine_thread, "time", SimpleNamespace(monotonic=lambda: film.now))
    monkeypatch.setattr(thread, "_carry_out", wait)
    thread._run(film)  # type: ignore[arg-type]


@pytest.mark.parametrize("inferring", [0.001, 0.01, 0.02, 0.03])
def test_of_a_file_every_frame_that_can_be_inferred_in_time_is_shown(monkeypatch, inferring):
    film = Film(inferring)
    play(film, monkeypatch)
    assert set(film.shown) >= set(range(280)), "no frame was left out"


@pytest.mark.parametrize("rate", [24.0, 29.97, 30.0])
def test_commands_cost_no_frame(monkeypatch, rate):
    film = Film(0.005, rate=rate)
    play(film, monkeypatch, commands=7.3)
    assert set(film.shown) >= set(range(2, int(9.5 * rate))), "no frame was left out"


def test_a_slow_video_is_not_shown_again_where_nothing_else_can_have_changed(monkeypatch):
    film = Film(0.001, rate=1.0)
    play(film, monkeypatch)
    assert film.shown.count(3) == 1


def test_a_command_shows_its_effect_long_before_the_next_frame_of_a_slow_video(monkeypatch):
    film = Film(0.001, rate=1.0)
    play(film, monkeypatch, commands=5)
    assert film.shown.count(3) > 4


def test_frames_that_come_late_are_made_up_for_where_there_is_time_between_them(monkeypatch):
    film = Film(0.02, 0.024, 0.045, rate=30.0)  # less than a thirtieth, on average
    play(film, monkeypatch)
    assert set(film.shown) >= set(range(2, 290)), "no frame was left out"


def test_no_frame_is_shown_twice_while_the_next_is_near(monkeypatch):
    film = Film(0.002, rate=24.0, looks=0.01)
    play(film, monkeypatch)
    assert film.shown == sorted(set(film.shown))


def test_of_a_slow_video_what_changes_within_a_frame_is_shown(monkeypatch):
    film = Film(0.001, rate=1.0, looks=0.01)
    play(film, monkeypatch)
    assert 8 < film.shown.count(3) < 12


def test_at_most_thirty_snapshots_are_made_in_a_second(monkeypatch):
    film = Film(0.001, rate=240.0)
    play(film, monkeypatch)
    assert len(film.shown) <= 30 * 10 + 2
