"""The files used last."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QSettings

_KEY = "files/recent"
_MOST = 8


def recent_files() -> list[Path]:
    """Return the files used last that are still there, newest first."""
    stored = QSettings().value(_KEY)
    names = stored if isinstance(stored, list) else [stored]
    found = (Path(name) for name in names if isinstance(name, str) and os.path.exists(name))
    return list(islice(found, _MOST))


def remember_file(path: Path) -> None:
    """Put a file at the head of the list."""
    path = path.absolute()
    names = [str(path), *(str(each) for each in recent_files() if each != path)]
    QSettings().setValue(_KEY, names[:_MOST])
