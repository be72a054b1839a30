"""Sentences with live numbers."""

from dpcn_app.lessons.wording import UNKNOWN, filled, placeholders


def test_numbers_are_put_into_a_sentence_with_few_digits():
    numbers = {"leak:off": 0.6912, "trained": 1234.0, "energy:off": 45.678}
    text = "{leak:off} or {leak:off %}, {trained} steps, {energy:off}"
    assert filled(text, numbers) == "0.69 or 69\u00a0%, 1234 steps, 45.7"


def test_what_is_not_known_yet_is_told_as_such():
    assert filled("{leak:both}, you said {answer}", {}) == f"{UNKNOWN}, you said {UNKNOWN}"
    assert filled("you said {answer}", {}, "B") == "you said B"


def test_a_number_is_never_taken_for_more_than_a_name():
    text = "{0.__class__} {leak!r} {{leak:off}}"
    assert placeholders(text) == ["0.__class__", "leak!r", "leak:off"]
    assert filled(text, {"leak:off": 0.5}) == f"{UNKNOWN} {UNKNOWN} {{0.50}}"
