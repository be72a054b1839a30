"""Names of networks: which ones may be given, and how each becomes the name of a file and back.

A file's name is plain ASCII, so that every system can hold it: all but letters, digits, ``-``,
``_``, ``~`` and spaces inside is written as ``%`` and the bytes of its UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import quote, unquote

from dpcn_app.errors import UserError

LONGEST = 60
"""Most characters of a name."""

_LONGEST_STEM = 200  # bytes; file systems allow 255, and a deleted file has a date before its name
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)  # by Windows
_NUMBERED = re.compile(r"(.+) ([1-9][0-9]{0,8})", re.DOTALL)


def file_stem(name: str) -> str:
    """Return the name of a file, without its ending, from which `name_of_stem` gets the name."""
    stem = quote(name, safe=" ").replace(".", "%2E")
    if stem.startswith(" "):
        stem = f"%20{stem[1:]}"
    if stem.endswith(" "):
        stem = f"{stem[:-1]}%20"
    if _RESERVED.fullmatch(stem):
        stem = f"%{ord(stem[0]):02X}{stem[1:]}"
    return stem


def name_of_stem(stem: str) -> str | None:
    """Return the name of the network in a file; None if that can be no name.

    A file that the user has put there may be called anything.
    """
    try:
        name = unquote(stem, errors="strict")
    except UnicodeDecodeError:
        name = stem
    return name if name.strip() and _is_text(name) else None


def check_name(name: str) -> None:
    """Refuse a name that is empty, too long, or no valid text."""
    if not name.strip():
        raise UserError("A network needs a name; type at least one character.")
    if not _is_text(name):
        raise UserError("This name is not valid text; type another one.")
    if not _fits(name):
        raise UserError(
            f"This name is too long; it may have {LONGEST} Latin letters, or about 20 of another "
            "script."
        )


def same_name(name: str) -> str:
    """Return a key that is equal for names which some file systems do not tell apart."""
    return name.casefold()


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, or if it is taken, the same with the next number that is free."""
    known = {same_name(each) for each in taken}
    numbered = _NUMBERED.fullmatch(name)
    about, number = (numbered[1], int(numbered[2])) if numbered else (name, 1)
    while same_name(name) in known:
        number += 1
        name = f"{about} {number}"
    return name


def numbered_name(about: str, taken: Collection[str]) -> str:
    """Return a free name that begins with what a network is about, cut where that is too long."""
    about = about.encode("utf-8", "replace").decode().strip() or "network"
    while not _fits(f"{about} 1234"):
        about = about[:-1]
    return free_name(f"{about.strip()} 1", taken)


def stopped_name(name: str, share: float) -> str:
    """Return what a network is called whose training was stopped after a share of it."""
    words = f" (stopped at {100 * share:.0f} %)"
    while not _fits(f"{name}{words} 1234"):
        name = name[:-1]
    return f"{name}{words}"


def in_reading_order(name: str) -> list[tuple[int, str]]:
    """Return a key to sort names with: “film 2” comes before “film 10”."""
    parts = re.split(r"([0-9]+)", same_name(name))
    return [
        (int(part), "") if part.isdecimal() and part.isascii() else (-1, part) for part in parts
    ]


def _fits(name: str) -> bool:
    return len(name) <= LONGEST and len(file_stem(name)) <= _LONGEST_STEM


def _is_text(name: str) -> bool:
    """Whether a name has no half of a surrogate pair, which no file could hold."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
