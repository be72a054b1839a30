"""What all experiments do alike, seen on one that takes no time."""

import csv
import json
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from dpcn_app.commands.experiment_report import Experiment, seed_by_seed, seeds_in_words
from dpcn_app.commands.result_tables import Sheet
from dpcn_app.engine.plan import Place
from dpcn_app.engine.state import LayerState
from dpcn_app.engine.trainer import Progress
from dpcn_app.errors import UserError

MARKED = "# Toss\n<!-- table: coin -->\n<!-- end of table -->\n"


@dataclass
class Toss:
    heads: int
    verdict: str
    seconds: float = 2.25

    def as_dict(self) -> dict[str, object]:
        return {"heads": self.heads, "verdict": self.verdict}


class TossExperiment(Experiment[Toss]):
    name = "toss"
    deciding = ("heads",)

    def __init__(self) -> None:
        self.carried_out = 0

    def add_options(self, parser):
        parser.add_argument("--heads", type=int, default=3)

    def prepare(self, arguments):
        if arguments.heads < 0:
            raise UserError("A coin cannot fall fewer than 0 times.")

        def work(report):
            report(0.5, "tossing")
            self.carried_out += 1
            return Toss(arguments.heads, "pass" if arguments.heads >= 3 else "fail")

        return work

    def table_name(self, arguments):
        return "coin"

    def rows(self, result):
        return [["side", "count"], ["heads", result.heads]]

    def draw(self, result, folder):
        (folder / "toss.png").touch()

    def sheets(self, result):
        return [Sheet("Tosses", ("side", "count"), (("heads", str(result.heads)),))]

    def seeds(self, result):
        return "seed 7"

    def checks(self, result):
        return {"heads fell thrice": result.heads >= 3, "the coin is whole": True}

    def words(self, result):
        return ["It was tossed."]


@pytest.fixture
def toss() -> TossExperiment:
    return TossExperiment()


def run(experiment: TossExperiment, *words: str) -> int:
    parser = ArgumentParser()
    experiment.add_arguments(parser)
    return experiment.run(parser.parse_args(words))


def test_tables_words_checks_and_verdict_are_printed(toss, capsys) -> None:
    assert run(toss, "--heads", "2") == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[-4:] == [
        "It was tossed.",
        "NO  heads fell thrice",
        "yes the coin is whole",
        "Verdict: fail (seed 7; 2.2 s)",
    ]
    assert "heads     2" in lines


def test_a_verdict_of_pass_is_exit_code_0(toss) -> None:
    assert run(toss) == 0


def test_json_is_one_document_and_nothing_else(toss, capsys) -> None:
    run(toss, "--json")
    assert json.loads(capsys.readouterr().out) == {"heads": 3, "verdict": "pass"}


def test_a_folder_gets_figures_and_table(toss, tmp_path: Path) -> None:
    run(toss, "--out", str(tmp_path / "new"))
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["table.csv", "toss.png"]
    with (tmp_path / "new" / "table.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["side", "count"], ["heads", "3"]]


def test_a_page_gets_table_words_verdict_checks_and_the_command(toss, tmp_path: Path) -> None:
    page = tmp_path / "toss.md"
    page.write_text(MARKED)
    assert run(toss, "--heads", "2", "--page", str(page), "--json") == 1
    assert page.read_text().splitlines() == [
        "# Toss",
        "<!-- table: coin -->",
        "",
        "**Tosses**",
        "",
        "| side | count |",
        "| --- | ---: |",
        "| heads | 2 |",
        "",
        "- It was tossed.",
        "",
        "Verdict: **fail** (seed 7; 2 s).",
        "",
        "- **NO**: heads fell thrice",
        "- yes: the coin is whole",
        "",
        "Written by `dpcn-app reproduce toss --heads 2`.",
        "",
        "<!-- end of table -->",
    ]


def test_bad_input_is_refused_before_the_work_begins(toss, tmp_path: Path) -> None:
    page = tmp_path / "toss.md"
    for text in (None, "# No marks\n"):
        if text is not None:
            page.write_text(text)
        with pytest.raises(UserError):
            run(toss, "--page", str(page))
    with pytest.raises(UserError, match="fewer than 0"):
        run(toss, "--heads", "-1")
    with pytest.raises(UserError, match="/dev/null/x"):
        run(toss, "--out", "/dev/null/x")
    assert toss.carried_out == 0


def test_an_experiment_may_need_its_folder(toss, monkeypatch, capsys) -> None:
    monkeypatch.setattr(TossExperiment, "needs_folder", True)
    with pytest.raises(SystemExit):
        run(toss)
    assert "--out" in capsys.readouterr().err


def test_results_are_printed_even_if_the_page_was_spoilt_meanwhile(
    toss, tmp_path: Path, monkeypatch, capsys
) -> None:
    page = tmp_path / "toss.md"
    page.write_text(MARKED)
    prepare = toss.prepare

    def spoiling(arguments):
        work = prepare(arguments)

        def spoilt(report):
            page.write_text("# Nothing is left\n")
            return work(report)

        return spoilt

    monkeypatch.setattr(toss, "prepare", spoiling)
    with pytest.raises(UserError, match="no place"):
        run(toss, "--page", str(page))
    assert "Verdict: pass" in capsys.readouterr().out


def test_seeds_are_told_in_words() -> None:
    assert seeds_in_words([4]) == "seed 4"
    assert seeds_in_words((2, 3)) == "seeds 2, 3"


def test_progress_is_told_over_all_seeds() -> None:
    told: list[tuple[float, str]] = []
    place = Place(phase="learn", layer=0, epoch=0, restart=0, step=0)
    progress = Progress(place, 0.5, {}, 0, cast(LayerState, None))
    seed_by_seed(lambda share, words: told.append((share, words)), (8, 9))(1, progress)
    assert told == [(0.75, "seed 9: learning layer 1, epoch 1")]
