"""What a killed program has left is removed; nothing else is."""

import os
import shutil
import time
from pathlib import Path

import pytest

from dpcn_app.storage.leftovers import EXPORT_PREFIX, remove_leftovers

LONG_AGO = 2 * 3600.0
UNFINISHED = ".dpcn-0123456789abcdef.tmp"


def aged(path: Path, seconds: float = LONG_AGO) -> Path:
    """Have a file or folder look as if it was last written some seconds ago."""
    os.utime(path, (time.time() - seconds,) * 2)
    return path


def unfinished(folder: Path, name: str = UNFINISHED, seconds: float = LONG_AGO) -> Path:
    """Leave an unfinished file in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(b"half")
    return aged(folder / name, seconds)


def export_folder(temporary: Path, ending: str, folder: float = LONG_AGO, file: float = LONG_AGO):
    """Leave the folder of an export, it and its file so many seconds old."""
    path = temporary / f"{EXPORT_PREFIX}{ending}"
    path.mkdir()
    (path / "shown.dpcn").write_text("{}")
    aged(path / "shown.dpcn", file)
    return aged(path, folder)


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """Return a folder that stands for the system's folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def test_unfinished_files_go_from_every_folder_and_all_others_stay(tmp_path, temporary):
    one, other, elsewhere = tmp_path / "one", tmp_path / "other", tmp_path / "elsewhere"
    left = [unfinished(one), unfinished(other)]
    kept = [
        unfinished(one, ".dpcn-00000000000000ff.tmp", seconds=60),  # it may be being written
        unfinished(one, "film 1.npz"),
        unfinished(one, ".dpcn-notes.tmp"),
        unfinished(elsewhere),
    ]
    remove_leftovers([one, tmp_path / "not there", other], temporary)
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in kept)


def test_links_are_neither_followed_nor_removed(tmp_path, temporary):
    there = unfinished(tmp_path / "there")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    folder = tmp_path / "folder"
    folder.mkdir()
    link = folder / UNFINISHED
    link.symlink_to(there)
    os.utime(link, (0, 0), follow_symlinks=False)
    of_export = export_folder(tmp_path, "abcdefgh")
    (temporary / of_export.name).symlink_to(of_export)
    os.utime(temporary / of_export.name, (0, 0), follow_symlinks=False)
    remove_leftovers([tmp_path / "link", folder], temporary)
    assert there.exists() and link.is_symlink()
    assert (of_export / "shown.dpcn").exists() and (temporary / of_export.name).is_symlink()


def test_what_a_link_in_the_folder_of_an_export_points_at_stays(tmp_path, temporary):
    mine = unfinished(tmp_path / "mine", "film.mp4")
    left = export_folder(temporary, "abcdefgh")
    (left / "link").symlink_to(tmp_path / "mine")
    os.utime(left / "link", (0, 0), follow_symlinks=False)
    aged(left)
    remove_leftovers([], temporary)
    assert not left.exists() and mine.exists()


def test_folders_of_exports_go_once_everything_in_them_is_old(temporary):
    left = export_folder(temporary, "abc_0123")
    kept = [
        export_folder(temporary, "fresh_00", folder=60, file=60),
        export_folder(temporary, "writing0", file=60),
        export_folder(temporary, "of me"),
        export_folder(temporary, "abcdefghi"),
    ]
    file = unfinished(temporary, f"{EXPORT_PREFIX}abcdefgh")
    remove_leftovers([], temporary)
    assert not left.exists()
    assert all(path.exists() for path in [*kept, file])


@pytest.mark.skipif(os.name == "nt", reason="files there have no number of an owner")
def test_a_folder_of_another_user_stays(temporary, monkeypatch):
    left = export_folder(temporary, "abcdefgh")
    monkeypatch.setattr(os, "getuid", lambda: left.stat().st_uid + 1)
    remove_leftovers([], temporary)
    assert left.exists()


def test_what_cannot_be_removed_stays_without_a_word(tmp_path, temporary, monkeypatch):
    file, folder = unfinished(tmp_path / "one"), export_folder(temporary, "abcdefgh")

    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "unlink", refuse)
    monkeypatch.setattr(os, "rmdir", refuse)
    remove_leftovers([tmp_path / "one"], temporary)
    assert file.exists() and folder.exists()
    monkeypatch.undo()
    shutil.rmtree(temporary)
    remove_leftovers([], temporary)
