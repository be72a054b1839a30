"""Values in the header of a step: what is taken, and what is refused with advice."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.header_values import named_values, number_within, whole_number, yes_or_no


def test_good_values_are_taken():
    assert yes_or_no("yes", "playing") and not yes_or_no("off", "playing")
    assert whole_number("12", "frame", 1, 20) == 12
    assert number_within(" 0.5", "lambda", 0, 1) == 0.5
    assert named_values("a=1, b c = 2", "list", "a=1") == [("a", "1"), ("b c", "2")]


@pytest.mark.parametrize(
    ("read", "advice"),
    [
        (lambda: yes_or_no("maybe", "playing"), "yes or no"),
        (lambda: whole_number("٣", "frame", 1, 20), "whole number from 1 to 20"),
        (lambda: whole_number("21", "frame", 1, 20), "whole number from 1 to 20"),
        (lambda: number_within("nan", "lambda", 0, 1), "numbers such as 1.5"),
        (lambda: number_within("2", "lambda", 0, 1), "from 0 to 1"),
        (lambda: named_values("a", "list", "a=1"), "a list such as 'a=1'"),
        (lambda: named_values("a=1, a=2", "list", "a=1"), "twice"),
    ],
)
def test_bad_values_are_refused_with_what_to_write(read, advice):
    with pytest.raises(UserError, match=advice):
        read()
