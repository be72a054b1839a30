"""`dpcn-app sweep`."""

import json
import sys
from pathlib import Path

import pytest

from dpcn_app.cli import main
from dpcn_app.studies.results_table import load_table
from dpcn_app.studies.study import Task
from dpcn_app.studies.study_figures import draw_study
from dpcn_app.studies.task_run import TaskResult
from tests.helpers.small_study import TEXT, pretended


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a study whose runs only pretend to train, and whose figures are not drawn."""
    monkeypatch.setattr("dpcn_app.commands.sweep.run_task", pretended)
    monkeypatch.setattr("dpcn_app.studies.study_figures.draw_study", lambda *_: None)
    path = tmp_path / "small.toml"
    path.write_text(TEXT)
    return path


def sweep(study: Path, *more: str) -> int:
    out = study.parent / "out"
    return main(["sweep", str(study), "--out", str(out), "--processes", "1", *more])


def fail_for_seed_2(task: Task) -> TaskResult:
    if task.seed == 2:
        raise ValueError("no twos")
    return pretended(task)


def test_it_leaves_tables_figures_and_networks(
    study: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.studies.study_figures.draw_study", draw_study)
    assert sweep(study) == 0
    out = study.parent / "out"
    assert {path.name for path in out.iterdir()} == {
        *("study.toml", "runs", "models", "results.csv", "results.parquet", "summary.csv"),
        *("heat-map.png", "heat-map.svg", "curves.png", "curves.svg"),
    }
    printed = capsys.readouterr().out
    assert "6 of 6 runs, 24 rows" in printed and "Over 3 seeds, 1 to 3" in printed
    assert "±" in printed


def test_json_is_one_document(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sweep(study, "--limit", "2", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["tasks"], document["done"], document["rows"]) == (2, 2, 8)
    assert document["failures"] == [] and len(document["summary"]) == 8


def test_failed_runs_are_told_and_the_others_kept(
    study: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.commands.sweep.run_task", fail_for_seed_2)
    assert sweep(study) == 2
    told = capsys.readouterr().err
    assert "seed 2, layer1.epochs = 1, layer1.sparsity = 0.5" in told and "no twos" in told
    assert "2 of 6 runs failed" in told and "tries them again" in told
    assert load_table(study.parent / "out").axes["seed"] == [1, 3]


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(
    study: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Task] = []

    def stop(task: Task) -> TaskResult:
        if len(made) == 3:
            raise KeyboardInterrupt
        made.append(task)
        return pretended(task)

    monkeypatch.setattr("dpcn_app.commands.sweep.run_task", stop)
    assert sweep(study) == 130
    assert "Stopped; 3 of 6 runs are kept" in capsys.readouterr().err
    assert len((study.parent / "out" / "results.csv").read_text().splitlines()) == 1 + 3 * 4
    monkeypatch.setattr("dpcn_app.commands.sweep.run_task", pretended)
    assert sweep(study, "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["done"], document["made"]) == (6, 3)


def test_a_table_goes_into_a_page(study: Path) -> None:
    page = study.parent / "page.md"
    page.write_text("# Studies\n\n<!-- table: small -->\n<!-- end of table -->\n")
    assert sweep(study, "--page", str(page), "--limit", "4") == 0
    text = page.read_text()
    assert "| ---" in text and "4 of 6 networks, 0 failed" in text
    assert "dpcn-app sweep" in text and "--limit 4" in text


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--limit", "0"), "--limit is 1 or more"),
        (("--scheduler", "tcp://127.0.0.1:9"), "not allowed with argument"),
    ],
)
def test_bad_options_are_refused(
    study: Path, more: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sweep(study, *more) == 2
    assert reason in capsys.readouterr().err


def test_a_missing_study_names_those_that_come_with_the_app(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", "nothing", "--out", str(tmp_path / "out")]) == 2
    assert "robustness-hard" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_without_parquet_a_sentence_says_what_to_install(
    study: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert sweep(study) == 0
    assert "dpcn-app[parquet]" in capsys.readouterr().err
