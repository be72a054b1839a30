"""`dpcn-app reproduce`: what every experiment writes, returns and refuses."""

import csv
import json

import pytest

from dpcn_app.cli import main
from tests.helpers.command_line import refusal


def test_reproduce_prints_json_alone_and_writes_figures_and_table(tmp_path, capsys):
    words = ["reproduce", "shapes", "--frames", "60", "--seeds", "5", "--noise", "1"]
    code = main([*words, "--json", "--out", str(tmp_path / "new" / "folder")])
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert code == (0 if document["verdict"] == "pass" else 1)
    assert document["seeds"] == [5]
    assert err == ""
    names = {path.name for path in (tmp_path / "new" / "folder").iterdir()}
    assert {
        "table.csv",
        "clean_bottom_up.png",
        "noisy_bottom_up.svg",
        "noisy_top_down.png",
    } <= names
    with (tmp_path / "new" / "folder" / "table.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 6


def test_a_failed_verdict_is_exit_code_1(capsys, monkeypatch):
    monkeypatch.setattr("dpcn_app.experiments.shapes._checks", lambda *_: {"never": False})
    assert main(["reproduce", "shapes", "--frames", "60", "--seeds", "5"]) == 1
    assert "Verdict: fail" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "EXPERIMENT"),
        (["moons"], "moons"),
        (["shapes", "--set", "odd"], "no set called 'odd'"),
        (["shapes", "--noise", "-1"], "noise goes from 0"),
        (["shapes", "--noise", "nan"], "noise goes from 0"),
        (["shapes", "--seeds", "1,two"], "Seeds are whole numbers"),
        (["shapes", "--seeds", "-1"], "seed"),
        (["shapes", "--frames", "-5"], "frames"),
        (["shapes", "--out", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_reproduce_refuses_bad_input_with_a_sentence(words, complaint, capsys):
    assert complaint in refusal(capsys, "reproduce", *words)
