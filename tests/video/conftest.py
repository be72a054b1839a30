"""The same short clip in every kind of file."""

from pathlib import Path

import pytest

from tests.helpers.clips import KINDS, write_clip


@pytest.fixture(scope="session")
def clips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("clips")
    written: dict[str, Path] = {}
    for number, kind in enumerate(KINDS):
        (folder / str(number)).mkdir()
        written[kind] = write_clip(kind, folder / str(number))
    return written
