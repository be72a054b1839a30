"""Files are written whole or not at all."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import check_writable, replacing, sweep_folder
from tests.helpers.closed_folder import close_folder


def write(path: Path, content: bytes = b"new") -> None:
    with replacing(path) as file:
        file.write(content)


def fail(error: BaseException):
    def raise_it(*_: object) -> None:
        raise error

    return raise_it


def test_a_file_appears_with_its_content_and_nothing_else(tmp_path: Path) -> None:
    write(tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.bin"]


def test_a_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write(tmp_path / "a.bin")
    assert (tmp_path / "a.bin").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_keeps_pointing_at_the_file_that_was_written(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("bug"), OSError(5, "I/O")])
def test_an_interruption_leaves_the_old_file_and_no_other(
    tmp_path: Path, error: BaseException
) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with (
        pytest.raises(UserError if isinstance(error, OSError) else type(error)),
        replacing(path) as file,
    ):
        file.write(b"half")
        raise error
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.bin"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "quota"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "may not write"),
        (errno.EIO, "the system says: Input/output error"),
    ],
)
def test_a_failing_disk_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, reason: str
) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail(OSError(number, os.strerror(number))))
        with pytest.raises(UserError, match=f"a.bin could not be written: .*{reason}"):
            write(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.bin"]


def test_a_folder_that_cannot_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", fail(PermissionError(errno.EACCES, "no")))
        write(tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is a folder"),
        ("missing/a.bin", "folder does not exist"),
        ("file/a.bin", "folder does not exist"),
        ("n" * 300, "too long"),
        ("nul\0", "cannot be the name of a file"),
        ("pipe", "a device"),
    ],
)
def test_a_path_that_cannot_be_written_is_explained(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match=reason):
        write(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == ["file", "pipe"]


def test_a_protected_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(UserError, match="protected"):
        write(path)
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_folder_closed_to_writing_is_explained(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(UserError, match="may not write"):
        write(folder / "a.bin")


def leave(folder: Path, name: str, age: float) -> Path:
    """Make a file that was last written some seconds ago."""
    path = folder / name
    path.write_bytes(b"half")
    os.utime(path, (time.time() - age,) * 2)
    return path


def test_what_a_killed_program_has_left_is_swept_by_the_next_one_that_writes(
    tmp_path: Path,
) -> None:
    stale = leave(tmp_path, ".dpcn-0123456789abcdef.tmp", 2 * 3600)
    kept = [
        leave(tmp_path, ".dpcn-fedcba9876543210.tmp", 60),  # another program may be writing it
        leave(tmp_path, ".dpcn-notes.tmp", 2 * 3600),
        leave(tmp_path, "dpcn-0123456789abcdef.tmp", 2 * 3600),
    ]
    folder = tmp_path / ".dpcn-00000000000000ff.tmp"
    folder.mkdir()
    os.utime(folder, (0, 0))
    write(tmp_path / "a.bin")
    assert not stale.exists()
    assert all(path.exists() for path in [*kept, folder])


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_what_a_process_has_left_is_swept_at_once_where_it_is_known_to_have_gone(
    tmp_path: Path,
) -> None:
    program = (
        "import os, signal\n"
        "from dpcn_app.storage.atomic import replacing\n"
        "with replacing('a.bin'):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path)
    assert killed.wait() == -signal.SIGKILL
    with replacing(tmp_path / "b.bin"):
        assert len(list(tmp_path.iterdir())) == 2
        sweep_folder(tmp_path)
        assert len(list(tmp_path.iterdir())) == 2
        sweep_folder(tmp_path, killed.pid)
        assert len(list(tmp_path.iterdir())) == 1  # what is written just now stays
    assert os.listdir(tmp_path) == ["b.bin"]


def test_a_folder_that_cannot_be_swept_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(tmp_path, ".dpcn-0123456789abcdef.tmp", 2 * 3600)
    monkeypatch.setattr(os, "unlink", fail(PermissionError(errno.EACCES, "no")))
    write(tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_program_killed_while_it_writes_leaves_a_name_that_is_swept(tmp_path: Path) -> None:
    program = (
        "import os, signal\n"
        "from dpcn_app.storage.atomic import check_writable, replacing\n"
        "with replacing('a.bin') as file:\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program], cwd=tmp_path)
    assert killed.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    os.utime(left, (0, 0))
    write(tmp_path / "b.bin")
    assert os.listdir(tmp_path) == ["b.bin"]


def test_a_name_that_is_too_long_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="too long; choose a shorter one"):
        check_writable(tmp_path / ("n" * 300))


def test_a_folder_that_may_not_be_entered_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    close_folder(folder, monkeypatch)
    with pytest.raises(UserError, match="you may not write there; choose another folder"):
        check_writable(folder / "a.bin")
