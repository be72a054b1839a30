"""What a frame is read as, in words, and the next misread frame."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.decision import Decision
from dpcn_app.analysis.readings import NOT_READ
from dpcn_app.errors import UserError
from dpcn_app.live.reading_words import (
    decision_words,
    main_view,
    misread_frame,
    misreading_of,
    reading_of,
)
from tests.helpers.causes_scene import a_snapshot, a_view, labels_of


def a_reading(wrong=(), mode="both", frame=0):
    read = labels_of().copy()
    read[list(wrong)] = (read[list(wrong)] + 1) % 3
    return a_snapshot(replace(a_view(mode), read=read), frame=frame)


def test_the_next_and_the_previous_misread_frame_are_found():
    snapshot = a_reading(wrong=(4, 20), frame=4)
    assert misread_frame(snapshot, 1) == 20
    assert misread_frame(snapshot, -1) == 20


def test_a_comparison_goes_by_the_mode_that_it_is_about():
    right, wrong = labels_of(), (labels_of() + 1) % 3
    views = replace(a_view("off"), read=right), replace(a_view("both"), read=wrong)
    snapshot = a_snapshot(*views)
    assert main_view(snapshot).mode == "both"
    assert misread_frame(snapshot, 1) == 1


@pytest.mark.parametrize(
    ("snapshot", "words"),
    [
        (a_reading(), "Top-down misreads no frame"),
        (
            a_snapshot(replace(a_view("both"), read=np.full_like(labels_of(), NOT_READ))),
            "Top-down reads no frame: none of its top causes is on",
        ),
        (a_snapshot(a_view()), "once the clean video is inferred"),
        (replace(a_reading(), classes=(), labels=np.zeros(0, int)), "no classes"),
    ],
)
def test_where_there_is_none_a_sentence_says_why(snapshot, words):
    with pytest.raises(UserError, match=words):
        misread_frame(snapshot, 1)


def test_a_frame_says_what_it_is_and_what_it_is_reading_of():
    snapshot = a_reading(wrong=(4,), frame=4)
    assert reading_of(snapshot, snapshot.views[0]) == "square, read as x"
    snapshot = a_snapshot(a_view())
    assert reading_of(snapshot, snapshot.views[0]) == ""


def test_only_a_frame_that_the_main_mode_misreads_says_what_it_is_read_as():
    assert misreading_of(a_reading(wrong=(4,), frame=4)) == "square, read as x"
    assert misreading_of(a_reading(wrong=(4,), frame=5)) == ""
    assert misreading_of(a_snapshot(a_view())) == ""
    assert misreading_of(replace(a_snapshot(a_view()), views=())) == ""


def test_a_decision_names_the_winner_the_second_and_what_fed_it():
    decision = Decision(0, 2, 5.2, 1, 1.1, ((11, 0.4), (6, 0.22)))
    assert decision_words("diamond, read as x", decision) == (
        "Diamond, read as x: top cause 3 won with 5.20 to 1.10 of cause 2; "
        "it was fed by states 12 (40 %), 7 (22 %) of its layer."
    )
    assert decision_words("", None) == "No top cause is on."
