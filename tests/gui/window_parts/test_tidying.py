"""After a start, what a window that was killed has left in its own folders goes."""

import os
import tempfile
from pathlib import Path

import platformdirs
import pytest

from dpcn_app.gui.exporting.export_process import session_folder
from dpcn_app.gui.window_parts.tidying import tidy_up

PLACES = ("data", "data/networks", "data/pasted", "cache/equations")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the app keep everything under one folder."""
    for kind in ("data", "cache"):
        place = tmp_path / kind
        monkeypatch.setattr(platformdirs, f"user_{kind}_path", lambda *a, place=place, **k: place)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path


def test_all_folders_that_the_window_writes_into_by_itself_are_tidied(home):
    left = [home / place / ".dpcn-0123456789abcdef.tmp" for place in PLACES]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
        os.utime(path, (0, 0))
    tidy_up().join()
    assert not any(path.exists() for path in left)


def test_the_folder_of_an_export_that_was_killed_goes_and_that_of_a_living_one_stays(home):
    killed, living = session_folder(), session_folder()
    os.utime(killed.name, (0, 0))
    tidy_up().join()
    assert not Path(killed.name).exists() and Path(living.name).exists()
    living.cleanup()
    killed.cleanup()


def test_nothing_is_made_where_nothing_is_and_no_folder_is_no_failure(home, monkeypatch):
    tidy_up().join()
    assert [each.name for each in home.rglob("*")] == ["temporary"]

    def refuse(*_args: object, **_options: object) -> None:
        raise RuntimeError("no home")

    for kind in ("data", "cache"):
        monkeypatch.setattr(platformdirs, f"user_{kind}_path", refuse)
    tidy_up().join()  # an exception in a thread would be a warning, which is an error
