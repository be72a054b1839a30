"""The command line as a person or a script meets it."""

import csv
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.analysis.scores import moving_average
from dpcn_app.cli import main
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import load_model, save_model

HIDE_QT = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "pyqtgraph", "OpenGL", "qtawesome"):
            raise ImportError(name)
sys.meta_path.insert(0, Hide())
"""

SOURCE = "shapes:set=easy,seed=7,noise=1.5,frames=12"


def run_script(*words: str, code: str = "", **options) -> subprocess.CompletedProcess[str]:
    """Run dpcn-app in a process of its own, with some code before it."""
    program = f"{code}\nimport sys\nfrom dpcn_app.cli import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, **options
    )


def refusal(capsys, *words) -> str:
    """Run a command that must be refused; return its one sentence."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.strip().splitlines()
    assert len(lines) == 1, err
    assert "Traceback" not in err
    assert lines[0].endswith(".")
    return lines[0]


# --- infer ----------------------------------------------------------------------------------------


def test_infer_writes_a_csv_with_causes_and_labels(tmp_path, capsys):
    out = tmp_path / "causes.csv"
    assert main(["infer", SOURCE, "--model", "shapes-easy", "--out", str(out)]) == 0
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["frame", "u1", "u2", "u3", "label"]
    assert [int(row["frame"]) for row in rows] == list(range(12))
    assert {row["label"] for row in rows} == {"square"}
    assert any(float(row["u1"]) + float(row["u2"]) + float(row["u3"]) > 0 for row in rows)


def test_infer_writes_an_npz_and_one_json_document(tmp_path, capsys):
    out = tmp_path / "causes.npz"
    words = ["infer", SOURCE, "--model", "shapes-easy", "--top-down", "both", "--out", str(out)]
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["frames"] == 12
    with np.load(out) as content:
        assert content["causes"].shape == (12, 1, 3)
        assert content["classes"].tolist() == ["square", "x", "diamond"]


def test_csv_and_npz_hold_the_same_numbers(tmp_path, capsys):
    for name in ("a.csv", "a.npz"):
        out = str(tmp_path / name)
        assert main(["infer", SOURCE, "--model", "shapes-easy", "--out", out]) == 0
    table = np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=1, usecols=(1, 2, 3))
    with np.load(tmp_path / "a.npz") as content:
        assert np.array_equal(table.astype(np.float32), content["causes"][:, 0])


