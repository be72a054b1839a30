"""Dataclasses to JSON and back: every field must be there, and be of its type."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from dpcn_app.errors import UserError

_LONGEST = 10_000  # items of a tuple


def as_json(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass, including those of dataclasses inside it."""
    return dataclasses.asdict(value)


def checked_fields(kind: type, value: object) -> dict[str, Any]:
    """Return the arguments of a dataclass from JSON; refuse values that do not fit.

    Parameters
    ----------
    kind
        A dataclass with fields of type int, float, str, tuple, dict, or dataclass, or one of
        these or None.
    value
        The value from JSON.

    Returns
    -------
    fields
        Arguments for `kind`, with inner dataclasses already made, and lists turned into tuples.
    """
    if not isinstance(value, Mapping):
        raise UserError(f"{kind.__name__} is not a set of fields")
    hints = get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]
    if missing := [name for name in names if name not in value]:
        raise UserError(f"{kind.__name__} lacks the field {missing[0]}")
    if unknown := [name for name in value if name not in names]:
        raise UserError(f"{kind.__name__} has the unknown field {str(unknown[0])[:50]!r}")
    return {name: _checked(hints[name], value[name], name) for name in names}


def _checked(kind: Any, value: object, name: str) -> Any:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return kind(**checked_fields(kind, value))
    arguments = get_args(kind)
    if isinstance(kind, UnionType) and NoneType in arguments:
        (inner,) = (each for each in arguments if each is not NoneType)
        return None if value is None else _checked(inner, value, name)
    if get_origin(kind) is tuple and isinstance(value, list | tuple):
        if len(value) > _LONGEST:
            raise UserError(f"the field {name} is too long")
        if arguments[1:] == (...,):
            return tuple(_checked(arguments[0], each, name) for each in value)
        if len(value) == len(arguments):
            return tuple(map(_checked, arguments, value, [name] * len(value)))
    elif get_origin(kind) is dict and isinstance(value, dict):
        return {str(key): _checked(arguments[1], each, name) for key, each in value.items()}
    elif kind is Any or type(value) is kind:
        return value
    elif kind is float and type(value) is int and abs(value) <= 2**53:
        return float(value)
    raise UserError(f"the field {name} is of the wrong type")
