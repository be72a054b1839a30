"""What programs that were killed have left behind: unfinished files, and folders of exports.

Only what bears a name of this app goes, and only once it is so old that nobody can still be at work
on it. Links are not followed. What cannot be removed stays, without a word.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from dpcn_app.storage.atomic import STALE_SECONDS, sweep_folder

EXPORT_PREFIX = "dpcn-export-"
"""How the names of temporary folders begin, in which an export finds what it shows."""

_EXPORT = re.compile(rf"{EXPORT_PREFIX}[a-z0-9_]{{8}}")


def remove_leftovers(folders: Iterable[Path], temporary: Path) -> None:
    """Remove what is left of writing files, and of exports.

    Parameters
    ----------
    folders
        Folders that the app writes into by itself; some of them may not be there.
    temporary
        The system's folder for temporary files.
    """
    for folder in folders:
        if not os.path.islink(folder):
            sweep_folder(folder)
    with suppress(OSError), os.scandir(temporary) as entries:
        for entry in entries:
            if _EXPORT.fullmatch(entry.name) and _is_ours(entry) and _is_stale(entry.path):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_ours(entry: os.DirEntry[str]) -> bool:
    """Whether something is a folder of this user, no link to one."""
    try:
        if not entry.is_dir(follow_symlinks=False):
            return False
        owner = entry.stat(follow_symlinks=False).st_uid
    except OSError:
        return False
    return sys.platform == "win32" or owner == os.getuid()


def _is_stale(folder: str) -> bool:
    """Whether a folder and all that lies in it were written long ago.

    An export reads everything when it begins, so that it can do without the folder by then.
    """
    try:
        with os.scandir(folder) as entries:
            times = [entry.stat(follow_symlinks=False).st_mtime for entry in entries]
        times.append(os.lstat(folder).st_mtime)
    except OSError:
        return False
    return time.time() - max(times) > STALE_SECONDS
