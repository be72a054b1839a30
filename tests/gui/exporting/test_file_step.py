"""Writing a file can be undone, unless the file has been changed since."""

import pytest
from PySide6.QtGui import QUndoStack

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting import file_step
from dpcn_app.gui.exporting.file_step import FileStep, can_be_undone


@pytest.fixture
def told():
    return []


@pytest.fixture
def stack(qapp):
    return QUndoStack()


def test_a_file_that_was_there_comes_back(tmp_path, stack, told):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    stack.push(FileStep(path, b"new", told.append))
    assert path.read_bytes() == b"new"
    stack.undo()
    assert path.read_bytes() == b"old" and "as it was" in told[-1]
    stack.redo()
    assert path.read_bytes() == b"new" and "again" in told[-1]


def test_a_new_file_is_removed(tmp_path, stack, told):
    path = tmp_path / "a.csv"
    stack.push(FileStep(path, b"new", told.append))
    stack.undo()
    assert not path.exists() and "removed" in told[-1]


def test_a_file_that_was_changed_since_is_left_alone(tmp_path, stack, told):
    path = tmp_path / "a.csv"
    stack.push(FileStep(path, b"new", told.append))
    path.write_bytes(b"the user's own")
    stack.undo()
    assert path.read_bytes() == b"the user's own" and "changed since" in told[-1]
    stack.redo()
    assert path.read_bytes() == b"the user's own"


def test_what_cannot_be_written_raises_and_makes_no_step(tmp_path, told):
    with pytest.raises(UserError, match="could not be written"):
        FileStep(tmp_path / "nowhere" / "a.csv", b"new", told.append)


def test_what_cannot_be_put_back_is_told(tmp_path, stack, told, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    stack.push(FileStep(path, b"new", told.append))

    def refuse(path):
        raise UserError("The disk is full.")

    monkeypatch.setattr(file_step, "replacing", refuse)
    stack.undo()
    assert told == ["The disk is full."]


def test_a_large_file_is_not_kept_in_memory(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    assert can_be_undone(path)
    path.write_bytes(b"0123456789")
    monkeypatch.setattr(file_step, "MOST_KEPT", 5)
    assert not can_be_undone(path)
