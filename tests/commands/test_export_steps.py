"""Progress of an export: told in lines to the window that leads it, and stopped between steps."""

import os
import signal
import threading

import pytest

from dpcn_app.commands.export_steps import steps_reported
from dpcn_app.commands.stop_signals import StopSignal


def test_the_window_gets_a_line_for_each_step(capsys, monkeypatch):
    monkeypatch.setattr(os, "read", lambda *_: threading.Event().wait())
    with steps_reported(True) as report:
        report(0.25, "frame 1 of 4")
    assert capsys.readouterr().out == "0.0000 starting\n0.2500 frame 1 of 4\n"
    with steps_reported(False) as report:
        report(0.25, "frame 1 of 4")
    assert capsys.readouterr().out == ""


def test_the_end_of_stdin_stops_at_the_next_step(monkeypatch):
    ended = threading.Event()

    def read(*_):
        ended.set()
        return b""

    monkeypatch.setattr(os, "read", read)
    with pytest.raises(StopSignal) as stopped, steps_reported(True) as report:
        ended.wait(30)
        while True:
            report(0.5, "frame")
    assert stopped.value.number == signal.SIGINT


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_stops_at_the_next_step_and_not_before(name):
    number = getattr(signal, name)
    before = signal.signal(number, signal.default_int_handler)  # where it is ignored, it stays so
    try:
        with pytest.raises(StopSignal) as stopped, steps_reported(False) as report:
            signal.raise_signal(number)
            report(0.5, "frame")
        assert stopped.value.number == number
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)
