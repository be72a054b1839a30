"""`dpcn-app export sheet`: a PDF of what was asked for, or a sentence and no file."""

import json

import pytest

from dpcn_app.cli import main

QUICK = ("--source", "shapes:set=easy,seed=7,noise=1.5", "--frames", "20", "--modes", "off,both")


def export(*words):
    return main(["export", "sheet", *map(str, words)])


def test_a_sheet_is_written_and_its_scores_are_told(tmp_path, capsys):
    out = tmp_path / "results.pdf"
    assert export("--out", out, *QUICK, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["frames"] == 20 and list(told["modes"]) == ["off", "both"]
    assert told["bytes"] == out.stat().st_size and out.read_bytes().startswith(b"%PDF-")
    assert export("--out", out, *QUICK) == 0
    assert "ready to print in A4" in capsys.readouterr().out


def test_no_qt_is_needed(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "PySide6", None)
    assert export("--out", tmp_path / "a.pdf", *QUICK) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--out", "a.png"), "ends with .pdf"),
        (("--out", "no/a.pdf"), "folder does not exist"),
        (("--out", "a.pdf", "--frames", "1"), "2 to 3,000 frames, not 1"),
        (("--out", "a.pdf", "--modes", "up"), "no mode called 'up'"),
    ],
)
def test_bad_input_gets_a_sentence_and_no_file(tmp_path, monkeypatch, capsys, words, sentence):
    monkeypatch.chdir(tmp_path)
    assert export(*words) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
