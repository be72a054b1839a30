"""The sentence on why a state is on or off."""

from dataclasses import replace

from dpcn_app.analysis.activation_reasons import Reasons
from dpcn_app.live.why_words import why

ON = Reasons(evidence=3.1, left=3.1, paper=1.3, added={}, transition=-0.1, value=1.9)


def test_on_where_evidence_beats_the_price():
    assert why(ON) == "Evidence 3.10: it beats the price 1.20. The state is on, x = 1.90."


def test_off_where_it_does_not():
    off = replace(ON, evidence=0.9, left=0.9, value=0.0)
    assert why(off) == "Evidence 0.90: it does not beat the price 1.20. The state is off."


def test_what_others_explain_is_taken_off():
    words = why(replace(ON, left=2.0))
    assert "less 1.10 that other states explain: the 2.00 left beats" in words
    assert "0.40 more, as other states explain too much: 3.50 beats" in why(replace(ON, left=3.5))


def test_what_the_prior_has_switched_off_is_said():
    words = why(replace(ON, added={"T": 2.5, "D": 0.3}, value=0.0))
    assert "does not beat the price 4.00" in words
    assert words.endswith("By the paper's price, 1.20, it would be on.")


def test_what_the_prior_has_let_through_is_said():
    words = why(replace(ON, evidence=1.1, left=1.1, added={"T": -0.3}, value=0.2))
    assert words.endswith("By the paper's price, 1.20, it would be off.")
    assert why(replace(ON, added={"T": -0.3})).endswith("the paper's price is higher, 1.20.")
