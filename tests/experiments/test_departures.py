"""Taking departures back: what is kept, compared and judged, whatever the networks are."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.departures import CONTROL, DepartureSet, Run, Values, reproduce_departures

DONE: list[Run] = []


def work(run: Run) -> Values:
    """Score 1 + seed/100, and .5 more or less where something is taken back."""
    DONE.append(run)
    changes = {CONTROL: 0.0, "worse": -0.5, "same": 0.0, "better": 0.5}
    wobble = {"same": 0.01 * (-1) ** run.seed}
    return {
        name: {"score": 1 + run.seed / 100 + changes[name] + wobble.get(name, 0.0)}
        for name in run.names
    }


KIND = DepartureSet(
    titles={CONTROL: "as it is", "worse": "less", "same": "the like", "better": "more"},
    batches=((CONTROL, "worse"), ("same",)),
    measures={"score": "score"},
    frames=60,
    work=work,
)


@pytest.fixture(autouse=True)
def none_done() -> None:
    DONE.clear()


def test_a_change_is_the_mean_difference_from_the_control_seed_by_seed() -> None:
    result = reproduce_departures({"toy": KIND}, "toy", seeds=(1, 2, 3, 4))
    assert result.values["worse"]["score"] == pytest.approx([0.51, 0.52, 0.53, 0.54])
    change = result.difference("worse", "score")
    assert change.mean == pytest.approx(-0.5)
    assert change.half == pytest.approx(0, abs=1e-9)  # though the scores themselves vary
    assert list(result.beyond_doubt("worse")) == ["score"]
    assert result.beyond_doubt("same") == {}


def test_a_departure_is_worth_it_unless_something_is_better_without_it() -> None:
    kind = replace(KIND, batches=((CONTROL, "worse", "better"), ("same",)))
    result = reproduce_departures({"toy": kind}, "toy", seeds=(1, 2, 3))
    assert result.checks == {
        "nothing is better with less": True,
        "nothing is better with more": False,
        "nothing is better with the like": True,
    }
    assert result.verdict == "fail"
    fewer = replace(kind, less_is_better=frozenset({"score"}))
    turned = reproduce_departures({"toy": fewer}, "toy", seeds=(1, 2, 3)).checks
    assert not turned["nothing is better with less"]
    assert turned["nothing is better with more"]


def test_what_is_added_to_the_paper_is_told_and_not_judged() -> None:
    kind = replace(KIND, batches=((CONTROL, "better"),), additions=frozenset({"better"}))
    result = reproduce_departures({"toy": kind}, "toy", seeds=(1, 2, 3))
    assert "better" in result.values
    assert result.checks == {}


def test_runs_that_are_done_are_not_done_again(tmp_path: Path) -> None:
    first = reproduce_departures({"toy": KIND}, "toy", seeds=(1, 2), folder=tmp_path)
    assert len(DONE) == 4
    again = reproduce_departures({"toy": KIND}, "toy", seeds=(1, 2, 3), folder=tmp_path)
    assert [run.seed for run in DONE[4:]] == [3, 3]
    assert again.values["worse"]["score"][:2] == first.values["worse"]["score"]
    assert json.loads(json.dumps(again.as_dict()))["seeds"] == [1, 2, 3]


@pytest.mark.parametrize("damage", ["", "{}", "[1]", '{"same": {}}', '{"same": {"score": "high"}}'])
def test_a_damaged_file_counts_as_none(tmp_path: Path, damage: str) -> None:
    reproduce_departures({"toy": KIND}, "toy", seeds=(1,), folder=tmp_path)
    (tmp_path / "toy-60-1.5-1-same.json").write_text(damage)
    DONE.clear()
    reproduce_departures({"toy": KIND}, "toy", seeds=(1,), folder=tmp_path)
    assert [run.names for run in DONE] == [("same",)]


def test_runs_of_other_settings_are_kept_apart(tmp_path: Path) -> None:
    for noise, frames in ((1.5, 60), (3.0, 60), (3.0, 90)):
        reproduce_departures({"toy": KIND}, "toy", noise, (1,), frames, tmp_path)
    assert len(DONE) == len(list(tmp_path.iterdir())) == 6


@pytest.mark.parametrize(
    ("named", "seeds", "complaint"),
    [("odd", (1,), "no set called 'odd'"), ("toy", (), "Seeds"), ("toy", (1, 1), "each once")],
)
def test_bad_input_is_refused_before_any_work(named: str, seeds: tuple, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        reproduce_departures({"toy": KIND}, named, seeds=seeds)
    assert DONE == []
