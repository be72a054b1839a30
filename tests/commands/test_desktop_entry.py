"""The desktop's menu entry: written whole, validated, undone, and told in sentences."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dpcn_app.cli import main
from dpcn_app.commands import desktop_entry
from dpcn_app.live.session_file import Session, save_session
from dpcn_app.live.settings import Settings
from dpcn_app.storage.bundled import resources

ENTRY, ICON = "applications/dpcn-app.desktop", "icons/hicolor/scalable/apps/dpcn-app.svg"
TYPES = "mime/packages/dpcn-app.xml"


@pytest.fixture
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data home"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


def read_entry(data):
    parser = configparser.RawConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    parser.read(data / ENTRY, encoding="utf-8")
    return dict(parser["Desktop Entry"])


def command_of(entry):
    """Return the words of a command as a desktop reads them: a string first, then quotes."""
    text = entry["Exec"].replace("\\\\", "\\").replace("%%", "%")
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', text)
    return [re.sub(r'\\(["`$\\])', r"\1", quoted) or bare for quoted, bare in words]


def test_the_menu_entry_starts_this_very_installation_with_one_file(data, capsys):
    assert main(["--install-desktop"]) == 0
    entry = read_entry(data)
    *start, file = command_of(entry)
    assert file == "%f" and Path(start[0]).exists()
    assert subprocess.run([*start, "--version"], capture_output=True, text=True).stdout.startswith(
        "dpcn-app "
    )
    assert entry["Icon"] == "dpcn-app" and (data / ICON).read_bytes().startswith(b"<svg")
    said = capsys.readouterr().out
    assert str(data) in said and "--uninstall-desktop" in said


def test_what_is_installed_is_gone_again_and_nothing_else(data, capsys):
    other = data / "applications" / "another.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("[Desktop Entry]\n")
    assert main(["--install-desktop"]) == main(["--install-desktop"]) == 0
    first = (data / ENTRY).read_bytes()
    assert main(["--install-desktop"]) == 0 and (data / ENTRY).read_bytes() == first
    assert main(["--uninstall-desktop"]) == 0
    assert not any((data / each).exists() for each in (ENTRY, ICON, TYPES))
    assert other.exists()
    capsys.readouterr()
    assert main(["--uninstall-desktop"]) == 0
    assert "nothing was changed" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="not installed")
def test_the_entry_is_valid(data):
    main(["--install-desktop"])
    check = subprocess.run(
        ["desktop-file-validate", str(data / ENTRY)], capture_output=True, text=True
    )
    assert check.returncode == 0 and check.stdout == "", check.stdout


@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="not installed")
def test_sessions_and_networks_are_known_by_their_own_types(data, tmp_path):
    main(["--install-desktop"])
    session, network = tmp_path / "a.dpcn", tmp_path / "b.npz"
    save_session(session, Session(Settings(), None, 0, (0.0, 0.0, 1.0)))
    shutil.copy(resources() / "models" / "shapes-easy.npz", network)
    (tmp_path / "c.zip").write_bytes(b"PK\x03\x04" + bytes(40))
    ask = "import sys; from PySide6.QtCore import QMimeDatabase as D; d = D(); "
    ask += "print(*(d.mimeTypeForFile(each).name() for each in sys.argv[1:]))"
    told = subprocess.run(
        [sys.executable, "-c", ask, str(session), str(network), str(tmp_path / "c.zip")],
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(data)},
    )
    assert told.stdout.split() == [
        *("application/x-dpcn-session", "application/x-dpcn-model", "application/zip")
    ], told.stderr
    root = ElementTree.parse(data / TYPES).getroot()
    types = {each.get("type") for each in root}
    assert types == set(read_entry(data)["MimeType"].rstrip(";").split(";"))


@pytest.mark.parametrize("name", ["plain", "with space", 'odd "quotes" $HOME `x` \\ 100%'])
def test_any_path_is_written_so_that_a_desktop_reads_it_back(name):
    written = desktop_entry._quoted(f"/opt/{name}/dpcn-app")
    assert command_of({"Exec": written}) == [f"/opt/{name}/dpcn-app"]


def test_a_folder_that_cannot_be_written_is_told_and_nothing_is_left(tmp_path, monkeypatch, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    assert main(["--install-desktop"]) == 2
    assert "cannot be made" in capsys.readouterr().err and blocked.read_text() == ""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ("n" * 300)))
    assert main(["--install-desktop"]) == 2
    assert "cannot be made: File name too long" in capsys.readouterr().err
    assert main(["--uninstall-desktop"]) == 0
    assert "no menu entry" in capsys.readouterr().out


def test_what_fails_in_the_middle_leaves_nothing_behind(data, capsys):
    data.mkdir()
    (data / "mime").write_text("no folder")  # so that the last of the files cannot be written
    assert main(["--install-desktop"]) == 2
    assert "XDG_DATA_HOME" in capsys.readouterr().err
    assert [each.name for each in data.iterdir()] == ["mime"]
    (data / ENTRY).parent.mkdir()
    (data / ENTRY).write_text("of an earlier time")
    assert main(["--install-desktop"]) == 2
    assert (data / ENTRY).read_text() == "of an earlier time"
    assert not (data / "icons").exists()


def test_a_relative_folder_does_not_count(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert desktop_entry._data_folder() == tmp_path / ".local" / "share"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_get_a_sentence(system, data, monkeypatch, capsys):
    monkeypatch.setattr(desktop_entry.sys, "platform", system)
    assert main(["--install-desktop"]) == 2
    assert "task bar" in capsys.readouterr().err and not data.exists()


def test_both_at_once_and_beside_a_command_are_refused(data, capsys):
    assert main(["--install-desktop", "--uninstall-desktop"]) == 2
    assert main(["--install-desktop", "lesson", "--list"]) == 2
    assert "not both" in capsys.readouterr().err and not data.exists()
