"""How a study is known among files; quick to import, as the window asks it of all that it opens."""

from __future__ import annotations

import os
from pathlib import Path

RESULTS = "results.csv"
"""The table in the folder of a study."""


def is_study(path: Path) -> bool:
    """Return whether a path is the folder of a study or the table in it."""
    return os.path.isfile(path / RESULTS) if os.path.isdir(path) else path.name == RESULTS