def test_infer_knows_the_prior_its_parts_and_both_controls(tmp_path):
    causes = {}
    for mode in ("off", "prior", "prior:T", "placebo:D", "average"):
        out = tmp_path / "causes.npz"
        words = ["infer", SOURCE, "--model", "shapes-easy", "--top-down", mode, "--out", str(out)]
        assert main(words) == 0
        with np.load(out) as file:
            causes[mode] = file["causes"].reshape(len(file["causes"]), -1)
    for one, other in combinations(causes.values(), 2):
        assert not np.allclose(one, other)
    np.testing.assert_allclose(causes["average"], moving_average(causes["off"]), atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"source": "film.mp4"}, "There is no file film.mp4"),
        ({"model": "no-such-model"}, "shapes-easy"),
        ({"top_down": "sideways"}, "no mode called 'sideways'"),
        ({"out": "causes.txt"}, "should end in .csv or .npz"),
        ({"out": "no-such-folder/causes.csv"}, "folder does not exist"),
    ],
)
def test_infer_refuses_bad_input_with_a_sentence(changes, complaint, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = {"source": SOURCE, "model": "shapes-easy", "top_down": "off", "out": "c.csv"} | changes
    sentence = refusal(
        capsys,
        *("infer", given["source"], "--model", given["model"]),
        *("--top-down", given["top_down"], "--out", given["out"]),
    )
    assert complaint in sentence
    assert list(tmp_path.iterdir()) == []


def test_model_files_that_are_no_models_are_refused(tmp_path, capsys):
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(b"PK\x03\x04 nothing more")
    foreign = tmp_path / "foreign.npz"
    np.savez(foreign, weights=np.ones(3))
    for path in (damaged, foreign, tmp_path, tmp_path / "missing.npz"):
        out = str(tmp_path / "c.csv")
        assert str(path) in refusal(capsys, "infer", SOURCE, "--model", str(path), "--out", out)
        assert not Path(out).exists()


# --- train ----------------------------------------------------------------------------------------


def test_train_writes_a_model_that_infer_can_use(tmp_path, capsys):
    out = tmp_path / "m.npz"
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", str(out), "--json"]
    assert main(words) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["model"] == str(out)
    assert 0 <= document["health"]["score"] <= 1
    assert load_model(out).recipe["frames"] == 60
    assert main(["infer", SOURCE, "--model", str(out), "--out", str(tmp_path / "c.csv")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.csv", "m.npz"]


def signal_while_training(*names: str) -> str:
    """Return code that sends signals to the program at the twelfth step of its training."""
    return (
        "import os, signal, dpcn_app.commands.train as t\n"
        "words = t.training_words\n"
        "steps = iter(range(11))\n"
        "def stop(p):\n"
        "    if next(steps, None) is None:\n"
        + "".join(f"        os.kill(os.getpid(), signal.{name})\n" for name in names)
        + "    return words(p)\n"
        "t.training_words = stop\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize(
    ("names", "code"), [(["SIGTERM"], 143), (["SIGHUP"], 129), (["SIGTERM", "SIGHUP"], 143)]
)
def test_a_closed_terminal_or_a_kill_keeps_a_checkpoint_as_ctrl_c_does(tmp_path, names, code):
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "a.npz"]
    stopped = run_script(*words, code=signal_while_training(*names), cwd=tmp_path)
    assert stopped.returncode == code
    assert stopped.stderr.startswith("Stopped; the training is kept in a.npz.checkpoint.")
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz.checkpoint"]


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_training_under_nohup_goes_on_when_the_terminal_is_closed(tmp_path):
    ignore = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "a.npz"]
    done = run_script(*words, code=ignore + signal_while_training("SIGHUP"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


@pytest.mark.skipif(os.name == "nt", reason="terminals are POSIX")
def test_a_terminal_that_is_gone_is_no_reason_to_lose_the_checkpoint(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    program = f"{signal_while_training('SIGHUP')}\nfrom dpcn_app.cli import main\n"
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "a.npz"]
    process = subprocess.Popen(
        [sys.executable, "-c", f"import sys\n{program}sys.exit(main(sys.argv[1:]))", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
    )
    os.close(theirs)
    os.close(ours)
    assert process.wait(60) == 129
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz.checkpoint"]


def test_ctrl_c_keeps_a_checkpoint_and_resume_leads_to_the_same_model(tmp_path):
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--seed", "4", "--out"]
    interrupt = signal_while_training("SIGINT")
    stopped = run_script(*words, "a.npz", code=interrupt, cwd=tmp_path)
    assert stopped.returncode == 130
    assert "a.npz.checkpoint" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz.checkpoint"]
    assert run_script(*words, "a.npz", "--resume", cwd=tmp_path).returncode == 0
    assert run_script(*words, "b.npz", cwd=tmp_path).returncode == 0
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    assert not (tmp_path / "a.npz.checkpoint").exists()


def test_a_second_training_to_the_same_file_is_refused_while_the_first_one_runs(
    tmp_path, capsys, monkeypatch
):
    """The second is a program of its own, started in the middle of the first."""
    monkeypatch.chdir(tmp_path)
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "m.npz"]
    second: list[subprocess.CompletedProcess[str]] = []

    def start_another(_):
        if not second:
            second.append(run_script(*words))
        return ""

    monkeypatch.setattr("dpcn_app.commands.train.training_words", start_another)
    assert main(words) == 0
    assert second[0].returncode == 2
    assert second[0].stderr == (
        "dpcn-app: Another training is writing m.npz; wait for its end or give another --out.\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["m.npz"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--preset", "odd", "--out", "m.npz"], "no preset called 'odd'"),
        (["--preset", "shapes-easy", "--out", "no/m.npz"], "folder does not exist"),
        (["--preset", "shapes-easy", "--out", "."], "is a folder"),
        (["--preset", "shapes-easy", "--out", "m.npz", "--frames", "1"], "60 to 10,000,000"),
        (["--preset", "shapes-easy", "--out", "m.npz", "--frames", "10" * 9], "10,000,000"),
        (["--preset", "shapes-easy", "--out", "m.npz", "--frames", "many"], "--frames"),
        (["--preset", "shapes-easy", "--out", "m.npz", "--seed", "-3"], "seed"),
        (["--preset", "shapes-easy", "--out", "m.npz", "--resume"], "no checkpoint"),
        (["--out", "m.npz"], "--preset"),
        (["--preset", "shapes-easy", "--out", "m.npz", "--scale", "2"], "no region and no scale"),
        (["--preset", "natural", "--out", "m.npz", "--scale", "0"], "factor from 0.01 to 16"),
        (["--preset", "natural", "--out", "m.npz", "--scale", "big"], "--scale"),
        (["--preset", "natural", "--out", "m.npz", "--region", "1,2,3"], "four whole numbers"),
        (["--preset", "natural", "--out", "m.npz", "--region", "a,b,c,d"], "Regions are whole"),
        (["--preset", "natural", "--out", "m.npz", "--region", "0,0,90,90"], "reaches beyond"),
        (["--preset", "natural", "--out", "m.npz", "--region", "0,0,8,8"], "smaller than"),
    ],
)
def test_train_refuses_bad_input_before_any_work(words, complaint, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert complaint in refusal(capsys, "train", *words)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_checkpoint_is_refused(tmp_path, capsys):
    (tmp_path / "m.npz.checkpoint").write_bytes(b"nonsense")
    out = str(tmp_path / "m.npz")
    refusal(capsys, "train", "--preset", "shapes-easy", "--out", out, "--resume")


def test_an_earlier_model_survives_a_training_that_fails(tmp_path, capsys, monkeypatch):
    out = tmp_path / "m.npz"
    save_model(out, open_model("shapes-easy"))
    before = out.read_bytes()

    def stop(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("dpcn_app.commands.train.training_words", stop)
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", str(out)]
    assert main(words) == 130
    assert out.read_bytes() == before


# --- reproduce ------------------------------------------------------------------------------------


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


# --- all of them ----------------------------------------------------------------------------------


def test_an_unknown_command_is_refused(capsys):
    assert "frobnicate" in refusal(capsys, "frobnicate")


def test_help_and_version_are_good(capsys):
    for words in (
        ["--help"],
        ["train", "--help"],
        ["reproduce", "shapes", "--help"],
        ["--version"],
    ):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 0
        assert capsys.readouterr().out


def no_display() -> dict[str, str]:
    """Return the environment of a machine without a display."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return {name: value for name, value in os.environ.items() if name not in names}


def test_without_a_display_the_demonstration_is_drawn_and_told_in_numbers(tmp_path):
    done = run_script(env=no_display(), cwd=tmp_path)
    assert done.returncode == 0
    assert "noisy top down" in done.stdout
    assert "silhouette" in done.stdout
    assert "No window can be opened: there is no display" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["dpcn-app.png"]


def test_without_qt_the_demonstration_is_told_in_numbers(tmp_path):
    done = run_script(code=HIDE_QT, env=no_display(), cwd=tmp_path)
    assert done.returncode == 0
    assert "noisy top down" in done.stdout
    assert "Qt cannot be loaded" in done.stderr


def test_all_commands_work_without_qt(tmp_path):
    commands = (
        ["infer", SOURCE, "--model", "shapes-easy", "--out", "c.csv"],
        ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "m.npz"],
        ["reproduce", "shapes", "--frames", "60", "--seeds", "5", "--out", "figures"],
    )
    for words in commands:
        done = run_script(*words, code=HIDE_QT, cwd=tmp_path)
        assert done.returncode in (0, 1), done.stderr


@pytest.mark.parametrize(("asked", "taken"), [("", 1), ("2", 2)])
def test_products_take_one_thread_unless_the_user_asks_for_more(tmp_path, asked, taken):
    code = (
        "import atexit, sys\n"
        "def tell():\n"
        "    from threadpoolctl import threadpool_info\n"
        "    print(sorted({each['num_threads'] for each in threadpool_info()}), file=sys.stderr)\n"
        "atexit.register(tell)\n"
    )
    blas = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    variables = {name: value for name, value in os.environ.items() if name not in blas}
    if asked:
        variables |= dict.fromkeys(blas, asked)
    words = ("infer", SOURCE, "--model", "shapes-easy", "--out", str(tmp_path / "c.csv"))
    run = run_script(*words, code=code, env=variables)
    assert (run.returncode, run.stderr.splitlines()[-1]) == (0, f"[{taken}]")


def test_an_internal_error_is_told_in_a_sentence(capsys, monkeypatch):
    monkeypatch.delenv("DPCN_APP_DEBUG", raising=False)

    def fail(*_):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("dpcn_app.commands.infer.open_source", fail)
    words = ("infer", SOURCE, "--model", "shapes-easy", "--out", "c.csv")
    assert "Something went wrong inside (ZeroDivisionError" in refusal(capsys, *words)


def test_a_reader_that_leaves_early_is_no_error(tmp_path):
    program = "import sys; from dpcn_app.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["infer", SOURCE, "--model", "shapes-easy", "--out", str(tmp_path / "c.csv")]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0


def run_with_stdout(redirection: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run dpcn-app by a shell that sends its output somewhere."""
    line = f'exec "$0" -m dpcn_app "$@" {redirection}'
    return subprocess.run(
        ["sh", "-c", line, sys.executable, *words], stderr=subprocess.PIPE, text=True, cwd=cwd
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("redirection", "reason"), [(">&-", "it is closed"), (">/dev/full", "no space left on device")]
)
@pytest.mark.parametrize("option", [[], ["--json"]], ids=["words", "json"])
def test_a_closed_or_full_stdout_is_told_and_exit_code_3_says_that_the_work_is_done(
    tmp_path, redirection, reason, option
):
    words = ["infer", SOURCE, "--model", "shapes-easy", "--out", "c.csv", *option]
    done = run_with_stdout(redirection, *words, cwd=tmp_path)
    told = f"dpcn-app: All is done, but stdout did not take the results: {reason}.\n"
    assert (done.returncode, done.stderr) == (3, told)
    assert len((tmp_path / "c.csv").read_text().splitlines()) == 13


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_stdout_changes_no_other_exit_code(tmp_path):
    assert run_with_stdout(">/dev/full", "--help", cwd=tmp_path).returncode == 3
    assert run_with_stdout(">/dev/full", "infer", cwd=tmp_path).returncode == 2


def test_numbers_at_the_end_of_their_range_bring_no_warnings(tmp_path):
    numbers = np.random.default_rng(0).uniform(-1, 1, (3, 40, 40)) * 1.7e308
    np.save(tmp_path / "large.npy", numbers)
    words = ["infer", "large.npy", "--model", "natural", "--out", "c.csv"]
    done = run_script(*words, cwd=tmp_path)
    assert done.returncode == 0
    assert "RuntimeWarning" not in done.stderr
    assert done.stderr.startswith("Warning: large.npy: some values")


def test_a_network_of_huge_numbers_brings_no_warnings(tmp_path):
    model = open_model("shapes-easy")
    first, *others = model.network.layers
    huge = replace(first, C=np.full_like(first.C, 3e38))
    network = replace(model.network, layers=(huge, *others))
    save_model(tmp_path / "huge.npz", replace(model, network=network))
    words = ["infer", SOURCE, "--model", "huge.npz", "--out", "c.csv"]
    assert "RuntimeWarning" not in run_script(*words, cwd=tmp_path).stderr


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_elsewhere_ends_quietly():
    stop = (
        "import os, signal, dpcn_app.commands.infer as i\n"
        "i.open_model = lambda _: os.kill(os.getpid(), signal.SIGINT)\n"
    )
    done = run_script("infer", SOURCE, "--model", "shapes-easy", "--out", "c.csv", code=stop)
    assert done.returncode == 128 + signal.SIGINT
    assert "Traceback" not in done.stderr
