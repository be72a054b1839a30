"""The header of a file: JSON that says what the file is, and the fields of its kind."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from dpcn_app.errors import DamagedFileError, UserError

FORMAT = "dpcn_app"
VERSION = 1
MAX_HEADER = 2**24
"""Most bytes of a header."""

_RESERVED = ("format", "kind", "version")


def encode_header(fields: Mapping[str, Any], path: str | os.PathLike[str], kind: str) -> bytes:
    """Return the header of a file of the given kind, with fields that JSON can hold."""
    if reserved := [name for name in _RESERVED if name in fields]:
        raise ValueError(f"header fields {reserved} belong to the format itself")
    header = {"format": FORMAT, "kind": kind, "version": VERSION, **fields}

    def plain(value: Any) -> Any:
        if isinstance(value, np.generic):
            return value.item()
        raise TypeError(f"{value!r} does not fit a header")

    try:
        text = json.dumps(header, allow_nan=False, default=plain).encode()
        _decode(text)  # checks that the header can be read again
    except (TypeError, ValueError, RecursionError) as error:
        raise UserError(
            f"{path} could not be written, as its header is not valid: {error}."
        ) from error
    if len(text) > MAX_HEADER:
        raise UserError(f"{path} could not be written: its header is longer than 16 MiB.")
    return text


def decode_header(text: bytes, path: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Return the fields of a header; refuse one of another format, kind or newer version."""
    try:
        header = _decode(text)
    except (ValueError, RecursionError) as error:
        raise DamagedFileError(
            f"{path} has a header that cannot be read; choose another file."
        ) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise DamagedFileError(f"{path} was not written by this app; choose one of its own files.")
    version = header.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DamagedFileError(f"{path} has no version number in its header; choose another file.")
    if version > VERSION:
        raise UserError(f"{path} was written by a newer version of this app; update to open it.")
    if header.get("kind") != kind:
        is_kind = str(header.get("kind"))[:20]
        raise DamagedFileError(f"{path} is a {is_kind}, not a {kind}; choose another file.")
    return {name: value for name, value in header.items() if name not in _RESERVED}


def _decode(text: bytes) -> Any:
    """Return the value of JSON; refuse numbers that are not finite and text that is not valid."""

    def finite(number: str) -> float:
        value = float(number)
        if not math.isfinite(value):
            raise ValueError(f"holds {number}, which is not a finite number")
        return value

    value = json.loads(text.decode(), parse_float=finite, parse_constant=finite)
    json.dumps(value, ensure_ascii=False).encode()  # refuses half a surrogate pair
    return value
