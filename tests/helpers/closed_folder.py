"""A folder that may not be entered, also by root, who runs some of the tests."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest


def close_folder(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Refuse to list a folder, and to look at or to open anything in it."""
    for name in ("stat", "open", "scandir", "listdir"):
        lists = name in ("scandir", "listdir")
        patch.setattr(os, name, _guarded(getattr(os, name), folder, lists=lists))


def _guarded(function: Any, folder: Path, *, lists: bool) -> Any:
    def guarded(path: Any = ".", *given: Any, **named: Any) -> Any:
        inside = isinstance(path, str | os.PathLike) and folder in Path(path).parents
        if inside or (lists and path in (folder, str(folder))):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return function(path, *given, **named)

    return guarded
