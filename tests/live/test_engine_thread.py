"""The engine thread: snapshots, commands, exceptions, and the end of the thread."""

import threading
from dataclasses import replace

import pytest

from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump, Play
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.settings import Settings, shapes_source

SETTINGS = Settings(source=shapes_source(frames=60))


@pytest.fixture
def engine():
    thread = EngineThread(SETTINGS, playing=False)
    thread.start()
    yield thread
    assert thread.stop()


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
    wait_for(qtbot, engine, lambda each: each.views[0].mode == "both")
    assert engine.waiting == 0


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
