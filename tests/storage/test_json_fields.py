"""Dataclasses come back from JSON only where every field fits."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from dpcn_app.errors import UserError
from dpcn_app.storage.json_fields import as_json, checked_fields


@dataclass(frozen=True)
class Inner:
    size: int
    weight: float = 1.0


@dataclass(frozen=True)
class Outer:
    name: str
    pair: tuple[int, int]
    inners: tuple[Inner, ...]
    scores: dict[str, float]
    notes: dict[str, Any]


OUTER = Outer("n", (1, 2), (Inner(3), Inner(4, 0.1)), {"a": 0.5}, {"x": [1, None]})


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(as_json(OUTER))), **changes}


def test_a_dataclass_comes_back_from_json_equal() -> None:
    assert Outer(**checked_fields(Outer, changed())) == OUTER


def test_a_whole_number_serves_as_a_float() -> None:
    weight = checked_fields(Inner, {"size": 1, "weight": 2})["weight"]
    assert (weight, type(weight)) == (2.0, float)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": 3},
        {"name": None},
        {"pair": [1]},
        {"pair": [1, 2, 3]},
        {"pair": [1, 2.0]},
        {"pair": [1, True]},
        {"pair": "12"},
        {"inners": {"size": 1}},
        {"scores": {"a": "high"}},
        {"scores": [0.5]},
        {"scores": {"a": 10**400}},
        {"notes": []},
    ],
)
def test_a_wrong_type_is_refused_by_the_name_of_its_field(changes: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=f"field {next(iter(changes))} is of the wrong type"):
        checked_fields(Outer, changed(**changes))


def test_missing_and_unknown_fields_are_refused_at_every_depth() -> None:
    with pytest.raises(UserError, match="Inner lacks the field weight"):
        checked_fields(Outer, changed(inners=[{"size": 1}]))
    with pytest.raises(UserError, match="Outer has the unknown field 'more'"):
        checked_fields(Outer, changed(more=1))
    with pytest.raises(UserError, match="Inner is not a set of fields"):
        checked_fields(Outer, changed(inners=[3]))
