"""Two programs do not write the same file, and a crash locks nothing."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.storage import file_lock
from dpcn_app.storage.file_lock import is_locked, locked

BUSY = "Another program writes it; wait."


def test_a_second_holder_is_refused_until_the_first_one_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "m.checkpoint"
    with locked(path, BUSY):
        with pytest.raises(UserError, match=BUSY), locked(path, BUSY):
            pass
        with locked(tmp_path / "another", BUSY):
            pass
    with locked(path, BUSY):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_failure_ends_the_lock(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), locked(tmp_path / "m", BUSY):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_the_lock_of_a_program_that_was_killed_locks_nothing(tmp_path: Path) -> None:
    program = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from dpcn_app.storage.file_lock import locked\n"
        "with locked(Path('m'), ''):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program], cwd=tmp_path)
    assert killed.returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == ["m.lock"]
    with locked(tmp_path / "m", BUSY):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_file_that_its_holder_removes_meanwhile_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, real = tmp_path / "m.lock", file_lock._lock
    removals = iter([lock.unlink])

    def remove_once(handle: int) -> bool:
        for remove in removals:
            remove()
        return real(handle)

    monkeypatch.setattr(file_lock, "_lock", remove_once)
    with locked(tmp_path / "m", BUSY):
        assert lock.exists()


def test_a_place_without_room_for_a_lock_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="could not be made"), locked(tmp_path / "no" / "m", BUSY):
        pass


def test_whether_a_file_is_locked_can_be_asked_without_leaving_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "m"
    assert not is_locked(path)
    with locked(path, BUSY):
        assert is_locked(path)
    assert not is_locked(path)
    (tmp_path / "m.lock").touch()  # a crash has left it behind
    assert not is_locked(path)
    with locked(path, BUSY):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_waited_for_as_long_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "m"
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(path, BUSY):
            held.set()
            release.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(30)
    threading.Timer(0.2, release.set).start()
    with locked(path, BUSY, patience=30):
        holder.join(30)
        assert is_locked(path)
