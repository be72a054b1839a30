"""`dpcn-app reproduce states` as a person or a script meets it."""

import csv
import json
import os
import signal
import subprocess
import sys

import pytest

from dpcn_app.cli import main
from dpcn_app.experiments.state_estimation import METHODS
from tests.helpers.command_line import refusal

QUICK = ["reproduce", "states", "--observations", "60,100", "--runs", "2"]


@pytest.fixture
def alone(monkeypatch):
    """Let the runs be carried out here: starting processes takes seconds."""
    monkeypatch.setattr("dpcn_app.experiments.workers.cores", lambda: 1)


def test_json_is_one_document_and_the_folder_holds_figure_and_table(alone, tmp_path, capsys):
    code = main([*QUICK, "--json", "--out", str(tmp_path / "new")])
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert err == ""
    assert code == (0 if document["verdict"] == "pass" else 1)
    assert document["observations"] == [60, 100]
    for part in ("methods", "standard_errors"):
        assert {name: len(values) for name, values in document[part].items()} == dict.fromkeys(
            METHODS, 2
        )
    assert {path.name for path in (tmp_path / "new").iterdir()} == {
        "table.csv",
        "states.png",
        "states.svg",
    }
    with (tmp_path / "new" / "table.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    assert float(rows[0]["mean"]) == pytest.approx(document["methods"]["dynamic"][0], abs=1e-5)


def test_the_table_names_every_method_and_number_of_observations(alone, capsys):
    main([*QUICK, "--seed", "4"])
    out = capsys.readouterr().out
    words = out.replace("│", " ").split()
    assert {"60", "100", "Dynamic", "Kalman", "Oracle,", "Verdict:"} <= set(words)
    assert "yes dynamic inference errs less than the Kalman filter" in out
    assert "seed 4" in out


def test_a_page_holds_a_row_for_each_number_of_observations(alone, tmp_path, capsys):
    page = tmp_path / "states.md"
    page.write_text("<!-- table: states -->\n<!-- end of table -->\n")
    main([*QUICK, "--json", "--page", str(page)])
    document = json.loads(capsys.readouterr().out)
    rows = [line.split(" | ") for line in page.read_text().splitlines() if line.startswith("| ")]
    assert [row[0] for row in rows] == ["| observations", "| ---", "| 60", "| 100"]
    assert rows[0][1:-1] == list(METHODS.values())[:-1]
    mean = document["methods"]["dynamic"][0]
    assert rows[2][1].startswith(f"{mean:.3f} ±".lstrip("0"))
    command = "dpcn-app reproduce states --observations 60,100 --runs 2 --seed 1"
    assert f"Written by `{command}`." in page.read_text()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--observations", "40,many"], "Observations are whole numbers"),
        (["--observations", "40,40"], "once"),
        (["--observations", "0"], "between 1 and 2000"),
        (["--runs", "1"], "From 2"),
        (["--runs", "few"], "--runs"),
        (["--seed", "-2"], "seed"),
        (["--out", "/dev/null/x"], "/dev/null/x"),
        (["--page", "no-such-page.md"], "no page no-such-page.md"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(words, complaint, capsys):
    assert complaint in refusal(capsys, "reproduce", "states", *words)


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_ends_all_processes_without_a_traceback():
    """As a terminal does, the whole group of processes is interrupted, in the midst of the work."""
    program = (
        "import os, signal, sys\n"
        "from contextlib import contextmanager\n"
        "import dpcn_app.commands.experiment_report as command\n"
        "from dpcn_app.cli import main\n"
        "@contextmanager\n"
        "def interrupting():\n"
        "    yield lambda share, _: share and os.killpg(0, signal.SIGINT)\n"
        "command.progress_bar = interrupting\n"
        # A shell that starts the tests in the background may have had it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "reproduce", "states", "--runs", "1000"],
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=300,
    )
    assert done.returncode == 128 + signal.SIGINT
    assert done.stderr == "dpcn-app: Stopped.\n"
    assert done.stdout == ""
