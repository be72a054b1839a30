"""What makes a study's text absurd before it is read: names of many parts, endless numbers.

Python's reader of TOML takes time by the square of a name's parts (`a.b.c = 1` has three), minutes
for a name that fills a file, and raises what is no mistake of TOML at a number of thousands of
digits.
"""

from __future__ import annotations

import re
from pathlib import Path

from dpcn_app.errors import UserError

_MOST_PARTS = 8  # of a name; those of a study have one or two
_MOST_DIGITS = 100  # of a number
_TOKEN = re.compile(
    r"""(?P<text>\"{3}(?:\\.|[^\\])*?\"{3}|'{3}.*?'{3})"""
    r"""|(?P<comment>\#[^\n]*)"""
    r"""|(?P<part>\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|[\w-]+)"""
    r"""|(?P<dot>[ \t]*\.[ \t]*)"""
    r"""|(?P<other>.)""",
    re.DOTALL,
)


def refuse_absurd(text: str, path: Path) -> None:
    """Refuse a text whose names have too many parts, or whose numbers have too many digits."""
    line, parts = 1, 0
    for token in _TOKEN.finditer(text):
        kind, said = token.lastgroup, token.group()
        if kind == "part":
            parts += 1
            if parts > _MOST_PARTS:
                raise UserError(
                    f"{path}, line {line}: a name has more than {_MOST_PARTS} parts with dots "
                    "between; names of a study have one part or two, such as layer1.sparsity."
                )
            if len(said) > _MOST_DIGITS and said.replace("_", "").lstrip("-").isdecimal():
                raise UserError(
                    f"{path}, line {line}: a number has more than {_MOST_DIGITS} digits; write a "
                    "shorter one."
                )
        elif kind != "dot":
            parts = 0
        line += said.count("\n")
