"""The command line as a person or a script meets it, whatever the command."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.cli import main
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import save_model
from tests.helpers.command_line import SOURCE, refusal, run_script

HIDE_QT = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "pyqtgraph", "OpenGL", "qtawesome"):
            raise ImportError(name)
sys.meta_path.insert(0, Hide())
"""


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


def test_a_network_of_huge_numbers_is_refused_without_warnings(tmp_path):
    model = open_model("shapes-easy")
    first, *others = model.network.layers
    huge = replace(first, C=np.full_like(first.C, 3e38))
    network = replace(model.network, layers=(huge, *others))
    save_model(tmp_path / "huge.npz", replace(model, network=network))
    words = ["infer", SOURCE, "--model", "huge.npz", "--out", "c.csv"]
    refused = run_script(*words, cwd=tmp_path)
    assert refused.returncode == 2
    assert "the matrix layer1.C has numbers beyond 1,000,000" in refused.stderr
    assert "RuntimeWarning" not in refused.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_elsewhere_ends_quietly():
    stop = (
        "import os, signal, dpcn_app.commands.infer as i\n"
        "i.open_model = lambda _: os.kill(os.getpid(), signal.SIGINT)\n"
    )
    done = run_script("infer", SOURCE, "--model", "shapes-easy", "--out", "c.csv", code=stop)
    assert done.returncode == 128 + signal.SIGINT
    assert "Traceback" not in done.stderr
