"""The files used last."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

_KEY = "files/recent"
_MOST = 8


def recent_files() -> list[Path]:
    """Return the files used last that are still there, newest first."""
    stored = QSettings().value(_KEY)
    names = [stored] if isinstance(stored, str) else stored if isinstance(stored, list) else []
    return [path for path in map(Path, names) if path.exists()]


def remember_file(path: Path) -> None:
    """Put a file at the head of the list."""
    path = path.absolute()
    names = [str(path), *(str(each) for each in recent_files() if each != path)]
    QSettings().setValue(_KEY, names[:_MOST])
