"""A table of results in a terminal and in a page."""

import pytest
from rich.console import Console

from dpcn_app.commands.result_tables import Sheet, mean_and_worst, short


def printed(sheet: Sheet, width: int = 80) -> list[str]:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(sheet.for_terminal())
    return [line.rstrip() for line in capture.get().splitlines()]


def a_sheet(note: str = "") -> Sheet:
    rows = (("bottom-up", ".88 (.86)"), ("a|b", ".98 (.97)"))
    return Sheet("Who tells them apart", ("mode", "accuracy, mean (worst)"), rows, note)


def test_a_page_has_title_heads_rows_and_note() -> None:
    assert a_sheet("More is better.").as_markdown().splitlines() == [
        "**Who tells them apart**",
        "",
        "| mode | accuracy, mean (worst) |",
        "| --- | ---: |",
        "| bottom-up | .88 (.86) |",
        "| a\\|b | .98 (.97) |",
        "",
        "More is better.",
    ]


def test_without_a_note_a_page_ends_with_the_table() -> None:
    assert a_sheet().as_markdown().endswith("|")


def test_a_terminal_shows_the_same_cells_with_heads_broken_to_the_width_of_their_columns() -> None:
    lines = printed(a_sheet("More is better."))
    text = "\n".join(lines)
    assert lines[0] == "Who tells them apart"
    assert "accuracy," in text
    assert "accuracy, mean" not in text
    assert [line.split() for line in lines if ".88" in line] == [["bottom-up", ".88", "(.86)"]]
    assert lines[-1] == "More is better."


def test_names_of_rows_are_broken_where_the_terminal_is_narrow_and_numbers_are_not() -> None:
    rows = (("a name that needs much more room than there is", "1.234 (1.100)"),)
    text = "\n".join(printed(Sheet("Narrow", ("", "figure"), rows), width=30))
    assert "1.234 (1.100)" in text
    assert "…" not in text


def test_a_table_without_rows_shows_its_heads() -> None:
    assert "figure" in "\n".join(printed(Sheet("Empty", ("", "figure"), ())))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.917, ".92"),
        (-0.314, "-.31"),
        (1.0, "1.00"),
        (10.04, "10.04"),
        (0.0, ".00"),
        (-0.004, ".00"),
    ],
)
def test_a_number_is_written_without_the_zero_before_its_point(value: float, written: str) -> None:
    assert short(value) == written


def test_a_mean_stands_beside_the_worst_seed() -> None:
    assert mean_and_worst([0.5, 0.75, 1.0], 3) == ".750 (.500)"
    assert mean_and_worst([0.25, 0.75], less_is_better=True) == ".50 (.75)"
