"""Pictures from the clipboard, kept as files."""

import os

import pytest

from dpcn_app.errors import UserError
from dpcn_app.storage.pasted_pictures import MOST_PASTED, PastedPictures


def test_a_picture_is_kept_once_under_a_name_of_its_own(tmp_path):
    pictures = PastedPictures(tmp_path / "pasted")
    one, again, other = (pictures.keep(each) for each in (b"one", b"one", b"other"))
    assert one == again != other
    assert one.read_bytes() == b"one"
    assert len(list(one.parent.iterdir())) == 2


def test_the_oldest_are_forgotten_and_other_files_left_alone(tmp_path):
    (tmp_path / "holiday.png").write_bytes(b"mine")
    pictures = PastedPictures(tmp_path)
    kept = [pictures.keep(bytes([number])) for number in range(MOST_PASTED)]
    for age, path in enumerate(kept):
        os.utime(path, (1000 + age, 1000 + age))
    new = pictures.keep(b"new")
    assert new.exists() and not kept[0].exists() and kept[1].exists()
    assert (tmp_path / "holiday.png").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UserError, match="cannot be kept in"):
        PastedPictures(tmp_path / "file" / "pasted").keep(b"one")
