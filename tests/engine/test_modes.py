"""The table of modes: every mode has its words, and its name means the same everywhere."""

import pytest

from dpcn_app.engine.modes import (
    MODES,
    MODES_IN_TURN,
    PART_CHOICES,
    PARTS,
    belief_in,
    believing,
    has_parts,
    mode_and_parts,
    mode_title,
)
from dpcn_app.engine.spec import PRIOR_PARTS
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.errors import UserError


def test_every_mode_has_words_and_all_but_bottom_up_an_equation():
    assert all(mode.title and mode.meaning for mode in MODES.values())
    assert [name for name, mode in MODES.items() if mode.equation is None] == ["off"]
    assert len({mode.title for mode in MODES.values()}) == len(MODES)


def test_the_parts_of_the_prior_are_those_of_the_engine():
    assert tuple(PARTS) == PRIOR_PARTS
    assert [mode_and_parts(f"prior:{parts}")[1] for parts in PART_CHOICES] == list(PART_CHOICES)


def test_what_follows_in_turn_are_modes_each_once():
    assert len(set(MODES_IN_TURN)) == len(MODES_IN_TURN)
    assert {mode_and_parts(name)[0].name for name in MODES_IN_TURN} == set(MODES)


@pytest.mark.parametrize("name", ["", "prior:", "prior:X", "both:T", "T", "average:T", "magic"])
def test_what_is_no_mode_is_refused_with_a_sentence(name):
    with pytest.raises(UserError, match=r"^(There is no mode|The prior has the parts)"):
        TopDown.named(name)


def test_a_mode_says_what_takes_part_in_inference():
    assert TopDown.named("off") == TopDown.named("average") == OFF
    both = TopDown.named("both")
    assert both.coherence and both.predictions and both.prior is None
    prior, placebo = TopDown.named("prior:T+D").prior, TopDown.named("placebo").prior
    assert prior is not None and placebo is not None
    assert (prior.parts, prior.placebo) == ("T+D", False)
    assert (placebo.parts, placebo.placebo) == (None, True)


def test_titles_name_the_parts():
    assert mode_title("both") == "Top-down"
    assert mode_title("prior:T") == "Prior: time"
    assert mode_title("placebo:T+D") == "Placebo: time + handed down"
    assert has_parts("placebo:T") and not has_parts("both")


def test_parts_can_be_typed_in_words():
    assert mode_and_parts("prior:time+handed-down") == (MODES["prior"], "T+D")
    assert mode_title("prior:top") == "Prior: top"
    assert TopDown.named("prior:time+top") == TopDown.named("prior:T+K")
    with pytest.raises(UserError, match="handed-down"):
        mode_and_parts("prior:sideways")
    with pytest.raises(UserError):
        mode_and_parts("prior:T+time")


def test_a_belief_is_named_behind_the_mode_it_is_held_in():
    assert belief_in("prior:T+D@square") == "square"
    assert belief_in("prior") == ""
    assert mode_and_parts("prior:T+D@square") == (MODES["prior"], "T+D")
    assert believing("prior:T@square", "x") == "prior:T@x"
    assert believing("both@square", "") == "both"
    assert mode_title("prior@square") == "Prior, believing square"


@pytest.mark.parametrize("name", ["off@square", "average@x"])
def test_where_nothing_acts_from_above_no_belief_can_be_held(name):
    with pytest.raises(UserError, match="acts from above"):
        mode_and_parts(name)


@pytest.mark.parametrize("name", ["prior@", "prior@<b>", "prior@a@b", "prior@" + "x" * 61])
def test_a_belief_needs_a_plain_name(name):
    with pytest.raises(UserError, match="Name a belief"):
        mode_and_parts(name)
