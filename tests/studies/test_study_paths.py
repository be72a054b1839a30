"""How a study is known among files."""

from pathlib import Path

import pytest

from dpcn_app.studies.study_paths import is_study
from tests.helpers.closed_folder import close_folder


def test_a_study_is_known_by_its_table(tmp_path: Path) -> None:
    assert not is_study(tmp_path)
    (tmp_path / "results.csv").touch()
    assert is_study(tmp_path) and is_study(tmp_path / "results.csv")
    assert not is_study(tmp_path / "film.mp4")


def test_what_may_not_be_looked_at_or_cannot_be_there_is_no_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_study(tmp_path / ("n" * 300))
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "results.csv").touch()
    close_folder(folder, monkeypatch)
    assert not is_study(folder) and not is_study(folder / "film.mp4")
