"""The wheel, installed into a fresh environment, and the app run from another folder.

Kernels are not compiled there: their cache goes by the place of the sources, and compiling them
again would take longer than all that is tested here.
"""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.helpers.desktop import environment, until
from tests.helpers.processes import end

HOUSE = Path(__file__).parents[2]
pytest.importorskip("hatchling", reason="builds the wheel")


def run(*words, **given):
    """Run a command to its end and return what it printed."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=HOUSE)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def bin_(wheel, tmp_path_factory):
    """Return the folder of commands of an environment that has the wheel and our dependencies."""
    fresh = tmp_path_factory.mktemp("fresh")
    run(sys.executable, "-m", "venv", "--without-pip", str(fresh))
    commands = fresh / ("Scripts" if sys.platform == "win32" else "bin")
    install = ("install", "--no-deps", "--no-index", "--no-compile", "--quiet", str(wheel))
    python = str(commands / "python")
    quiet = "--disable-pip-version-check"
    run(sys.executable, "-m", "pip", quiet, "--python", python, *install)
    (packages,) = fresh.glob("[Ll]ib/**/site-packages")
    # The path alone: what would make this checkout importable too is not looked at.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return commands


@pytest.fixture
def elsewhere(tmp_path):
    """Return how commands are run in another folder, as a new user."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    variables = environment(tmp_path / "home", NUMBA_DISABLE_JIT="1", QT_QPA_PLATFORM="offscreen")
    return {"cwd": folder, "env": variables}


def files(folder, *, among=""):
    """Return the files of a folder that belong to the app, as they are called in the wheel."""
    return {
        f"{among}{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def test_the_wheel_carries_all_of_the_package_and_all_of_its_resources(wheel):
    with zipfile.ZipFile(wheel) as archive:
        carried = set(archive.namelist())
    wanted = files(HOUSE / "dpcn_app", among="dpcn_app/")
    wanted |= files(HOUSE / "resources", among="dpcn_app/resources/")
    assert len(wanted) > 400
    assert sorted(wanted - carried) == []
    for kind in ("lessons/", "models/", "demonstrations/", "icons/dpcn-app.svg"):
        assert any(name.startswith(f"dpcn_app/resources/{kind}") for name in carried), kind
    assert "dpcn_app/sharing/page/player.js" in carried
    assert not any(name.startswith("tests/") for name in carried)


def test_the_installed_app_works_from_another_folder(bin_, elsewhere):
    app = str(bin_ / "dpcn-app")
    where = run(
        str(bin_ / "python"), "-c", "import dpcn_app; print(dpcn_app.__file__)", **elsewhere
    )
    assert Path(where.strip()).is_relative_to(bin_.parent)
    assert run(app, "--version", **elsewhere).startswith("dpcn-app ")
    assert "noise" in run(app, "lesson", "--list", **elsewhere)
    shapes = "shapes:set=easy,seed=7,noise=1.5,frames=3"
    told = run(app, "infer", shapes, "--model", "shapes-easy", "--out", "c.csv", **elsewhere)
    assert "3 frames" in told
    assert len((elsewhere["cwd"] / "c.csv").read_text().splitlines()) == 4
    run(app, "--install-desktop", **elsewhere)
    data = Path(elsewhere["env"]["XDG_DATA_HOME"])
    entry = (data / "applications" / "dpcn-app.desktop").read_text()
    assert f"Exec={app} %f" in entry
    assert (data / "icons/hicolor/scalable/apps/dpcn-app.svg").stat().st_size > 100


@pytest.mark.skipif(sys.platform == "win32", reason="ends the app by a signal")
def test_the_installed_window_opens_with_all_of_its_panels(bin_, elsewhere, tmp_path):
    errors = tmp_path / "stderr.txt"
    with errors.open("w") as told:
        app = subprocess.Popen(
            [str(bin_ / "dpcn-app"), "--report", str(tmp_path / "report.jsonl")],
            stderr=told,
            start_new_session=True,
            **elsewhere,
        )
    try:
        until(lambda: app.poll() is not None or "READY" in errors.read_text(), "READY")
        assert app.poll() is None, errors.read_text()
        app.terminate()
        assert app.wait(120) == 0, errors.read_text()
        assert "Traceback" not in errors.read_text()
    finally:
        end(app)
