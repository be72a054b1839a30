"""Which edition of a file is meant: another file may take its place under the same name."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """What tells a file from one that takes its place, and from itself before it is changed.

    Parameters
    ----------
    device, inode
        Which file it is.
    size, changed
        Its bytes, and the time of its last change, in nanoseconds.
    """

    device: int
    inode: int
    size: int
    changed: int


def edition_of(path: str) -> Edition | None:
    """Return the edition of a file; None where there is none that can be looked at.

    A folder has another edition once pictures come or go, not when one is written anew in place.
    """
    try:
        about = os.stat(path)
    except (OSError, ValueError):
        return None
    return Edition(about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
