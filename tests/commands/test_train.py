"""`dpcn-app train`: a model is written, or a checkpoint that leads to the same model."""

import json
import os
import subprocess
import sys

import pytest

from dpcn_app.cli import main
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import load_model, save_model
from tests.helpers.command_line import SOURCE, refusal, run_script


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
@pytest.mark.parametrize("second", ["SIGINT", "SIGTERM"])
def test_a_second_signal_does_not_harm_the_checkpoint_of_the_first(tmp_path, second):
    again = (
        "import dpcn_app.training.driver as d\n"
        "save = d.save_checkpoint\n"
        "def interrupted(*given):\n"
        f"    os.kill(os.getpid(), signal.{second})\n"
        "    save(*given)\n"
        "d.save_checkpoint = interrupted\n"
    )
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "a.npz"]
    before = signal_while_training("SIGINT") + again
    stopped = run_script(*words, code=before, cwd=tmp_path)
    assert stopped.returncode == 130
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz.checkpoint"]


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("when", ["examine_shapes", "save_model"])
@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_what_was_learnt_is_kept_also_where_a_signal_comes_before_it_is_judged(
    tmp_path, when, name, code
):
    before = (
        "import os, signal, dpcn_app.commands.train as t\n"
        f"does = t.{when}\n"
        "def stop(*given):\n"
        f"    os.kill(os.getpid(), signal.{name})\n"
        "    return does(*given)\n"
        f"t.{when} = stop\n"
    )
    words = ["train", "--preset", "shapes-easy", "--frames", "60", "--out", "a.npz"]
    stopped = run_script(*words, code=before, cwd=tmp_path)
    assert stopped.returncode == code
    assert "it is kept in a.npz, without its scores." in stopped.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]
    assert load_model(tmp_path / "a.npz").scores == {}


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
