"""The tables of the levels experiment in a terminal and in a page."""

from pathlib import Path

from rich.console import Console

from dpcn_app.cli import main
from dpcn_app.commands.reproduce_levels import EXPERIMENT
from dpcn_app.experiments.levels import LevelsResult
from tests.experiments.test_levels import result, seed_result


def test_everything_is_printed_whole_within_80_columns() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        for sheet in EXPERIMENT.sheets(result(seed_result(14001), seed_result(2, told=0.4))):
            console.print(sheet.for_terminal())
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80 and "…" not in text
    assert ".97 found" in text and ".40 NOT found" in text


def test_rows_hold_every_condition_seed_and_way() -> None:
    heads, *rows = EXPERIMENT.rows(result())
    assert len(rows) == 4 * 5 * 3
    assert all(len(row) == len(heads) for row in rows)
    assert rows[0] == ["clean", 1, "0.9700", "three layers", "1.0000", "0.9500"]
    assert rows[1][2] == ""  # only three layers tell shapes


def test_words_tell_how_far_three_layers_are_ahead_of_two_wide_ones() -> None:
    first, *_ = EXPERIMENT.words(result())
    assert first == (
        "Three layers minus two wide layers, clean: k-means .000 ±.000, silhouette .000 ±.000."
    )


def test_a_page_is_written_with_the_seeds_asked_for(tmp_path: Path, monkeypatch, capsys) -> None:
    asked = []

    def reproduce(*arguments: object, **_: object) -> LevelsResult:
        asked.append(arguments[:2])
        return result()

    monkeypatch.setattr("dpcn_app.commands.reproduce_levels.reproduce_levels", reproduce)
    page = tmp_path / "page.md"
    page.write_text("<!-- table: levels -->\n<!-- end of table -->\n")
    assert main(["reproduce", "levels", "--seeds", "1,2", "--page", str(page)]) == 0
    assert asked == [((1, 2), None)]
    assert "Verdict: **pass**" in page.read_text()
    assert "reproduce levels --seeds 1,2`." in page.read_text()
    capsys.readouterr()
