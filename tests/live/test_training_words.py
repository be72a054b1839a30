"""Where a training stands, in words that do not change all the time."""

from dataclasses import replace

import pytest

from dpcn_app.live.training_words import progress_in_words, time_in_words
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


def test_a_training_says_that_it_is_faster_without_a_video_that_plays():
    view = replace(views_of_a_training()[5], state=TrainingStatus.RUNNING, seconds_left=100.0)
    assert "paused (Space)" in progress_in_words(view, playing=True)
    assert "Space" not in progress_in_words(view)
