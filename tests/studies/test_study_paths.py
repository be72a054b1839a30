"""How a study is known among files."""

from pathlib import Path

from dpcn_app.studies.study_paths import is_study


def test_a_study_is_known_by_its_table(tmp_path: Path) -> None:
    assert not is_study(tmp_path)
    (tmp_path / "results.csv").touch()
    assert is_study(tmp_path) and is_study(tmp_path / "results.csv")
    assert not is_study(tmp_path / "film.mp4")
