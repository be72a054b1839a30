"""Values in the header of a step: words, numbers, and lists of them, each refused with advice."""

from __future__ import annotations

import re

from dpcn_app.errors import UserError

_YES = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def one_of(value: str, known: tuple[str, ...], what: str) -> str:
    """Return a word that is known."""
    if value not in known:
        raise UserError(f"there is no {what} {value[:40]!r}; there are {', '.join(known)}")
    return value


def yes_or_no(value: str, name: str) -> bool:
    """Return whether a value means yes."""
    if value not in _YES:
        raise UserError(f"{name} is yes or no, not {value[:20]!r}")
    return _YES[value]


def whole_number(value: str, name: str, least: int, most: int) -> int:
    """Return a whole number within its range."""
    if not re.fullmatch(r"\d{1,10}", value, re.ASCII) or not least <= int(value) <= most:
        raise UserError(f"{name} is a whole number from {least:,} to {most:,}, not {value[:20]!r}")
    return int(value)


def plain_number(value: str, name: str) -> float:
    """Return a number such as −1.5."""
    if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", value.strip(), re.ASCII):
        raise UserError(f"{name} needs numbers such as 1.5, not {value.strip()[:20]!r}")
    return float(value)


def number_within(value: str, name: str, least: float, most: float) -> float:
    """Return a number within its range."""
    number = plain_number(value, name)
    if not least <= number <= most:
        raise UserError(f"{name} is a number from {least:,g} to {most:,g}, not {value.strip()!r}")
    return number


def named_values(value: str, name: str, example: str) -> list[tuple[str, str]]:
    """Return the pairs of a list such as `time=2, handed_down=3`, each name once."""
    pairs = [part.partition("=") for part in value.split(",")]
    names = [key.strip() for key, _, _ in pairs]
    if not all(sign for _, sign, _ in pairs):
        raise UserError(f"{name} is a list such as {example!r}")
    if len(set(names)) < len(names):
        raise UserError(f"{name} names one of its numbers twice; keep one of them")
    return [(key, text.strip()) for key, (_, _, text) in zip(names, pairs, strict=True)]
