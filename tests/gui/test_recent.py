"""The files used last: those that are still there, whatever else the stored list holds."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings

from dpcn_app.gui.recent import recent_files, remember_file
from tests.helpers.closed_folder import close_folder


@pytest.fixture
def films(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "films"
    folder.mkdir()
    films = [folder / f"{number}.mp4" for number in range(20)]
    for film in films:
        film.touch()
    return films


def test_the_file_used_last_comes_first_and_each_once(films: list[Path]) -> None:
    for film in (films[0], films[1], films[0]):
        remember_file(film)
    assert recent_files() == films[:2]


def test_a_folder_that_may_not_be_entered_any_more_takes_its_files_away_alone(
    films: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember_file(films[0])
    (tmp_path / "open.mp4").touch()
    remember_file(tmp_path / "open.mp4")
    close_folder(films[0].parent, monkeypatch)
    assert recent_files() == [tmp_path / "open.mp4"]
    (tmp_path / "next.mp4").touch()
    remember_file(tmp_path / "next.mp4")
    assert recent_files() == [tmp_path / "next.mp4", tmp_path / "open.mp4"]


@pytest.mark.parametrize("stored", [QPoint(1, 2), "/" + "n" * 300, "nul\0", 7, []])
def test_what_names_no_file_is_left_out(films: list[Path], stored: object) -> None:
    for kept in (stored, [stored, str(films[0])]):
        QSettings().setValue("files/recent", kept)
        assert recent_files() == ([films[0]] if isinstance(kept, list) and kept else [])


def test_no_more_are_listed_than_are_kept(films: list[Path]) -> None:
    QSettings().setValue("files/recent", [str(film) for film in films])
    assert recent_files() == films[:8]
