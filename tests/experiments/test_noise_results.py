"""Results at several amounts of noise: tables, verdict, and what JSON holds of them."""

import json
from dataclasses import dataclass

from dpcn_app.experiments.noise_results import NoiseResult, NoiseTable, noise_table, plain_table


@dataclass(frozen=True, eq=False)
class Toss(NoiseResult):
    """A result that has found one table."""

    experiment = "toss"

    heads: NoiseTable

    def found(self) -> dict[str, object]:
        return {"heads": plain_table(self.heads)}


def toss(**checks: bool) -> Toss:
    return Toss(
        shape_set="easy",
        noises=(0.0, 1.5),
        seeds=(2, 3),
        heads={"off": {1.5: {"leak": [0.1, 0.2]}}},
        checks=checks,
        seconds=1.23456,
    )


def test_the_verdict_is_that_of_all_checks() -> None:
    assert toss().verdict == toss(fair=True).verdict == "pass"
    assert toss(fair=True, even=False).verdict == "fail"


def test_what_was_asked_for_and_found_is_told_in_order() -> None:
    told = json.loads(json.dumps(toss(fair=True).as_dict()))
    assert list(told.items()) == [
        ("experiment", "toss"),
        ("set", "easy"),
        ("noise", [0.0, 1.5]),
        ("seeds", [2, 3]),
        ("heads", {"off": {"1.5": {"leak": [0.1, 0.2]}}}),
        ("checks", {"fair": True}),
        ("verdict", "pass"),
        ("seconds", 1.235),
    ]


def test_a_table_goes_by_mode_noise_and_name() -> None:
    rows = [{("off", 1.5): {"leak": 0.1}}, {("off", 1.5): {"leak": 0.2}}]
    table = noise_table(
        rows, ["off"], [1.5], ["leak"], lambda row, mode, noise, name: row[mode, noise][name]
    )
    assert table == {"off": {1.5: {"leak": [0.1, 0.2]}}}
    assert plain_table(table) == {"off": {"1.5": {"leak": [0.1, 0.2]}}}
