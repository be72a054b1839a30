"""The tables of wide frames in a terminal and in a page."""

from pathlib import Path

import pytest
from rich.console import Console

from dpcn_app.cli import main
from dpcn_app.commands.reproduce_wide import EXPERIMENT
from dpcn_app.experiments.wide import WideResult
from tests.experiments.test_wide import result
from tests.helpers.command_line import refusal


def test_everything_is_printed_whole_within_80_columns() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        for sheet in EXPERIMENT.sheets(result()):
            console.print(sheet.for_terminal())
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80 and "…" not in text
    assert "noise 1, 4 objects a frame" in " ".join(text.split())
    assert "noise 4, 16 objects a frame" in " ".join(text.split())


def test_rows_hold_everything_for_every_seed() -> None:
    heads, *rows = EXPERIMENT.rows(result())
    assert all(len(row) == len(heads) for row in rows)
    assert len(rows) == 2 * (5 * 2 * 5 + (3 + 5) * 6)
    assert ["context", "context", "0", "square>diamond", 1, "0.2990"] in rows


def test_a_page_is_written_for_the_set_that_was_asked(tmp_path: Path, monkeypatch, capsys) -> None:
    asked = []

    def reproduce(*arguments: object, **_: object) -> WideResult:
        asked.append(arguments[:4])
        return result("wide-easy")

    monkeypatch.setattr("dpcn_app.commands.reproduce_wide.reproduce_wide", reproduce)
    page = tmp_path / "page.md"
    page.write_text("<!-- table: wide-easy -->\n<!-- end of table -->\n")
    words = ["reproduce", "wide", "--set", "wide-easy", "--noise", "1,4", "--seeds", "1,2"]
    assert main([*words, "--page", str(page)]) == 0
    assert asked == [("wide-easy", (1.0, 4.0), (1, 2), None)]
    assert "--set wide-easy --noise 1,4 --seeds 1,2`." in page.read_text()
    assert "| square > x |" in page.read_text()
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--noise", "0,much"], "Amounts of noise are numbers"),
        (["--seeds", "2,2"], "Give each seed once"),
        (["--set", "hard"], "'hard' has no wide frames"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], complaint: str, capsys) -> None:
    assert complaint in refusal(capsys, "reproduce", "wide", *words)
