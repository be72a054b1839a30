"""Beliefs as the window offers and names them."""

from dpcn_app.live.belief_words import (
    beliefs_side_by_side,
    cause_belief,
    classes_to_look_for,
    frame_belief,
    mixed_classes,
    mode_titles,
    modes_in_words,
    told_words,
    what_is_around,
)
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings, shapes_source

MIXED = Settings(source="shapes:set=easy,mix=x+diamond")


def test_the_classes_of_shapes_can_be_looked_for_and_no_others():
    assert classes_to_look_for(Settings()) == ("square", "x", "diamond")
    hard = Settings(source=shapes_source("hard"))
    assert classes_to_look_for(hard) == ("square", "diamond", "triangle")
    for source in (MOVING_PHOTOGRAPHS, "film.mp4"):
        assert classes_to_look_for(Settings(source=source)) == ()
        assert mixed_classes(Settings(source=source)) == ()


def test_of_two_at_once_those_come_first():
    assert mixed_classes(MIXED) == ("x", "diamond")
    assert classes_to_look_for(MIXED) == ("square", "x", "diamond")  # as the keys are
    assert beliefs_side_by_side(MIXED) == ("x", "diamond", "square")


def test_modes_that_differ_by_beliefs_alone_are_named_after_them():
    modes = ("prior", "prior@square", "prior@x")
    assert mode_titles(modes) == ["left alone", "square", "x"]
    assert modes_in_words(modes) == "Prior: left alone, square, x"
    assert mode_titles(["off", "prior@x"]) == ["Bottom-up", "Prior, believing x"]
    assert modes_in_words(["prior@x"]) == "Prior, believing x"


def test_what_the_network_is_told_is_said():
    assert told_words("prior@square") == "told to look for square"
    assert told_words("prior") == ""


def test_causes_and_frames_are_counted_from_one():
    assert cause_belief(1) == "cause 2"
    assert frame_belief(57, "prior:T+D@x") == "frame 58 of prior:T+D"


def test_what_is_around_two_classes_is_told_where_anything_can_be() -> None:
    around = Settings(source="shapes:set=wide,mix=square+diamond,around=diamond")
    assert what_is_around(around) == "diamond"
    assert mixed_classes(around) == ("square", "diamond")
    assert what_is_around(Settings(source="shapes:set=wide,mix=square+diamond")) == ""
    assert what_is_around(Settings(source="film.mp4")) == ""
