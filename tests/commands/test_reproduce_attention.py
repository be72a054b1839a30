"""The tables of attention in a terminal and in a page."""

from pathlib import Path

import pytest
from rich.console import Console

from dpcn_app.cli import main
from dpcn_app.commands.reproduce_attention import EXPERIMENT
from dpcn_app.experiments.attention import MODES, AttentionResult
from tests.experiments.test_attention import result
from tests.helpers.command_line import refusal


def test_everything_is_printed_whole_within_80_columns() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        for sheet in EXPERIMENT.sheets(result(square_diamond=0.3)):
            console.print(sheet.for_terminal())
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80 and "…" not in text
    assert ".30 (.20)" in text and text.count(".60 (.50)") >= 5


def test_rows_hold_every_mode_noise_pair_and_seed() -> None:
    heads, *rows = EXPERIMENT.rows(result())
    assert len(rows) == len(MODES) * 2 * 6 * 2
    assert all(len(row) == len(heads) for row in rows)
    assert rows[0] == ["belief", "0", "square", "diamond", 1, "0.5000", "0.5000", "0.5000"]


def test_words_tell_what_is_kept_and_read() -> None:
    words = EXPERIMENT.words(result())
    assert len(words) == 2
    assert words[1].startswith("Noise 1.5: of what is believed .60 is kept (left alone .00")
    assert "60% of the frames are read as the believed class" in words[1]


def test_a_page_is_written_for_the_set_that_was_asked(tmp_path: Path, monkeypatch, capsys) -> None:
    asked = []

    def reproduce(*arguments: object, **_: object) -> AttentionResult:
        asked.append(arguments[:4])
        return result("easy")

    monkeypatch.setattr("dpcn_app.commands.reproduce_attention.reproduce_attention", reproduce)
    page = tmp_path / "page.md"
    page.write_text("<!-- table: easy -->\n<!-- end of table -->\n")
    words = ["reproduce", "attention", "--set", "easy", "--noise", "0,1.5", "--seeds", "1,2"]
    assert main([*words, "--page", str(page)]) == 0
    assert asked == [("easy", (0.0, 1.5), (1, 2), None)]
    assert "--set easy --noise 0,1.5 --seeds 1,2`." in page.read_text()
    assert "| square > x |" in page.read_text()
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--noise", "0,much"], "Amounts of noise are numbers"),
        (["--noise", "-1"], "Structured noise goes from 0"),
        (["--seeds", "two"], "Seeds are whole numbers"),
        (["--seeds", "2,2"], "Give each seed once"),
        (["--set", "odd"], "no set called 'odd'"),
        (["--frames", "-5"], "frames"),
        (["--page", "no-such-page.md"], "no page no-such-page.md"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], complaint: str, capsys) -> None:
    assert complaint in refusal(capsys, "reproduce", "attention", *words)
