"""Signals that end a command: raised at once, or held back until it can stop."""

import signal

import pytest

from dpcn_app import cli
from dpcn_app.cli import main
from dpcn_app.commands import export
from dpcn_app.commands.stop_signals import StopSignal, holding_signals, stopping_on_signals
from dpcn_app.gui import display

BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


@pytest.fixture(autouse=True)
def not_ignored():
    """Let signals count, also where the tests themselves were started with `nohup`."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    for each in before:
        signal.signal(each, signal.default_int_handler)
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@BOTH
def test_a_signal_is_raised_and_a_second_one_changes_nothing(number):
    with pytest.raises(StopSignal) as stopped, stopping_on_signals():
        try:
            signal.raise_signal(number)
        finally:
            for second in (signal.SIGTERM, signal.SIGINT):
                signal.raise_signal(second)
    assert stopped.value.number == number


def test_held_back_signals_are_noted_by_the_outermost():
    with holding_signals() as outer:
        signal.raise_signal(signal.SIGTERM)
        with holding_signals() as inner:
            signal.raise_signal(signal.SIGINT)
            assert inner is outer
        signal.raise_signal(signal.SIGINT)
    assert outer == [signal.SIGTERM, signal.SIGINT, signal.SIGINT]
    with pytest.raises(KeyboardInterrupt):  # as before
        signal.raise_signal(signal.SIGINT)


@BOTH
@pytest.mark.parametrize("name", ["train", "infer"])
def test_a_command_that_is_stopped_while_it_is_loaded_is_stopped_and_nothing_else(
    number, name, monkeypatch, capsys
):
    load = cli.import_module

    def stopped(module):
        signal.raise_signal(number)
        return load(module)

    monkeypatch.setattr(cli, "import_module", stopped)
    assert main([name, "--out", "a"]) == 128 + number
    assert capsys.readouterr().err == "dpcn-app: Stopped.\n"


@BOTH
def test_an_export_that_is_stopped_while_it_loads_is_stopped_and_nothing_else(
    number, tmp_path, monkeypatch, capsys
):
    def parsed(parser):
        signal.raise_signal(number)
        return add_arguments(parser)

    add_arguments = export.add_arguments
    monkeypatch.setattr(export, "add_arguments", parsed)
    assert main(["export", "sheet", "--out", str(tmp_path / "a.pdf")]) == 128 + number
    assert capsys.readouterr().err == "dpcn-app: Stopped.\n"
    assert not list(tmp_path.iterdir())


@BOTH
def test_a_signal_in_the_middle_of_loading_qt_is_not_taken_for_its_failure(
    number, tmp_path, monkeypatch, capsys
):
    def load():
        signal.raise_signal(number)  # which Qt would turn into an ImportError

    monkeypatch.setattr(display, "missing_qt", load)
    words = ["--source", "shapes:set=easy,seed=1,frames=4", "--size", "320x240"]
    assert main(["export", "film", "--out", str(tmp_path / "a.mp4"), *words]) == 128 + number
    assert capsys.readouterr().err == "dpcn-app: Stopped.\n"
    assert not list(tmp_path.iterdir())
