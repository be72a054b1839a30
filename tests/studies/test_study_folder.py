"""The folder of a study."""

from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.workers import HERE
from dpcn_app.studies.study_folder import StudyFolder
from dpcn_app.studies.study_run import run_study
from tests.helpers.small_study import TEXT, pretended, small_study


def folder_at(path: Path) -> StudyFolder:
    return StudyFolder(path, small_study(), TEXT.encode())


def test_two_sweeps_do_not_write_one_folder(tmp_path: Path) -> None:
    with (
        folder_at(tmp_path).in_use(),
        pytest.raises(UserError, match="Another sweep is writing"),
        folder_at(tmp_path).in_use(),
    ):
        raise AssertionError


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"rows": 3}', b'{"rows": []}', b'{"rows": [1, 2, 3, 4]}']
)
def test_a_damaged_run_is_made_again(tmp_path: Path, damage: bytes) -> None:
    with folder_at(tmp_path).in_use():
        run_study(folder_at(tmp_path), HERE, pretended)
    next((tmp_path / "runs").iterdir()).write_bytes(damage)
    with folder_at(tmp_path).in_use():
        progress = run_study(folder_at(tmp_path), HERE, pretended)
    assert (progress.before, progress.made) == (5, 1)


def test_a_run_whose_network_is_gone_is_made_again(tmp_path: Path) -> None:
    with folder_at(tmp_path).in_use():
        run_study(folder_at(tmp_path), HERE, pretended)
        next((tmp_path / "models").iterdir()).unlink()
        assert run_study(folder_at(tmp_path), HERE, pretended).made == 1


def test_runs_of_other_versions_are_counted(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    with folder.in_use():
        run_study(folder, HERE, pretended)
    assert folder.older == 0
    record = next((tmp_path / "runs").iterdir())
    numpy = __import__("numpy").__version__
    record.write_text(record.read_text().replace(f'"numpy": "{numpy}"', '"numpy": "1.0"'))
    again = folder_at(tmp_path)
    again.find_done(small_study().tasks())
    assert again.older == 1


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be made"), folder_at(tmp_path / "file").in_use():
        raise AssertionError
