"""Errors that nobody expected become sentences, each told once."""

from pathlib import Path

import pytest

from dpcn_app.live.engine_commands import (
    AddModel,
    Change,
    Jump,
    PauseTraining,
    ResumeTraining,
    StartTraining,
    StopTraining,
)
from dpcn_app.live.settings import Settings
from dpcn_app.live.unexpected_errors import UnexpectedErrors, what_is_asked
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.presets import preset


def caught(error: Exception) -> Exception:
    """Return an error that has been raised, as it is when it is told."""
    try:
        raise error
    except Exception as raised:
        return raised


def test_a_sentence_says_what_was_asked_for_and_what_came_of_it():
    sentence = UnexpectedErrors().sentence("Opening a film", caught(RuntimeError("out of\norder.")))
    assert sentence == (
        "Opening a film failed because of an error inside the app (RuntimeError: out of order); "
        "what you had is kept."
    )


def test_the_same_error_is_told_once_and_another_one_again():
    unexpected = UnexpectedErrors()
    assert unexpected.sentence("Work", caught(RuntimeError("frame 1")))
    assert unexpected.sentence("Work", caught(RuntimeError("frame 2"))) is None
    assert unexpected.sentence("Work", caught(ValueError("frame 2")))
    assert unexpected.sentence("Other work", caught(ValueError("frame 2")))


def test_a_lack_of_memory_is_called_that():
    assert "memory" in str(UnexpectedErrors().sentence("Work", caught(MemoryError())))


def test_where_it_happened_can_be_seen(monkeypatch, capsys):
    monkeypatch.setenv("DPCN_APP_DEBUG", "1")
    UnexpectedErrors().sentence("Work", caught(RuntimeError("out of order")))
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            Change(Settings(source="/films/cat.mp4")),
            "Watching cat.mp4 with the network shapes-easy",
        ),
        (AddModel("mine", open_model("shapes-easy")), "Using the network mine"),
        (StartTraining(preset("shapes-easy"), 60, 1, Path("c")), "Starting a training"),
        (ResumeTraining(Path("c")), "Going on with a training"),
        (PauseTraining(True), "Pausing the training"),
        (PauseTraining(False), "Going on with the training"),
        (StopTraining(), "Stopping the training"),
        (Jump(3), "Going to another frame"),
    ],
)
def test_every_command_is_called_what_it_is(command, words):
    assert what_is_asked(command) == words
