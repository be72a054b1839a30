"""Editions of a file: another one under the same name, and the same one after a change."""

import os
from pathlib import Path

from dpcn_app.video.edition import edition_of


def test_a_file_has_one_edition_until_it_is_changed_or_replaced(tmp_path: Path) -> None:
    path, other = tmp_path / "film.mp4", tmp_path / "other.mp4"
    path.write_bytes(b"film")
    os.utime(path, ns=(0, 0))
    first = edition_of(str(path))
    assert first is not None and edition_of(str(path)) == first
    os.utime(path, ns=(0, 1))
    assert edition_of(str(path)) != first
    other.write_bytes(b"film")
    os.utime(other, ns=(0, 0))
    other.replace(path)
    assert edition_of(str(path)) != first


def test_a_folder_of_pictures_has_another_edition_once_one_is_added(tmp_path: Path) -> None:
    os.utime(tmp_path, ns=(0, 0))
    before = edition_of(str(tmp_path))
    (tmp_path / "a.png").touch()
    assert edition_of(str(tmp_path)) != before


def test_what_is_not_there_has_none(tmp_path: Path) -> None:
    for name in ("gone.mp4", "n" * 300, "nul\0", "*.png"):
        assert edition_of(str(tmp_path / name)) is None
