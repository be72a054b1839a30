"""Small formulas in lessons: read, compared with Python's own arithmetic, and never run."""

import math

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.formulas import LONGEST, read_condition, read_formula

KNOWN = {"leak:off": 0.7, "kept:prior:T+D": 0.5, "trained": 300.0}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 - 2 - 1", 5),
        ("12 / 2 / 3", 2),
        ("leak:off - kept:prior:T+D", 0.2),
        ("trained / 100 + .5", 3.5),
    ],
)
def test_a_formula_has_the_value_that_arithmetic_gives_it(text, value):
    found = read_formula(text).value(KNOWN)
    assert found == pytest.approx(value)


def test_a_formula_with_an_unknown_number_has_no_value_yet():
    assert read_formula("silhouette:both + 1").value(KNOWN) is None
    assert read_formula("silhouette:both + 1").names == {"silhouette:both"}
    divided = read_formula("1 / (2 - 2)").value({})
    assert divided is not None and math.isnan(divided)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("leak:off > 0.6", True),
        ("leak:off >= 0.7 and trained < 100", False),
        ("leak:off <= 0.7 and trained > 100", True),
        ("silhouette:both > 0", None),
    ],
)
def test_a_comparison_holds_does_not_or_is_not_known_yet(text, holds):
    assert read_condition(text).holds(KNOWN) is holds


@pytest.mark.parametrize(
    "text",
    [
        *("", "leak:off", "leak:off > ", "> 1", "1 > 2 > 3", "(1 > 2", "1 + > 2", "1 ** 2 > 1"),
        *("__import__('os') > 1", "leak:off.real > 1", "leak:off[0] > 1", "1 == 1", "a = 1"),
        "((((((((((((1)))))))))))) > 0",
        "1 > " + "1 + " * LONGEST + "1",
    ],
)
def test_what_is_no_comparison_gets_a_sentence(text):
    with pytest.raises(UserError):
        read_condition(text)
