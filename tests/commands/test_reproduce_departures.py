"""`dpcn-app reproduce departures`: table, page and verdict, from small networks."""

import csv
from pathlib import Path

import pytest

from dpcn_app.cli import main
from dpcn_app.experiments import shapes
from dpcn_app.experiments.shape_departures import SHAPE_SETS
from tests.helpers.command_line import refusal

PAGE = """# Departures
<!-- table: easy -->
<!-- end of table -->
"""
QUICK = ["reproduce", "departures", "--set", "easy", "--frames", "60", "--seeds", "5,6"]


def test_a_page_and_a_table_hold_every_departure(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(shapes, "TEST_FRAMES_PER_SHAPE", 10)
    page, out = tmp_path / "departures.md", tmp_path / "out"
    page.write_text(PAGE)
    main([*QUICK, "--out", str(out), "--page", str(page), "--processes", "1"])
    text, printed = page.read_text(), capsys.readouterr().out
    kind = SHAPE_SETS["easy"]
    for title in kind.titles.values():
        assert f"| {title} | " in text
    for name, title in kind.titles.items():
        assert name == "control" or f"- With {title}: " in text
    assert "Verdict: " in printed
    with (out / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(kind.titles) * len(kind.measures)
    assert len(list((out / "runs").iterdir())) == 2 * len(kind.batches)
    command = "dpcn-app reproduce departures --set easy --noise 1.5 --seeds 5,6 --frames 60"
    assert f"Written by `{command}`." in text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--set", "odd"], "choose from easy, hard, natural"),
        (["--seeds", "5,"], "Seeds are whole numbers"),
        (["--seeds", "5,5"], "each once"),
        (["--frames", "7"], "frames"),
        (["--noise", "-1"], "noise"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], complaint: str, capsys) -> None:
    assert complaint in refusal(capsys, *QUICK, *words)
