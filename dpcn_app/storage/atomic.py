"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from dpcn_app.errors import UserError

_REASONS = {
    errno.ENOSPC: "the disk is full; free some space or choose another folder",
    errno.EDQUOT: "your quota of disk space is used up; free some space or choose another folder",
    errno.EFBIG: "the file would be larger than allowed here; choose another folder",
    errno.EACCES: "you may not write there; choose another folder",
    errno.EPERM: "you may not write there; choose another folder",
    errno.EROFS: "the disk is read-only; choose another folder",
    errno.ENOENT: "its folder does not exist; create the folder or choose another one",
    errno.ENOTDIR: "its folder does not exist; create the folder or choose another one",
    errno.ENAMETOOLONG: "its name is too long; choose a shorter one",
}

STALE_SECONDS = 3600.0
"""Time since the last byte after which nobody is writing any more: no file is written so slowly."""

_TEMPORARY = re.compile(r"\.dpcn-([0-9a-f]{8})[0-9a-f]{8}\.tmp")  # the first half: which process


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file to write that replaces `path` once it is complete and on the disk.

    The bytes go to a temporary file in the same folder, which is flushed, synced and renamed. After
    any failure or interruption the old file is still there and the temporary one is gone. Only a
    program that is killed leaves one behind, which a later call in that folder removes, or the next
    start of the window (`leftovers`).
    """
    temporary: Path | None = None
    try:
        target = _target(path)
        sweep_folder(target.parent)
        temporary = temporary_beside(target)
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise _refusal(path, error) from error
    finally:
        if temporary:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise now the error that `replacing` would raise later; leave no file behind."""
    target = _target(path)
    try:
        probe = temporary_beside(target)
        probe.open("xb").close()
        probe.unlink()
    except OSError as error:
        raise _refusal(path, error) from error


def temporary_beside(target: Path) -> Path:
    """Return a new name in the folder of a file, by which `sweep_folder` knows what was left."""
    return target.with_name(f".dpcn-{os.getpid():08x}{secrets.token_hex(4)}.tmp")


def sweep_folder(folder: Path, killed: int | None = None) -> None:
    """Remove temporary files that programs which were killed have left in a folder, if any.

    Parameters
    ----------
    folder
        Where they are.
    killed
        The number of a process that is known to have gone: its files need not be old.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _TEMPORARY.fullmatch(entry.name)
            if not found:
                continue
            with suppress(OSError):  # another program may sweep at the same time
                age = time.time() - entry.stat(follow_symlinks=False).st_mtime
                left = age > STALE_SECONDS or int(found[1], 16) == killed
                if left and entry.is_file(follow_symlinks=False):
                    os.unlink(entry.path)


def _refusal(path: str | os.PathLike[str], error: OSError) -> UserError:
    reason = _REASONS.get(error.errno or 0, f"the system says: {error.strerror or error}")
    return UserError(f"{path} could not be written: {reason}.")


def _target(path: str | os.PathLike[str]) -> Path:
    """Return the file behind any links; refuse one that is not a plain, writable file."""
    try:
        target = Path(os.path.realpath(path))
    except ValueError as error:
        raise UserError(f"{path!r} cannot be the name of a file; choose another one.") from error
    try:
        is_folder = target.is_dir()
    except OSError as error:
        raise _refusal(path, error) from error
    if is_folder:
        raise UserError(f"{path} is a folder; give the name of a file in it.")
    if target.exists() and not target.is_file():
        raise UserError(f"{path} is a device, not a file; choose another name.")
    if target.exists() and not os.access(target, os.W_OK):
        raise UserError(f"{path} is protected against writing; choose another name.")
    return target


def _sync_folder(folder: Path) -> None:
    """Write the renaming to the disk, if the system can; the file itself is there already."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
