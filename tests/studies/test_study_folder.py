"""The folder of a study."""

import json
import os
from collections.abc import Callable
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


def rows_with(**cells: object) -> Callable[[bytes], bytes]:
    """Return a damage that changes cells in the second row of a run."""

    def damaged(record: bytes) -> bytes:
        content = json.loads(record)
        content["rows"][1] |= cells
        return json.dumps(content).encode()

    return damaged


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda record: b"",
    "cut": lambda record: record[: len(record) // 2],
    "no object": lambda record: b"[]",
    "no list": lambda record: b'{"rows": 3}',
    "no rows": lambda record: b'{"rows": []}',
    "no row": lambda record: b'{"rows": [1, 2, 3, 4]}',
    "nested": lambda record: b"[" * 100_000,
    "digits": lambda record: record.replace(b'"leak": 0.25', b'"leak": ' + b"9" * 5000),
    "another seed": rows_with(seed=77),
    "another mode": rows_with(mode="off"),
    "a text for a number": rows_with(silhouette="good"),
    "a list for a number": rows_with(silhouette=[1]),
    "no number": rows_with(silhouette=float("nan")),
    "endless": rows_with(silhouette=float("inf")),
    "huge": rows_with(silhouette=10**400),
    "half a restart": rows_with(restarts=1.5),
    "no version": rows_with(numpy=None),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_run_is_counted_and_made_again(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    with folder_at(tmp_path).in_use():
        run_study(folder_at(tmp_path), HERE, pretended)
    expected = (tmp_path / "results.csv").read_bytes()
    path = next((tmp_path / "runs").iterdir())
    path.write_bytes(damage(path.read_bytes()))
    folder = folder_at(tmp_path)
    with folder.in_use():
        progress = run_study(folder, HERE, pretended)
    assert (progress.before, progress.made, folder.damaged) == (5, 1, 1)
    assert (tmp_path / "results.csv").read_bytes() == expected


def test_what_is_no_file_is_no_run_and_is_not_waited_for(tmp_path: Path) -> None:
    with folder_at(tmp_path).in_use():
        run_study(folder_at(tmp_path), HERE, pretended)
    path = next((tmp_path / "runs").iterdir())
    path.unlink()
    os.mkfifo(path)
    folder = folder_at(tmp_path)
    folder.find_done(small_study().tasks())
    assert folder.damaged == 1


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
