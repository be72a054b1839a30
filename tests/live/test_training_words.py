"""Where a training stands, in words that do not change all the time."""

from dataclasses import replace

import pytest

from dpcn_app.live.training_words import loss_in_words, progress_in_words, time_in_words
from dpcn_app.training.status import TrainingStatus
from tests.helpers.training_scene import views_of_a_training


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "a few seconds left"),
        (23, "about 25 seconds left"),
        (58, "about a minute left"),
        (130, "about 2 minutes left"),
        (5400, "about 1.5 hours left"),
    ],
)
def test_time_left_is_told_in_round_words(seconds, words):
    assert time_in_words(seconds) == words


def test_a_later_attempt_is_told():
    view, progress = next(
        (view, view.progress)
        for view in views_of_a_training()
        if view.progress is not None and view.progress.place.layer == 1
    )
    place = replace(progress.place, phase="learn", restart=1, epoch=0)
    view = replace(view, progress=replace(progress, place=place), state=TrainingStatus.PAUSED)
    words = progress_in_words(view)
    assert "Layer 2, attempt 2 · epoch 1 of 5 · paused" in words


@pytest.mark.parametrize(
    ("code", "kept", "words"),
    [
        (-9, True, "killed, perhaps because memory ran out. In the Training panel: Resume goes on"),
        (-11, False, "crashed (SIGSEGV). In the Training panel: nothing was kept; start again"),
        (-200, True, "crashed (signal 200)"),
        (1, True, "ended with an error (exit code 1)"),
        (0, True, "was ended from outside"),
    ],
)
def test_how_a_training_was_lost_is_told_and_what_can_be_done(code, kept, words):
    assert words in loss_in_words(code, kept=kept)


def test_a_training_that_is_to_stop_says_so_until_it_has():
    for view in views_of_a_training()[:3]:
        assert progress_in_words(replace(view, stopping=True)).startswith("Stopping")
    ended = replace(view, stopping=True, state=TrainingStatus.STOPPED)
    assert progress_in_words(ended).startswith("Stopped early")


def test_a_training_that_loads_says_so():
    assert "Starting" in progress_in_words(views_of_a_training()[0])
