"""The tables of the experiment with closed eyes in a terminal and in a page."""

from pathlib import Path

from rich.console import Console

from dpcn_app.cli import main
from dpcn_app.commands.reproduce_eyes_closed import EXPERIMENT
from dpcn_app.experiments.eyes_closed import EyesClosedResult
from tests.experiments.test_eyes_closed import result


def test_everything_is_printed_whole_within_80_columns() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        for sheet in EXPERIMENT.sheets(result()):
            console.print(sheet.for_terminal())
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80 and "…" not in text
    assert "6.5 (6.0)" in text and "12.5 (12.0)" in text


def test_rows_hold_every_mode_noise_class_and_network() -> None:
    heads, *rows = EXPERIMENT.rows(result())
    assert len(rows) == 4 * 2 * 3 * 2
    assert all(len(row) == len(heads) for row in rows)
    assert rows[0] == ["prior", "0", "square", 1, "6.0000", "6.0000", "12.0000"]
    assert rows[-1] == ["held", "1.5", "diamond", 2, "5.0000", "5.0000", ""]


def test_words_say_honestly_what_lives_on_longest() -> None:
    assert EXPERIMENT.words(result())[0] == (
        "Noise 0: over all classes prior lives on longest, 6.5 frames "
        "(top-down 2.5, bottom-up 1.5, last frame held 4.5)."
    )
    assert "last frame held lives on longest, 9.5" in EXPERIMENT.words(result(held=9.0))[1]


def test_a_page_is_written_for_the_set_and_the_bundled_network_is_the_default(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    asked = []

    def reproduce(*arguments: object, **_: object) -> EyesClosedResult:
        asked.append(arguments[:4])
        return result()

    monkeypatch.setattr("dpcn_app.commands.reproduce_eyes_closed.reproduce_eyes_closed", reproduce)
    page = tmp_path / "page.md"
    page.write_text("<!-- table: easy -->\n<!-- end of table -->\n")
    assert main(["reproduce", "eyes-closed", "--seeds", "1,2", "--page", str(page)]) == 0
    assert main(["reproduce", "eyes-closed", "--noise", "0"]) == 0
    assert asked == [("easy", (0.0, 1.5), (1, 2), None), ("easy", (0.0,), (), None)]
    assert "| square | 6.5 (6.0) |" in page.read_text()
    assert "reproduce eyes-closed --set easy --noise 0,1.5 --seeds 1,2`." in page.read_text()
    capsys.readouterr()
