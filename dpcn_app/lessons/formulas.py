"""Small formulas in lessons, such as `silhouette:both > silhouette:off + 0.1`; read, never run.

    condition  = sum ("<" | ">" | "<=" | ">=") sum [ "and" condition ]
    sum        = product { ("+" | "-") product }
    product    = value { ("*" | "/") value }
    value      = number | name | "(" sum ")"

A name is a measure with, after a colon, the mode that it was measured in; what it may be is the
caller's to say.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dpcn_app.errors import UserError

LONGEST = 200
"""Most characters of a formula."""
_DEEPEST = 10  # most brackets inside one another

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)"
    r"|(?P<name>[a-z_]+(?:\([\w -]+\))?(?::[a-z-]+(?::[TDK](?:\+[TDK])*)?(?:@\w+)?)?)"
    r"|(?P<sign><=|>=|<|>|[-+*/()]))"
)
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_COMBINE: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: a / b if b else math.nan,
}


@dataclass(frozen=True)
class Formula:
    """A number, a name, or two formulas with a sign between them."""

    sign: str = ""
    left: Formula | None = None
    right: Formula | None = None
    name: str = ""
    number: float = 0.0

    @property
    def names(self) -> frozenset[str]:
        """All names in it."""
        if self.left is not None and self.right is not None:
            return self.left.names | self.right.names
        return frozenset([self.name] if self.name else [])

    def value(self, known: Mapping[str, float]) -> float | None:
        """Return its value; None while a name in it is not known."""
        if self.left is not None and self.right is not None:
            left, right = self.left.value(known), self.right.value(known)
            return None if left is None or right is None else _COMBINE[self.sign](left, right)
        return known.get(self.name) if self.name else self.number


@dataclass(frozen=True)
class Condition:
    """One or several comparisons of formulas, all of which must hold."""

    parts: tuple[tuple[Formula, str, Formula], ...]

    @property
    def names(self) -> frozenset[str]:
        """All names in it."""
        return frozenset().union(*(left.names | right.names for left, _, right in self.parts))

    def holds(self, known: Mapping[str, float]) -> bool | None:
        """Return whether it holds; None while a name in it is not known."""
        held = []
        for left, sign, right in self.parts:
            one, other = left.value(known), right.value(known)
            if one is None or other is None:
                return None
            held.append(_COMPARE[sign](one, other))
        return all(held)


def read_condition(text: str) -> Condition:
    """Read one or several comparisons with `and` between them."""
    parts = []
    for part in re.split(r"\band\b", text):
        reader = _Reader(part)
        left = reader.sum()
        sign = reader.take(*_COMPARE)
        if not sign:
            raise UserError(f"{part.strip()!r} compares nothing; write <, >, <= or >= in it")
        parts.append((left, sign, reader.sum()))
        reader.end()
    return Condition(tuple(parts))


def read_formula(text: str) -> Formula:
    """Read a formula without a comparison."""
    reader = _Reader(text)
    formula = reader.sum()
    reader.end()
    return formula


class _Reader:
    """Reads the tokens of a formula one by one."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._depth = text.strip(), 0, 0
        if len(text) > LONGEST:
            raise UserError(f"a formula has at most {LONGEST} characters")

    def _next(self) -> re.Match[str] | None:
        return _TOKEN.match(self._text, self._at)

    def take(self, *signs: str) -> str:
        """Take the next token if it is one of these signs; otherwise return an empty text."""
        token = self._next()
        if token is None or token["sign"] not in signs:
            return ""
        self._at = token.end()
        return token["sign"]

    def end(self) -> None:
        """Refuse what is left."""
        if rest := self._text[self._at :].strip():
            raise UserError(f"{rest[:40]!r} does not belong into {self._text[:60]!r}")

    def sum(self) -> Formula:
        return self._chain(self._product, "+", "-")

    def _product(self) -> Formula:
        return self._chain(self._value, "*", "/")

    def _chain(self, part: Callable[[], Formula], *signs: str) -> Formula:
        formula = part()
        while sign := self.take(*signs):
            formula = Formula(sign, formula, part())
        return formula

    def _value(self) -> Formula:
        if self.take("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise UserError("there are too many brackets inside one another")
            inside = self.sum()
            if not self.take(")"):
                raise UserError(f"a bracket is not closed in {self._text[:60]!r}")
            self._depth -= 1
            return inside
        token = self._next()
        if token is None or token["sign"] is not None:
            found = self._text[self._at :].strip()[:40] or "nothing"
            raise UserError(f"a number or a measure was expected, not {found!r}")
        self._at = token.end()
        if token["name"] is not None:
            return Formula(name=token["name"])
        return Formula(number=float(token["number"]))
