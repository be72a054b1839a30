"""`dpcn-app reproduce natural`: table, figures and verdict, from a small network."""

import json
from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.cli import main
from dpcn_app.commands import reproduce_natural
from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.stages import Stage
from dpcn_app.experiments import motion, natural
from dpcn_app.training.presets import preset

SMALL = replace(
    preset("natural"),
    network=NetworkSpec(
        (20, 20),
        9,
        (
            LayerSpec(81, 12, 6, square_offsets(2), 0.2, 1.0, 0.2, iterations=5),
            LayerSpec(6, 6, 3, square_offsets(3), 0.05, 0.2, 0.05, iterations=5),
        ),
    ),
    learning=(LearningSpec(epochs=1, stages=(Stage("ABC", share=1.0, transitions=True),)),) * 2,
    frames=32,
)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (natural, reproduce_natural):
        monkeypatch.setattr(module, "preset", lambda name: SMALL)
    monkeypatch.setattr(natural, "_TEST_FRAMES", 32)
    monkeypatch.setattr(natural, "_DIRECTED_FRAMES", 32)
    monkeypatch.setattr(motion, "_STEPS_OF_A", 8)


def test_it_writes_a_table_and_figures_and_tells_a_verdict(tmp_path, capsys) -> None:
    code = main(["reproduce", "natural", "--out", str(tmp_path), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert code == (0 if told["verdict"] == "pass" else 1)
    assert told["experiment"] == "natural"
    table = (tmp_path / "table.csv").read_text().splitlines()
    assert len(table) == 1 + len(reproduce_natural.ROWS)
    assert (tmp_path / "dictionary.png").exists()
    assert (tmp_path / "transitions.svg").exists()


def test_a_page_has_a_column_a_seed_with_what_was_asked_and_where_it_is_short(
    tmp_path, capsys
) -> None:
    page = tmp_path / "natural.md"
    page.write_text("<!-- table: photographs -->\n<!-- end of table -->\n")
    words = ["--seeds", "1,2", "--frames", "32", "--json", "--out", str(tmp_path)]
    main(["reproduce", "natural", *words, "--page", str(page)])
    told = json.loads(capsys.readouterr().out)
    rows = {
        cells[0]: cells[1:]
        for line in page.read_text().splitlines()
        if (cells := line.strip("| ").split(" | ")) and line.startswith("| ")
    }
    assert rows["atoms oriented band-pass"][0] == "≥ 60 %"
    for name, (_, checks) in reproduce_natural.ASKED.items():
        for cell, held in zip(rows[name][1:], told["checks"], strict=True):
            assert cell.endswith(" ✗") != all(held[check] for check in checks)
    assert not any("✗" in cell for name in ("training", "atoms a cause") for cell in rows[name])
    command = "dpcn-app reproduce natural --seeds 1,2 --frames 32"
    assert f"Written by `{command}`." in page.read_text()
    assert "(seeds 1, 2; " in page.read_text()


def test_every_check_belongs_to_one_row_of_the_table(tmp_path, capsys) -> None:
    main(["reproduce", "natural", "--out", str(tmp_path), "--json"])
    checks = json.loads(capsys.readouterr().out)["checks"][0]
    named = [check for _, each in reproduce_natural.ASKED.values() for check in each]
    assert sorted(named) == sorted(checks)
    assert set(reproduce_natural.ASKED) <= set(reproduce_natural.ROWS)


def test_the_place_in_a_page_has_the_name_of_the_video(tmp_path, capsys) -> None:
    film, page = tmp_path / "clouds.npy", tmp_path / "natural.md"
    np.save(film, np.random.default_rng(0).random((40, 60, 60)).astype(np.float32))
    page.write_text("<!-- table: photographs -->\n<!-- end of table -->\n")
    words = ["reproduce", "natural", "--video", str(film), "--out", str(tmp_path)]
    assert main([*words, "--page", str(page)]) == 2
    assert "no place for the table 'clouds'" in capsys.readouterr().err
    page.write_text("<!-- table: clouds -->\n<!-- end of table -->\n")
    main([*words, "--page", str(page)])
    assert "What was learnt from clouds.npy" in page.read_text()


def test_a_video_can_be_learnt_from_at_another_scale_but_photographs_keep_theirs(
    tmp_path, monkeypatch
) -> None:
    film, found = tmp_path / "film.npy", []
    np.save(film, np.random.default_rng(0).random((40, 60, 60)).astype(np.float32))
    examine = natural.examine_natural

    def watched(*arguments):
        found.append(examine(*arguments))
        return found[-1]

    directed = []
    stream = natural.photographs_stream

    def directed_stream(spec, plain, *arguments, **config):
        directed.append(plain)
        return stream(spec, plain, *arguments, **config)

    monkeypatch.setattr(natural, "examine_natural", watched)
    monkeypatch.setattr(natural, "photographs_stream", directed_stream)
    main(["reproduce", "natural", "--video", str(film), "--scale", "0.5", "--out", str(tmp_path)])
    assert found[0].preprocessing.scale == 0.5
    assert {plain.scale for plain in directed} == {1.0}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--seeds", "-1"], "seed"),
        (["--seeds", "a"], "whole numbers"),
        (["--video", "no-such-film.mp4"], "no-such-film"),
        (["--frames", "3"], "frames"),
        (["--model", "nobody"], "nobody"),
        (["--scale", "0.5"], "with --video"),
        (["--region", "1,2,3"], "four whole numbers"),
        (["--page", "no-such-page.md"], "no page no-such-page.md"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path, capsys, words: list[str], complaint: str) -> None:
    assert main(["reproduce", "natural", "--out", str(tmp_path), *words]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1
