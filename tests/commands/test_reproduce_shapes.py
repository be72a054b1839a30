"""`dpcn-app reproduce shapes`: table, page and verdict, from small networks."""

import csv
from pathlib import Path

import pytest

from dpcn_app.cli import main
from dpcn_app.commands.reproduce_shapes import TITLES
from dpcn_app.experiments.shapes import CONDITIONS
from tests.helpers.command_line import refusal

PAGE = """# Shapes
<!-- table: easy -->
<!-- end of table -->
<!-- table: hard -->
<!-- end of table -->
"""
QUICK = ["reproduce", "shapes", "--frames", "60"]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "shapes.md"
    path.write_text(PAGE)
    return path


def test_every_condition_has_a_title() -> None:
    assert set(TITLES) == set(CONDITIONS)


def test_a_page_and_a_table_hold_every_condition(page: Path, tmp_path: Path, capsys) -> None:
    words = ["--set", "hard", "--seeds", "5,6", "--out", str(tmp_path / "out")]
    main([*QUICK, *words, "--page", str(page)])
    printed = capsys.readouterr().out
    easy, hard = page.read_text().split("<!-- table: hard -->")
    assert easy == PAGE.split("<!-- table: hard -->")[0]
    with (tmp_path / "out" / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(CONDITIONS)
    for condition, title in TITLES.items():
        scores = [float(row["kmeans"]) for row in rows if row["condition"] == condition]
        mean, worst = (f"{each:.3f}".lstrip("0") for each in (sum(scores) / 2, min(scores)))
        assert f"| {title} | {mean} ({worst}) |" in hard
        assert f"{mean} ({worst})" in printed
    assert "(seeds 5, 6; " in hard
    command = "dpcn-app reproduce shapes --set hard --noise 1.5 --seeds 5,6 --frames 60"
    assert f"Written by `{command}`." in hard


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--page", "no-such-page.md"], "no page no-such-page.md"),
        (["--page", "."], "is a folder"),
        (["--seeds", "5,"], "Seeds are whole numbers"),
        (["--seeds", "-5"], "seed"),
        (["--set", "odd"], "odd"),
        (["--noise", "much"], "--noise"),
        (["--frames", "none"], "--frames"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], complaint: str, capsys) -> None:
    assert complaint in refusal(capsys, *QUICK, *words)


def test_a_page_without_marks_for_the_set_is_refused_before_anything_is_trained(
    page: Path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(
        "dpcn_app.commands.reproduce_shapes.reproduce_shapes", lambda *_: pytest.fail("trained")
    )
    page.write_text(PAGE.replace("table: easy", "table: simple"))
    assert main([*QUICK, "--page", str(page)]) == 2
    assert "no place for the table 'easy'" in capsys.readouterr().err
