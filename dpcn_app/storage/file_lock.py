"""A lock on a file name, so that two programs do not write the same file.

The system holds the lock, not the file: it ends with the program, however that ends, and a lock
file that a crash has left behind locks nothing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dpcn_app.errors import UserError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_AGAIN = 0.1  # seconds until a lock that another holds is tried again


@contextmanager
def locked(path: Path, refusal: str, patience: float = 0.0) -> Iterator[None]:
    """Hold the lock of a file while something is done; raise `refusal` where another holds it.

    Parameters
    ----------
    path
        The file that is protected; the lock is a file beside it, which is removed in the end.
    refusal
        The sentence for the user.
    patience
        Seconds to wait for the other.
    """
    lock = _lock_file(path)
    handle = _acquired(lock, refusal, time.monotonic() + patience)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
        os.close(handle)
        if sys.platform == "win32":  # where a file that is open cannot be removed
            with suppress(OSError):
                lock.unlink()


def is_locked(path: Path) -> bool:
    """Return whether another program, or another part of this one, holds the lock of a file."""
    try:
        handle = os.open(_lock_file(path), os.O_RDWR)
    except OSError:
        return False
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def _lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _acquired(lock: Path, refusal: str, deadline: float) -> int:
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise UserError(
                f"{lock} could not be made: {error.strerror}; choose another folder or name."
            ) from error
        if not _lock(handle):
            os.close(handle)
            if time.monotonic() >= deadline:
                raise UserError(refusal)
            time.sleep(_AGAIN)
            continue
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(lock)):
                return handle
        os.close(handle)  # its last holder has removed it meanwhile


def _lock(handle: int) -> bool:
    """Lock an open file, if no other program has; where locks are unknown, that counts as done."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass
    return True
