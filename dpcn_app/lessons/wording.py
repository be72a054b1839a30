"""Sentences with live numbers: `{silhouette:both}` becomes 0.79, `{leak:off %}` becomes 69 %."""

from __future__ import annotations

import re
from collections.abc import Mapping

UNKNOWN = "…"
"""What stands for a number that is not known yet."""

_PLACE = re.compile(r"\{([^{}]*)\}")


def placeholders(text: str) -> list[str]:
    """Return the names in braces, without a percent sign."""
    return [_name(inside) for inside in _PLACE.findall(text)]


def filled(text: str, numbers: Mapping[str, float], answer: str = "") -> str:
    """Return a sentence with its numbers, and with the class's answer."""

    def value(match: re.Match[str]) -> str:
        name = _name(match[1])
        if name == "answer":
            return answer or UNKNOWN
        number = numbers.get(name)
        if number is None:
            return UNKNOWN
        if match[1].endswith("%"):
            return f"{number:.0%}".replace("%", "\u00a0%")  # never on two lines
        return _rounded(number)

    return _PLACE.sub(value, text)


def _name(inside: str) -> str:
    return inside.strip().removesuffix("%").strip()


def _rounded(number: float) -> str:
    """Return a number with two digits after the point, or fewer where it is large."""
    digits = 2 if abs(number) < 10 else 1 if abs(number) < 100 else 0
    return f"{number:.{digits}f}".replace("-", "−")
