"""The values of a study file: each is checked, and one that will not do is refused by its line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from dpcn_app.engine.modes import belief_in, mode_and_parts
from dpcn_app.errors import UserError
from dpcn_app.studies.averages import average_weight

_MOST_SEED = 2**31 - 1
_MOST_VALUES = 10_000
_LONGEST_NAME = 100  # that is looked for in whole
_RANGE = re.compile(r"\s*(\d{1,10})\s*-\s*(\d{1,10})\s*")


class Values:
    """Checks the values of one file.

    Parameters
    ----------
    path, text
        The file, and what it holds, in which lines are found.
    """

    def __init__(self, path: Path, text: str) -> None:
        self.path, self._lines = path, text.splitlines()

    # --- refusing ---------------------------------------------------------------------------------

    def refuse(self, key: str, problem: str) -> NoReturn:
        """Raise a sentence that begins with the line and the key."""
        line = self._line(key)
        place = f"{self.path}, line {line}" if line else str(self.path)
        raise UserError(f"{place}: {_cut(key)} {problem}.")

    def refuse_name(
        self, key: str, what: str, known: Sequence[str], name: str | None = None
    ) -> NoReturn:
        """Refuse a name that is not known, with the nearest that is."""
        name = key.rpartition(".")[2] if name is None else name
        near = get_close_matches(name[:_LONGEST_NAME], known, 1)
        listed = ", ".join(known)
        instead = (
            f"did you mean {near[0]!r}? There are: {listed}" if near else f"choose from {listed}"
        )
        self.refuse(key, f"names an unknown {what}, {_cut(name)!r}; {instead}")

    def _line(self, key: str) -> int:
        """Return the line of a key, from 1, or of the table it is in; 0 where it is not found."""
        table, _, name = key.rpartition(".")
        inside, found = "", 0
        searched = re.escape(name[:_LONGEST_NAME])
        if len(name) <= _LONGEST_NAME:
            searched += r"[\"']?\s*="
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[\s*([\w.\"-]+)\s*\]", line)
            if header:
                inside = header.group(1).replace('"', "")
                if inside == key:
                    return number
                if inside == table:
                    found = found or number
            elif inside == table and re.match(rf"\s*[\"']?{searched}", line):
                return number
        return found

    # --- values -----------------------------------------------------------------------------------

    def text(self, key: str, value: object) -> str:
        """Return a text."""
        if not isinstance(value, str) or len(value) > 2000:
            self.refuse(key, f"is a short text in quotes, not {said(value)}")
        return value

    def texts(self, key: str, value: object) -> tuple[str, ...]:
        """Return a list of texts, each once; one alone counts as a list of one."""
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            self.refuse(key, f'is a list of texts such as ["one", "two"], not {said(value)}')
        return tuple(self._each_once(key, found))

    def whole(self, key: str, value: object, low: int, high: int) -> int:
        """Return a whole number in a range."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse(key, f"is a whole number from {low:,} to {high:,}, not {said(value)}")
        return value

    def seeds(self, key: str, value: object) -> Sequence[int]:
        """Return seeds, from a list or from a text such as "1-30"."""
        if isinstance(value, str):
            found = _RANGE.fullmatch(value)
            first, last = map(int, found.groups()) if found else (1, 0)
            if not first <= last <= _MOST_SEED:
                self.refuse(
                    key,
                    f'is a text such as "1-30", the smaller first, or a list, not {said(value)}',
                )
            return range(first, last + 1)
        if not isinstance(value, list):
            self.refuse(
                key, f'is a list such as [1, 2, 3] or a text such as "1-30", not {said(value)}'
            )
        return self._each_once(key, [self.whole(key, each, 0, _MOST_SEED) for each in value])

    def amounts(
        self, key: str, value: object, low: float, high: float, whole: bool = False
    ) -> tuple[float, ...]:
        """Return a list of numbers in a range, each once; one alone counts as a list of one."""
        found: list[Any] = value if isinstance(value, list) else [value]
        for each in found:
            number = isinstance(each, int | float) and not isinstance(each, bool)
            if not number or not low <= each <= high:  # nan is not
                self.refuse(key, f"takes numbers from {low:,g} to {high:,g}, not {said(each)}")
            if whole and each != int(each):
                self.refuse(key, f"takes whole numbers, not {said(each)}")
        kind = int if whole else float
        return tuple(self._each_once(key, [kind(each) for each in found]))

    def modes(self, key: str, value: object) -> tuple[str, ...]:
        """Return a list of modes."""
        found = self.texts(key, value)
        for name in found:
            try:
                if average_weight(name) is not None:
                    continue
                mode_and_parts(name)
            except UserError as error:
                self.refuse(key, f"has a mode that is not there. {str(error).rstrip('.')}")
            if belief_in(name):
                self.refuse(key, f"has a belief in {name!r}; studies are made without; leave @ out")
        return found

    def _each_once(self, key: str, values: list[Any]) -> list[Any]:
        if not 1 <= len(values) <= _MOST_VALUES:
            self.refuse(key, f"has {len(values):,} values; give 1 to {_MOST_VALUES:,}")
        seen: set[object] = set()
        for each in values:
            if each in seen:
                self.refuse(key, f"has {said(each)} twice; give each value once")
            seen.add(each)
        return values


def said(value: object) -> str:
    """Return a value as an error repeats it."""
    try:
        return _cut(repr(value))
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return "a number of thousands of digits"


def _cut(text: str) -> str:
    """Return a text, or its beginning."""
    return text if len(text) <= 60 else text[:57] + "…"
